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
  /// Seconds of audio that synthesis sent back, whether it was heard or not.
  public var ttsSeconds = 0.0
  /// Of the tokens read, those of audio: a speech-to-speech model's.
  public var llmAudioInputTokens = 0
  /// Of the tokens read from the cache, those of audio.
  public var llmAudioCachedTokens = 0
  /// Of the tokens written, those of audio.
  public var llmAudioOutputTokens = 0
  /// Requests that ended before the provider said how many tokens it counted: theirs are estimated from the
  /// text.
  public var llmEstimatedRequests = 0
  /// Of the requests, those made before the caller had certainly finished.
  public var llmEagerRequests = 0
  /// Of those, the ones that were abandoned because the caller went on.
  public var llmEagerCancelled = 0
  /// Of the tokens read, those of abandoned requests.
  public var llmEagerInputTokens = 0
  /// Of the tokens written, those of abandoned requests.
  public var llmEagerOutputTokens = 0

  public init() {}

  private enum CodingKeys: String, CodingKey {
    case sttSeconds = "stt_seconds"
    case sttConnectionSeconds = "stt_connection_seconds"
    case ttsCharacters = "tts_characters"
    case ttsSeconds = "tts_seconds"
    case llmInputTokens = "llm_input_tokens"
    case llmCachedTokens = "llm_cached_tokens"
    case llmOutputTokens = "llm_output_tokens"
    case llmRequests = "llm_requests"
    case llmAudioInputTokens = "llm_audio_input_tokens"
    case llmAudioCachedTokens = "llm_audio_cached_tokens"
    case llmAudioOutputTokens = "llm_audio_output_tokens"
    case llmEstimatedRequests = "llm_estimated_requests"
    case llmEagerRequests = "llm_eager_requests"
    case llmEagerCancelled = "llm_eager_cancelled"
    case llmEagerInputTokens = "llm_eager_input_tokens"
    case llmEagerOutputTokens = "llm_eager_output_tokens"
  }

  /// Reads a usage; what older records do not have was not measured and counts as nothing.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    sttSeconds = try values.decode(Double.self, forKey: .sttSeconds)
    sttConnectionSeconds = try values.decode(Double.self, forKey: .sttConnectionSeconds)
    ttsCharacters = try values.decode(Int.self, forKey: .ttsCharacters)
    ttsSeconds = try values.decodeIfPresent(Double.self, forKey: .ttsSeconds) ?? 0
    llmInputTokens = try values.decode(Int.self, forKey: .llmInputTokens)
    llmCachedTokens = try values.decode(Int.self, forKey: .llmCachedTokens)
    llmOutputTokens = try values.decode(Int.self, forKey: .llmOutputTokens)
    llmRequests = try values.decode(Int.self, forKey: .llmRequests)
    llmAudioInputTokens = try values.decodeIfPresent(Int.self, forKey: .llmAudioInputTokens) ?? 0
    llmAudioCachedTokens = try values.decodeIfPresent(Int.self, forKey: .llmAudioCachedTokens) ?? 0
    llmAudioOutputTokens = try values.decodeIfPresent(Int.self, forKey: .llmAudioOutputTokens) ?? 0
    llmEstimatedRequests = try values.decodeIfPresent(Int.self, forKey: .llmEstimatedRequests) ?? 0
    for (key, path) in Self.eager {
      self[keyPath: path] = try values.decodeIfPresent(Int.self, forKey: key) ?? 0
    }
  }

  /// What is only written where something was asked for eagerly.
  private static let eager: [(CodingKeys, any WritableKeyPath<Usage, Int> & Sendable)] = [
    (.llmEagerRequests, \.llmEagerRequests), (.llmEagerCancelled, \.llmEagerCancelled),
    (.llmEagerInputTokens, \.llmEagerInputTokens), (.llmEagerOutputTokens, \.llmEagerOutputTokens),
  ]

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(sttSeconds, forKey: .sttSeconds)
    try values.encode(sttConnectionSeconds, forKey: .sttConnectionSeconds)
    try values.encode(ttsCharacters, forKey: .ttsCharacters)
    try values.encode(ttsSeconds, forKey: .ttsSeconds)
    try values.encode(llmInputTokens, forKey: .llmInputTokens)
    try values.encode(llmCachedTokens, forKey: .llmCachedTokens)
    try values.encode(llmOutputTokens, forKey: .llmOutputTokens)
    try values.encode(llmRequests, forKey: .llmRequests)
    try values.encode(llmAudioInputTokens, forKey: .llmAudioInputTokens)
    try values.encode(llmAudioCachedTokens, forKey: .llmAudioCachedTokens)
    try values.encode(llmAudioOutputTokens, forKey: .llmAudioOutputTokens)
    try values.encode(llmEstimatedRequests, forKey: .llmEstimatedRequests)
    guard llmEagerRequests > 0 else { return }
    for (key, path) in Self.eager { try values.encode(self[keyPath: path], forKey: key) }
  }

  /// Adds another's usage to this.
  public mutating func add(_ other: Usage) {
    sttSeconds += other.sttSeconds
    sttConnectionSeconds += other.sttConnectionSeconds
    ttsCharacters += other.ttsCharacters
    ttsSeconds += other.ttsSeconds
    llmInputTokens += other.llmInputTokens
    llmCachedTokens += other.llmCachedTokens
    llmOutputTokens += other.llmOutputTokens
    llmRequests += other.llmRequests
    llmAudioInputTokens += other.llmAudioInputTokens
    llmAudioCachedTokens += other.llmAudioCachedTokens
    llmAudioOutputTokens += other.llmAudioOutputTokens
    llmEstimatedRequests += other.llmEstimatedRequests
    for (_, path) in Self.eager { self[keyPath: path] += other[keyPath: path] }
  }
}
