/// How the caller's voice sounded where it fell silent, against how it sounded before.
public struct PhraseMelody: Hashable, Sendable {
  /// The last pitch, in semitones above the caller's base line: the low end of their voice so far in the
  /// conversation.
  public var height: Double
  /// How fast the pitch moved, in semitones a second.
  public var pitchSlope: Double
  /// The last level, in decibels above the turn's median.
  public var level: Double

  public init(height: Double, pitchSlope: Double, level: Double) {
    self.height = height
    self.pitchSlope = pitchSlope
    self.level = level
  }
}
