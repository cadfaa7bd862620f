/// A word and where it is spoken.
public struct SpokenWord: Hashable, Sendable {
  public var text: String
  /// Samples of the sound that it is in.
  public var samples: Range<Int>

  public init(text: String, samples: Range<Int>) {
    self.text = text
    self.samples = samples
  }
}
