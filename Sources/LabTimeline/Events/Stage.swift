/// What a service does in a conversation; the raw value is its axis in a matrix and its name in every file.
public enum Stage: String, Hashable, Sendable, Codable, CaseIterable {
  /// Speech to text.
  case stt
  /// The language model.
  case llm
  /// Text to speech.
  case tts
  /// A service that hears and speaks by itself, in place of the three others.
  case s2s

  /// The stages of a conversation that is not speech to speech, in the order of a turn.
  public static let pipeline: [Stage] = [.stt, .llm, .tts]
}
