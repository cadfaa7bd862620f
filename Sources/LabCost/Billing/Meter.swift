public import LabRecord
import LabTimeline

/// What a provider counts: one column of its invoice.
///
/// Quantities are whole numbers: microseconds of a meter in seconds, characters, tokens.
public enum Meter: String, Hashable, Sendable, CaseIterable {
  /// Audio sent to speech to text.
  case speechToTextSeconds = "stt_seconds"
  /// The time for which a speech-to-text connection was open.
  case connectionSeconds = "stt_connection_seconds"
  /// Characters sent to synthesis, also those whose speech nobody heard.
  case spokenCharacters = "tts_characters"
  /// Audio that synthesis sent back, also what nobody heard.
  case spokenSeconds = "tts_seconds"
  /// Tokens of text that a language model read and did not find in its cache.
  case inputTokens = "input_tokens"
  /// Tokens of text that it found there.
  case cachedTokens = "cached_tokens"
  /// Tokens of text that it wrote, reasoning included.
  case outputTokens = "output_tokens"
  /// Tokens of audio that a model read and did not find in its cache.
  case audioInputTokens = "audio_input_tokens"
  /// Tokens of audio that it found there.
  case audioCachedTokens = "audio_cached_tokens"
  /// Tokens of audio that it spoke.
  case audioOutputTokens = "audio_output_tokens"
  /// The length of the conversation, from its first frame to its end.
  case sessionSeconds = "session_seconds"

  /// What the meter counts.
  public enum Kind: Hashable, Sendable {
    case time, characters, tokens
  }

  /// What the meter counts.
  public var kind: Kind {
    switch self {
    case .speechToTextSeconds, .connectionSeconds, .spokenSeconds, .sessionSeconds: .time
    case .spokenCharacters: .characters
    case .inputTokens, .cachedTokens, .outputTokens, .audioInputTokens, .audioCachedTokens,
      .audioOutputTokens:
      .tokens
    }
  }

  /// How many whole units make one second, character or token.
  public var resolution: Int64 { kind == .time ? 1_000_000 : 1 }

  /// The length of a time in microseconds; what no clock can have measured counts as nothing or as 285 years.
  static func microseconds(_ seconds: Double) -> Int64 {
    guard seconds > 0 else { return 0 }
    return Int64((min(seconds, 9e9) * 1e6).rounded())
  }
}

/// How much of every meter was used.
public struct MeterReadings: Hashable, Sendable {
  private var values: [Int64]

  public init() {
    values = Meter.allCases.map { _ in 0 }
  }

  /// What a turn or a conversation used.
  ///
  /// - Parameter seconds: How long the conversation was; 0 for one turn of it.
  public init(_ usage: Usage, seconds: Double = 0) {
    self.init()
    let audioCached = min(usage.llmAudioCachedTokens, usage.llmCachedTokens)
    let audioInput = max(0, usage.llmAudioInputTokens - audioCached)
    let cached = usage.llmCachedTokens - audioCached
    self[.speechToTextSeconds] = Meter.microseconds(usage.sttSeconds)
    self[.connectionSeconds] = Meter.microseconds(usage.sttConnectionSeconds)
    self[.spokenCharacters] = Int64(usage.ttsCharacters)
    self[.spokenSeconds] = Meter.microseconds(usage.ttsSeconds)
    self[.inputTokens] = Int64(max(0, usage.llmInputTokens - usage.llmCachedTokens - audioInput))
    self[.cachedTokens] = Int64(cached)
    self[.outputTokens] = Int64(max(0, usage.llmOutputTokens - usage.llmAudioOutputTokens))
    self[.audioInputTokens] = Int64(audioInput)
    self[.audioCachedTokens] = Int64(audioCached)
    self[.audioOutputTokens] = Int64(usage.llmAudioOutputTokens)
    self[.sessionSeconds] = Meter.microseconds(seconds)
  }

  /// The reading of a meter; never below 0.
  public subscript(meter: Meter) -> Int64 {
    get { values[Self.index(of: meter)] }
    set { values[Self.index(of: meter)] = max(0, newValue) }
  }

  private static func index(of meter: Meter) -> Int {
    Meter.allCases.firstIndex(of: meter) ?? 0
  }

  public static func + (left: MeterReadings, right: MeterReadings) -> MeterReadings {
    var sum = left
    for index in sum.values.indices {
      let (value, overflow) = left.values[index].addingReportingOverflow(right.values[index])
      sum.values[index] = overflow ? .max : value
    }
    return sum
  }
}
