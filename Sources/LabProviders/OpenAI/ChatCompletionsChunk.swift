/// One event of a streamed chat completion, as OpenAI and compatible servers write it.
///
/// Every field may be missing. Reasoning has no official field; `reasoning_content`, `reasoning` and
/// `reasoning_text` are the names that compatible servers use. Usage stands at the top, in the choice (Kimi)
/// or in Groq's own object.
struct ChatCompletionsChunk: Decodable {
  var choices: [Choice]?
  var usage: Usage?
  var error: ChatCompletionsError?
  var groq: Groq?
  private var object: String?
  private var message: String?

  private enum CodingKeys: String, CodingKey {
    case choices, usage, error, object, message
    case groq = "x_groq"
  }

  struct Groq: Decodable {
    var usage: Usage?
    var error: ChatCompletionsError?
  }

  /// What went wrong in the middle of the stream: an object or a text, Groq's own, or the chunk itself (older
  /// vLLM).
  var failure: ChatCompletionsError? {
    error ?? groq?.error
      ?? (object == "error" ? ChatCompletionsError(message: message ?? "no reason given") : nil)
  }

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

    /// Some servers fill one field and leave another empty.
    var anyReasoning: String? {
      [reasoningContent, reasoning, reasoningText].compactMap { $0 }.first { !$0.isEmpty }
    }

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
