/// What a turn, conversation or cell consumed of each provider: the quantities that invoices are made of.
public struct Usage: Hashable, Sendable, Codable {
  /// Seconds of audio sent to speech to text.
  public var sttSeconds = 0.0
  /// Seconds for which a speech-to-text connection was open.
  public var sttConnectionSeconds = 0.0
  /// Characters sent to synthesis.
  public var ttsCharacters = 0
  /// Tokens read by the language model, cached ones included.
  public var llmInputTokens = 0
  /// Tokens read from the provider's prompt cache.
  public var llmCachedTokens = 0
  /// Tokens written by the language model, reasoning included.
  public var llmOutputTokens = 0
  /// Requests made to the language model, cancelled ones included.
  public var llmRequests = 0

  public init() {}

  private enum CodingKeys: String, CodingKey {
    case sttSeconds = "stt_seconds"
    case sttConnectionSeconds = "stt_connection_seconds"
    case ttsCharacters = "tts_characters"
    case llmInputTokens = "llm_input_tokens"
    case llmCachedTokens = "llm_cached_tokens"
    case llmOutputTokens = "llm_output_tokens"
    case llmRequests = "llm_requests"
  }

  /// Adds another's usage to this.
  public mutating func add(_ other: Usage) {
    sttSeconds += other.sttSeconds
    sttConnectionSeconds += other.sttConnectionSeconds
    ttsCharacters += other.ttsCharacters
    llmInputTokens += other.llmInputTokens
    llmCachedTokens += other.llmCachedTokens
    llmOutputTokens += other.llmOutputTokens
    llmRequests += other.llmRequests
  }
}
