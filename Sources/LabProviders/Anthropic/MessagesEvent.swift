/// One event of a streamed message, or the body of an error; every field may be missing.
struct MessagesEvent: Decodable {
  var type: String
  var index: Int?
  var message: Message?
  var contentBlock: Block?
  var delta: Delta?
  var usage: Usage?
  var error: Failure?

  private enum CodingKeys: String, CodingKey {
    case type, index, message, delta, usage, error
    case contentBlock = "content_block"
  }

  /// A block as it begins.
  struct Block: Decodable {
    var type: String?
    var id: String?
    var name: String?
  }

  struct Message: Decodable {
    var usage: Usage?
  }

  struct Delta: Decodable {
    var text: String?
    var thinking: String?
    var partialJSON: String?
    var stopReason: String?

    private enum CodingKeys: String, CodingKey {
      case text, thinking
      case partialJSON = "partial_json"
      case stopReason = "stop_reason"
    }
  }

  struct Usage: Decodable {
    var inputTokens: Int?
    var outputTokens: Int?
    var cacheReadInputTokens: Int?
    var cacheCreationInputTokens: Int?
    var outputDetails: OutputDetails?

    private enum CodingKeys: String, CodingKey {
      case inputTokens = "input_tokens"
      case outputTokens = "output_tokens"
      case cacheReadInputTokens = "cache_read_input_tokens"
      case cacheCreationInputTokens = "cache_creation_input_tokens"
      case outputDetails = "output_tokens_details"
    }

    /// What was read from the cache or written to it is not among the input tokens; `nil` where the event
    /// counts no input.
    var allInputTokens: Int? {
      inputTokens.map { TokenUsage.sum($0, cacheReadInputTokens, cacheCreationInputTokens) }
    }

    struct OutputDetails: Decodable {
      var thinkingTokens: Int?

      private enum CodingKeys: String, CodingKey { case thinkingTokens = "thinking_tokens" }
    }
  }

  struct Failure: Decodable {
    var type: String?
    var message: String?

    /// The stable word for a failure inside a stream, where there is no status.
    var failureCode: String {
      switch type {
      case "rate_limit_error": "rate_limited"
      case "billing_error": "payment_required"
      case "overloaded_error": "overloaded"
      case "authentication_error", "permission_error": "unauthorized"
      case "not_found_error": "not_found"
      case "invalid_request_error", "request_too_large": "bad_request"
      case "timeout_error": "timed_out"
      default: "server_error"
      }
    }
  }
}
