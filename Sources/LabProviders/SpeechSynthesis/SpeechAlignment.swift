/// When the pieces of a text are said: characters or words, as the service cuts them.
public struct SpeechAlignment: Hashable, Sendable {
  /// In the order of the text.
  public var pieces: [Piece]

  public init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// A character or a word.
  public struct Piece: Hashable, Sendable {
    public var text: String
    /// From the first sample of the chunk's audio.
    public var start: Duration
    /// Zero for what is not heard, such as a space.
    public var duration: Duration

    public init(text: String, start: Duration, duration: Duration) {
      self.text = text
      self.start = start
      self.duration = duration
    }
  }

  /// The same with every instant later by a time.
  func shifted(by offset: Duration) -> SpeechAlignment {
    SpeechAlignment(
      pieces: pieces.map { Piece(text: $0.text, start: $0.start + offset, duration: $0.duration) })
  }
}
