/// How a voice sounded where it fell silent, against how it sounded before.
public struct PhraseEnding: Hashable, Sendable {
  /// The pitch of the last voiced 50 ms, in semitones above the speaker's base line, which is the pitch that
  /// 95 % of what they said so far stays above; a voice that comes down to its end is near 0.
  public var height: Float
  /// How fast the pitch moved over the last voiced 150 ms, in semitones a second.
  public var pitchSlope: Float
  /// The level of the last voiced 50 ms, in decibels above the turn's median of voiced sound.
  public var level: Float

  public init(height: Float, pitchSlope: Float, level: Float) {
    self.height = height
    self.pitchSlope = pitchSlope
    self.level = level
  }
}
