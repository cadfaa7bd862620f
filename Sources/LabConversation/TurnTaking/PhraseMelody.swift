/// How the caller's voice sounded where it fell silent, against how it sounded before in the same turn.
public struct PhraseMelody: Hashable, Sendable {
  /// The last pitch, in semitones above the turn's median.
  public var pitch: Double
  /// How fast the pitch moved, in semitones a second.
  public var pitchSlope: Double
  /// The last level, in decibels above the turn's median.
  public var level: Double

  public init(pitch: Double, pitchSlope: Double, level: Double) {
    self.pitch = pitch
    self.pitchSlope = pitchSlope
    self.level = level
  }
}
