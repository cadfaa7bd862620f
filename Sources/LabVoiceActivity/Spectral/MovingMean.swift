/// The mean of the neighbours on both sides, fewer at the ends, taken out of a row of numbers.
struct MovingMean: Sendable {
  private let halfWidth: Int
  private let reciprocals: [Float]
  private var sums: [Float]

  init(count: Int, halfWidth: Int) {
    self.halfWidth = halfWidth
    reciprocals = (0..<count).map { 1 / Float(min($0 + halfWidth, count - 1) - max($0 - halfWidth, 0) + 1) }
    sums = Array(repeating: 0, count: count + 2 * halfWidth + 1)
  }

  /// Replaces each value by its difference from the mean of its neighbours, itself included.
  mutating func subtract(from values: inout [Float]) {
    Self.subtract(from: &values, halfWidth: halfWidth, reciprocals: reciprocals, sums: &sums)
  }

  // `sums` holds running sums, padded on both sides so that every neighbourhood has the same width there.
  private static func subtract(
    from values: inout [Float], halfWidth: Int, reciprocals: [Float], sums: inout [Float]
  ) {
    precondition(values.count == reciprocals.count)
    let reciprocals = reciprocals.span
    var values = values.mutableSpan
    var sums = sums.mutableSpan
    var total: Float = 0
    for index in 0..<values.count {
      total += values[unchecked: index]
      sums[unchecked: halfWidth &+ 1 &+ index] = total
    }
    for index in 0..<halfWidth {
      sums[unchecked: halfWidth &+ 1 &+ values.count &+ index] = total
    }
    for index in 0..<values.count {
      let sum = sums[unchecked: index &+ 2 &* halfWidth &+ 1] - sums[unchecked: index]
      values[unchecked: index] -= sum * reciprocals[unchecked: index]
    }
  }
}
