/// A stream of sound as those hear it who look for windows: the piece that came last, behind a window of what
/// came before it.
struct RecentSamples: Sendable {
  /// The last window before the piece, silence before the stream; then the piece.
  private(set) var samples = [Int16](repeating: 0, count: RollingHash.window)
  /// How many samples of the stream came before the piece.
  private(set) var start = 0
  private var pcm = LittleEndianSamples()

  /// How many samples of the stream came, the piece included.
  var end: Int { start + samples.count - RollingHash.window }

  /// The samples that came last.
  var piece: ArraySlice<Int16> { samples[RollingHash.window...] }

  /// Takes the next piece: mono linear PCM, 16 bits little-endian, cut anywhere, even within a sample.
  mutating func take(_ bytes: [UInt8]) {
    forget()
    pcm.decode(bytes, onto: &samples)
  }

  /// Takes the next piece, in place of bytes.
  mutating func take(_ piece: [Int16]) {
    forget()
    samples += piece
  }

  private mutating func forget() {
    start = end
    samples.removeFirst(samples.count - RollingHash.window)
  }
}
