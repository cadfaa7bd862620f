/// An event of OpenAI's Realtime API as a client reads it: every field but the type may be missing, and types
/// that a client does not know are skipped.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0, the shape of general availability.
struct RealtimeServerEvent: Decodable {
  var type: String
  var itemID: String?
  var responseID: String?
  var audioEnd: Int?
  var delta: String?
  var transcript: String?
  var error: RealtimeError?
  var response: Response?
  /// What writing an utterance down consumed.
  var usage: TranscriptionUsage?

  private enum CodingKeys: String, CodingKey {
    case type, delta, transcript, error, response, usage
    case itemID = "item_id"
    case responseID = "response_id"
    case audioEnd = "audio_end_ms"
  }

  /// What `response.created` and `response.done` say of a response.
  struct Response: Decodable {
    var id: String?
    var status: String?
    var statusDetails: StatusDetails?
    var usage: Usage?

    private enum CodingKeys: String, CodingKey {
      case id, status, usage
      case statusDetails = "status_details"
    }

    struct StatusDetails: Decodable {
      var reason: String?
      var error: RealtimeError?
    }
  }

  /// Seconds, or tokens of which ten make a second of sound.
  struct TranscriptionUsage: Decodable {
    private static let tokensPerSecond = 10.0

    private var seconds: Double?
    private var inputDetails: Usage.Details?

    private enum CodingKeys: String, CodingKey {
      case seconds
      case inputDetails = "input_token_details"
    }

    /// The sound that was written down; `nil` when the service does not say.
    var length: Duration? {
      let length = seconds ?? inputDetails?.audioTokens.map { Double($0) / Self.tokensPerSecond }
      return length.flatMap { (0...86_400).contains($0) ? .milliseconds($0 * 1000) : nil }
    }
  }

  struct Usage: Decodable {
    var inputTokens: Int?
    var outputTokens: Int?
    var inputDetails: Details?
    var outputDetails: Details?

    private enum CodingKeys: String, CodingKey {
      case inputTokens = "input_tokens"
      case outputTokens = "output_tokens"
      case inputDetails = "input_token_details"
      case outputDetails = "output_token_details"
    }

    struct Details: Decodable {
      var textTokens: Int?
      var audioTokens: Int?
      var cachedTokens: Int?
      var cachedDetails: CachedDetails?

      private enum CodingKeys: String, CodingKey {
        case textTokens = "text_tokens"
        case audioTokens = "audio_tokens"
        case cachedTokens = "cached_tokens"
        case cachedDetails = "cached_tokens_details"
      }
    }

    struct CachedDetails: Decodable {
      var audioTokens: Int?

      private enum CodingKeys: String, CodingKey { case audioTokens = "audio_tokens" }
    }
  }
}

/// The error object of the Realtime API.
struct RealtimeError: Decodable {
  var type: String?
  var code: String?
  var message: String?
  /// The client's event that it answers.
  var eventID: String?

  private enum CodingKeys: String, CodingKey {
    case type, code, message
    case eventID = "event_id"
  }

  /// The failure that it stands for; the words of a service may repeat a key.
  func failure(_ what: String, key: APIKey) -> ProviderFailure {
    let words = key.redacted(from: message ?? code ?? "no reason given")
    return ProviderFailure(
      code: ChatCompletionsError.failureCode(of: code ?? type), message: "\(what): \(words).")
  }
}
