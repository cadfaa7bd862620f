/// The most recent samples of a stream as numbers from −1 to 1, oldest first.
struct SampleHistory: Sendable {
  private(set) var samples: [Float]

  init(count: Int) {
    samples = Array(repeating: 0, count: count)
  }

  /// Drops the oldest samples and appends the hop.
  mutating func append(_ hop: [Int16]) {
    let hop = hop.span
    let kept = samples.count - hop.count
    samples.dropFirstInPlace(hop.count)
    var all = samples.mutableSpan
    for index in hop.indices {
      all[unchecked: kept &+ index] = Float(hop[unchecked: index]) * (1 / 32_768)
    }
  }

  mutating func reset() {
    for index in samples.indices { samples[index] = 0 }
  }
}
