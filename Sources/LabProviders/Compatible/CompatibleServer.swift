/// A server that speaks OpenAI's protocols without being OpenAI: what it is like, and what a plan asks of it.
public struct CompatibleServer: Hashable, Sendable {
  public var like: Kind
  /// Further fields of every request to a language model, e.g. `chat_template_kwargs`.
  public var requestFields: [RequestField]
  /// The server's own name for a voice; `nil` is OpenAI's `alloy`, which most servers map to one of theirs.
  public var voice: String?

  public init(like: Kind = .openAI, requestFields: [RequestField] = [], voice: String? = nil) {
    self.like = like
    self.requestFields = requestFields
    self.voice = voice
  }

  /// The servers whose ways are known; the raw value is the name in plans.
  ///
  /// Source of their ways: sources and documentation of the servers, and recorded streams, up to November
  /// 2026 (section 5 of the lab's reference).
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case openAI = "openai"
    case vllm
    case llamaCpp = "llama.cpp"
    case ollama
    case lmStudio = "lm-studio"
    case mlx
    case groq
    case kimi
    case openRouter = "openrouter"

    /// Whether it knows OpenAI's newer name for the longest reply, `max_completion_tokens`; `max_tokens` is
    /// known to all others.
    var knowsCompletionLimit: Bool { [.openAI, .groq, .vllm, .openRouter].contains(self) }
  }
}

/// A field of a request, with its value as JSON.
public struct RequestField: Hashable, Sendable {
  public var name: String
  public var json: String

  public init(name: String, json: String) {
    self.name = name
    self.json = json
  }

  /// The fields that the lab fills in by itself.
  public static let reserved = ["model", "messages", "stream", "stream_options", "tools"]
}
