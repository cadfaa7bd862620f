/// A named set of changes to the default settings, made for one aim.
///
/// A preset changes the conversation only. Which providers serve the aim best (local ones for
/// `privacy-first`, cheap ones for `cost-optimized`) is the plan's matrix to say.
public enum Preset: String, Hashable, Sendable, CaseIterable {
  case balanced
  case lowLatency = "low-latency"
  case highQuality = "high-quality"
  case costOptimized = "cost-optimized"
  case privacyFirst = "privacy-first"

  /// One sentence: what it is for.
  public var summary: String {
    switch self {
    case .balanced: "The defaults."
    case .lowLatency:
      "The shortest wait for a reply, at the price of more false cut-offs and choppier speech."
    case .highQuality: "Time to think for the caller, natural speech, a long memory; replies come later."
    case .costOptimized: "Fewer tokens and fewer requests for the same conversation."
    case .privacyFirst: "As little of the caller's voice and words as a conversation needs leaves the device."
    }
  }

  /// What it changes, and why.
  public var changes: [SettingChange] {
    switch self {
    case .balanced: []
    case .lowLatency: Self.lowLatencyChanges
    case .highQuality: Self.highQualityChanges
    case .costOptimized: Self.costOptimizedChanges
    case .privacyFirst: Self.privacyFirstChanges
    }
  }

  /// The default settings with the preset's changes.
  public var settings: SessionSettings {
    var settings = SessionSettings()
    settings.apply(changes)
    return settings
  }

  private static let lowLatencyChanges = [
    SettingChange(\.bufferSize, 256, why: "The detector hears the end of speech 16 ms sooner at worst."),
    SettingChange(\.vadSmoothingWindow, 10, why: "The transcript is asked for 60 ms sooner."),
    SettingChange(
      \.silenceThreshold, .milliseconds(400), why: "The largest part of most turns, and the caller's to lose."
    ),
    SettingChange(\.ttsChunkingStrategy, .clause, why: "A first clause is ready before its sentence is."),
    SettingChange(\.sentenceBreakThreshold, 1, why: "\"Yes.\" is spoken without waiting for what follows."),
    SettingChange(\.playoutBuffer, .milliseconds(20), why: "One packet ahead is enough on a good network."),
    SettingChange(\.maxContextTokens, 4000, why: "A shorter prompt is read sooner."),
    SettingChange(\.keepRecentTurns, 6, why: "Leaves room for a summary in the smaller budget."),
  ]

  private static let highQualityChanges = [
    SettingChange(\.sampleRate, 24_000, why: "Keeps consonants that 16 kHz cuts off."),
    SettingChange(\.bufferSize, 1024, why: "Fewer wake-ups at the higher rate."),
    SettingChange(\.silenceThreshold, .milliseconds(1000), why: "Callers may pause to think."),
    SettingChange(\.bargeInThreshold, 0.8, why: "Fewer coughs and backchannels make the reply pause."),
    SettingChange(\.sentenceBreakThreshold, 40, why: "Longer chunks are spoken with a better melody."),
    SettingChange(\.playoutBuffer, .milliseconds(120), why: "Rides out the jitter of most networks."),
    SettingChange(\.maxContextTokens, 16_000, why: "More of the conversation stays word for word."),
    SettingChange(\.keepRecentTurns, 20, why: "Goes with the larger budget."),
  ]

  private static let costOptimizedChanges = [
    SettingChange(\.sttFinalize, .onEndpoint, why: "One request to settle per turn, none inside it."),
    SettingChange(\.sentenceBreakThreshold, 60, why: "Fewer synthesis requests, if each has a minimum."),
    SettingChange(\.maxContextTokens, 2000, why: "The prompt is paid for again on every turn."),
    SettingChange(\.keepRecentTurns, 4, why: "Older turns are cheaper as a summary."),
  ]

  private static let privacyFirstChanges = [
    SettingChange(\.vadThreshold, 0.6, why: "Less of what is not speech opens a turn."),
    SettingChange(\.vadSmoothingWindow, 10, why: "A turn's audio ends sooner after the caller does."),
    SettingChange(\.maxTurnDuration, .seconds(60), why: "A microphone that was left open closes."),
    SettingChange(\.sessionDuration, .seconds(1800), why: "A session that was forgotten ends."),
    SettingChange(\.maxContextTokens, 2000, why: "Less of what was said is sent again with every turn."),
    SettingChange(\.keepRecentTurns, 4, why: "Older words are sent as short extracts, and soon not at all."),
  ]
}
