/// What is heard of a caller and of what is around them; the raw value is its name in corpora and records.
public enum SoundKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// The caller wants the floor: the agent should fall silent and answer. Every other sound should leave it
  /// speaking.
  case speech = "real"
  /// The caller only shows that they listen ("mhm").
  case backchannel
  case cough
  /// Something in the room that is none of the others.
  case noise
  /// Somebody types.
  case keyboard
  case music
  /// Other people, farther away.
  case talker
}
