/// What the service says on a Scribe connection.
///
/// Read from the Python SDK 2.78.0.
enum ScribeMessage: Hashable, Decodable {
  case sessionStarted
  case partial(String)
  case committed(String)
  /// A commit came too early and was not carried out.
  case commitThrottled
  /// The service's own name for the error, and its words.
  case failed(name: String, words: String?)
  /// A type that this client does not know.
  case unknown

  /// - Throws: when it is not a JSON object, or is a transcript without a text. An unknown type is not an
  ///   error.
  init(from decoder: any Decoder) throws {
    let wire = try Wire(from: decoder)
    switch wire.messageType {
    case "session_started": self = .sessionStarted
    case "partial_transcript": self = .partial(try wire.transcript)
    // The timed transcript repeats what the committed one has said.
    case "committed_transcript": self = .committed(try wire.transcript)
    case "commit_throttled": self = .commitThrottled
    case let name? where Self.errors.contains(name): self = .failed(name: name, words: wire.error)
    default: self = .unknown
    }
  }

  private static let errors: Set<String> = [
    "error", "auth_error", "quota_exceeded", "transcriber_error", "unaccepted_terms", "rate_limited",
    "input_error", "invalid_request", "queue_overflow", "resource_exhausted", "session_time_limit_exceeded",
    "chunk_size_exceeded", "insufficient_audio_activity",
  ]

  private struct Wire: Decodable {
    var messageType: String?
    var text: String?
    var error: String?

    private enum CodingKeys: String, CodingKey {
      case text, error
      case messageType = "message_type"
    }

    var transcript: String {
      get throws {
        guard let text else {
          throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no text"))
        }
        return text
      }
    }
  }
}
