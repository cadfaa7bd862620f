/// How a voice sounded where it fell silent, against how it sounded before in the same turn.
public struct PhraseEnding: Hashable, Sendable {
  /// The pitch of the last voiced 50 ms, in semitones above the turn's median; a voice that comes down is below 0.
  public var pitch: Float
  /// How fast the pitch moved over the last voiced 300 ms, in semitones a second.
  public var pitchSlope: Float
  /// The level of the last voiced 50 ms, in decibels above the turn's median of voiced sound.
  public var level: Float

  public init(pitch: Float, pitchSlope: Float, level: Float) {
    self.pitch = pitch
    self.pitchSlope = pitchSlope
    self.level = level
  }
}
