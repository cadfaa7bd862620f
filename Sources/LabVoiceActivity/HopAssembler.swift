/// Cuts a stream that arrives in buffers of any size into hops of one fixed size.
struct HopAssembler: Sendable {
  /// The samples of the hop that was completed last.
  private(set) var hop: [Int16]

  /// Samples of the stream up to the end of the hop that was completed last.
  private(set) var endSample: Int64 = 0

  private var filled = 0

  init(hopSize: Int) {
    hop = Array(repeating: 0, count: hopSize)
  }

  /// Takes samples from `position` on, moves it past them, and returns true once a hop is complete.
  ///
  /// Returns false when the buffer is used up; what is left waits for the next buffer.
  mutating func fill(from samples: Span<Int16>, at position: inout Int) -> Bool {
    let start = filled
    let taken = min(hop.count - start, samples.count - position)
    var target = hop.mutableSpan
    for index in 0..<taken {
      target[unchecked: start &+ index] = samples[unchecked: position &+ index]
    }
    position += taken
    filled += taken
    guard filled == hop.count else { return false }
    filled = 0
    endSample += Int64(hop.count)
    return true
  }

  mutating func reset() {
    filled = 0
    endSample = 0
  }
}
