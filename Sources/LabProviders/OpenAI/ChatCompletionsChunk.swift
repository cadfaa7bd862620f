/// One event of a streamed chat completion, as OpenAI and compatible servers write it.
///
/// Every field may be missing. Reasoning has no official field; `reasoning_content`, `reasoning` and `reasoning_text` are
/// the names that compatible servers use. Usage stands at the top, in the choice (Kimi) or in Groq's own object.
struct ChatCompletionsChunk: Decodable {
  var choices: [Choice]?
  var usage: Usage?
  var error: ChatCompletionsError?
  var groq: Groq?

  private enum CodingKeys: String, CodingKey {
    case choices, usage, error
    case groq = "x_groq"
  }

  struct Groq: Decodable { var usage: Usage? }

  struct Choice: Decodable {
    var delta: Delta?
    var finishReason: String?
    var usage: Usage?

    private enum CodingKeys: String, CodingKey {
      case delta, usage
      case finishReason = "finish_reason"
    }
  }

  struct Delta: Decodable {
    var content: String?
    var reasoningContent: String?
    var reasoning: String?
    var reasoningText: String?
    var toolCalls: [Call]?

    var anyReasoning: String? { reasoningContent ?? reasoning ?? reasoningText }

    private enum CodingKeys: String, CodingKey {
      case content, reasoning
      case reasoningContent = "reasoning_content"
      case reasoningText = "reasoning_text"
      case toolCalls = "tool_calls"
    }

    struct Call: Decodable {
      var index: Int?
      var id: String?
      var function: Function?

      struct Function: Decodable {
        var name: String?
        var arguments: String?
      }
    }
  }

  struct Usage: Decodable {
    var promptTokens: Int?
    var completionTokens: Int?
    var promptDetails: PromptDetails?
    var completionDetails: CompletionDetails?

    private enum CodingKeys: String, CodingKey {
      case promptTokens = "prompt_tokens"
      case completionTokens = "completion_tokens"
      case promptDetails = "prompt_tokens_details"
      case completionDetails = "completion_tokens_details"
    }

    struct PromptDetails: Decodable {
      var cachedTokens: Int?

      private enum CodingKeys: String, CodingKey { case cachedTokens = "cached_tokens" }
    }

    struct CompletionDetails: Decodable {
      var reasoningTokens: Int?

      private enum CodingKeys: String, CodingKey { case reasoningTokens = "reasoning_tokens" }
    }

    var tokens: TokenUsage {
      TokenUsage(
        input: promptTokens ?? 0, cachedInput: promptDetails?.cachedTokens ?? 0,
        output: completionTokens ?? 0, reasoning: completionDetails?.reasoningTokens ?? 0)
    }
  }
}

/// The error object, in a body of its own or inside a stream.
struct ChatCompletionsError: Decodable {
  var message: String?
  var type: String?
  var code: String?

  private enum CodingKeys: String, CodingKey { case message, type, code }

  // Servers write a bare text for the object and a number for the code.
  init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
      message = try decoder.singleValueContainer().decode(String.self)
      return
    }
    message = try container.decodeIfPresent(String.self, forKey: .message)
    type = try? container.decodeIfPresent(String.self, forKey: .type)
    code = try? container.decodeIfPresent(String.self, forKey: .code)
  }

  /// The code of a refusal that its status does not tell: an account without credit is refused with 429, as somebody
  /// who asks too often is.
  static func refusalCode(_ body: [UInt8]) -> String? {
    let error = (try? JSONText.decode(Body.self, from: body))?.error
    return error?.failureCode == "payment_required" ? "payment_required" : nil
  }

  /// The body of an HTTP error.
  struct Body: Decodable { var error: ChatCompletionsError? }

  /// The stable word for a failure inside a stream, where there is no status.
  var failureCode: String { Self.failureCode(of: code ?? type) }

  /// The stable word for a service's own.
  static func failureCode(of code: String?) -> String {
    switch code {
    case "rate_limit_exceeded", "requests", "tokens": "rate_limited"
    case "insufficient_quota", "credit_balance_exhausted": "payment_required"
    case "server_is_overloaded", "slow_down", "overloaded_error": "overloaded"
    case "invalid_api_key": "unauthorized"
    case "model_not_found": "not_found"
    case "invalid_request_error", "context_length_exceeded", "unsupported_value", "invalid_value",
      "invalid_type", "invalid_event", "unknown_parameter", "missing_required_parameter":
      "bad_request"
    case "session_expired": "session_expired"
    default: "server_error"
    }
  }
}
