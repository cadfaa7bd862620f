/// What a detector says about one hop of ten milliseconds.
public struct VoiceFrame: Sendable, Hashable {
  /// Index, counted from the start of the stream, of the first sample after this hop.
  ///
  /// The verdict is known when this many samples have been heard; it looks no further ahead.
  public var endSample: Int64

  /// How likely the hop is speech, 0 to 1; every detector puts its own default threshold at 0.5.
  public var probability: Float

  /// Root mean square of the hop relative to digital full scale, in decibels, −120 for digital silence.
  ///
  /// A full-scale square wave is 0, a full-scale sine −3.01.
  public var levelDBFS: Float

  /// Makes a frame from its three values.
  public init(endSample: Int64, probability: Float, levelDBFS: Float) {
    self.endSample = endSample
    self.probability = probability
    self.levelDBFS = levelDBFS
  }
}
