/// What a plan can change in the profile of an emulated service: its key, its kind and where it is kept.
public struct ProfileField<Profile>: Sendable {
  /// The key under `emulation: PROVIDER:` in a plan.
  public let key: String
  public let kind: Kind
  /// One line: what it is.
  public let summary: String

  /// What the field holds, where it is kept in the profile, and what it accepts.
  public enum Kind: Sendable {
    /// A latency model.
    case latency(any WritableKeyPath<Profile, LatencyModel> & Sendable)
    /// A duration in milliseconds.
    case milliseconds(any WritableKeyPath<Profile, Duration> & Sendable, ClosedRange<Double>)
    /// A number.
    case number(any WritableKeyPath<Profile, Double> & Sendable, ClosedRange<Double>)
    /// A range of whole numbers, as a list of two.
    case range(any WritableKeyPath<Profile, ClosedRange<Int>> & Sendable, ClosedRange<Int>)
    /// Words to be said, at least one.
    case words(any WritableKeyPath<Profile, String?> & Sendable)
  }
}

extension SpeechToTextProfile {
  /// What a plan can change, in the order of the documentation.
  public static let fields: [ProfileField<SpeechToTextProfile>] = [
    .init(key: "handshake", kind: .latency(\.handshake), summary: "upgrade request to acceptance"),
    .init(key: "interim", kind: .latency(\.interim), summary: "a word's audio to its interim result"),
    .init(key: "final", kind: .latency(\.final), summary: "finalise request to final result"),
    .init(
      key: "interim_cadence_ms", kind: .milliseconds(\.interimCadence, 20...10_000),
      summary: "audio between two interim results"),
    .init(
      key: "end_of_turn", kind: .latency(\.endOfTurn),
      summary: "silence until the service's own turn model is sure (Flux)"),
    .init(
      key: "formatting_ms", kind: .milliseconds(\.formatting, 0...10_000),
      summary: "final result to its formatted copy; 0 for none (AssemblyAI)"),
  ]
}

extension LanguageModelProfile {
  /// What a plan can change, in the order of the documentation.
  public static let fields: [ProfileField<LanguageModelProfile>] = [
    .init(key: "first_token", kind: .latency(\.firstToken), summary: "request to first token"),
    .init(key: "token_interval", kind: .latency(\.tokenInterval), summary: "between two tokens"),
    .init(
      key: "sentences", kind: .range(\.sentences, 1...50), summary: "fewest and most sentences of a reply"),
    .init(key: "reply", kind: .words(\.reply), summary: "the words of every reply"),
  ]
}

extension TextToSpeechProfile {
  /// What a plan can change, in the order of the documentation.
  public static let fields: [ProfileField<TextToSpeechProfile>] = [
    .init(key: "handshake", kind: .latency(\.handshake), summary: "upgrade request to acceptance"),
    .init(key: "first_audio", kind: .latency(\.firstAudio), summary: "request to first audio byte"),
    .init(key: "leading_silence", kind: .latency(\.leadingSilence), summary: "silence in front of a chunk"),
    .init(
      key: "delivery_speed", kind: .number(\.deliverySpeed, 0.1...1000),
      summary: "times faster than real time"),
    .init(
      key: "message_ms", kind: .milliseconds(\.messageLength, 5...2000), summary: "audio in a message"),
  ]
}
