/// How far apart the loudest and the softest moment of the last three seconds are, in decibels.
///
/// Over seconds speech has both loud and soft moments, so its range tells how much noise fills its pauses:
/// clean recordings span 10 to 33 dB, speech in as much white or pink noise 4 to 9, and steady noise alone no
/// more than 2.
struct LoudnessRange: Sendable {
  private let framesPerBlock: Int
  private var lowest: [Float]
  private var highest: [Float]
  private var current: (low: Float, high: Float)?
  private var framesInBlock = 0
  private var nextBlock = 0
  /// The first frames hear a window that is still being filled.
  private var framesToSkip = 3

  init(blocks: Int, framesPerBlock: Int) {
    self.framesPerBlock = framesPerBlock
    lowest = Array(repeating: .greatestFiniteMagnitude, count: blocks)
    highest = Array(repeating: -.greatestFiniteMagnitude, count: blocks)
  }

  /// Takes in the loudness of a frame and returns the range up to it.
  mutating func update(_ loudness: Float) -> Float {
    guard framesToSkip == 0 else {
      framesToSkip -= 1
      return 0
    }
    let (low, high) = current.map { (min($0.low, loudness), max($0.high, loudness)) } ?? (loudness, loudness)
    current = (low, high)
    framesInBlock += 1
    let range = max(high, Self.largest(highest)) - min(low, Self.smallest(lowest))
    if framesInBlock == framesPerBlock {
      framesInBlock = 0
      lowest[nextBlock] = low
      highest[nextBlock] = high
      nextBlock = nextBlock + 1 == lowest.count ? 0 : nextBlock + 1
      current = nil
    }
    return range
  }

  private static func largest(_ values: [Float]) -> Float {
    let values = values.span
    return Lanes.largest(values.count) { values[unchecked: $0] }
  }

  private static func smallest(_ values: [Float]) -> Float {
    let values = values.span
    return -Lanes.largest(values.count) { -values[unchecked: $0] }
  }
}
