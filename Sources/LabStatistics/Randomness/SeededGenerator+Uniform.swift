// The standard library's own draws are not used anywhere: their algorithms may change between versions.

extension SeededGenerator {
  /// Draws a number above 0 and below 1, each of 2^53 equally likely: (upper 53 bits + ½) · 2^−53.
  public mutating func unit() -> Double {
    // At the very top the half rounds up to 1; the largest number below it stands in.
    min((Double(next() >> 11) + 0.5) * 0x1p-53, 1 - 0x1p-53)
  }

  /// Draws a number between the bounds: `lower + unit · (upper − lower)`.
  public mutating func uniform(in bounds: ClosedRange<Double>) -> Double {
    bounds.lowerBound + unit() * (bounds.upperBound - bounds.lowerBound)
  }

  /// Draws an integer from 0 up to but not including `bound`, without bias.
  ///
  /// D. Lemire, "Fast random integer generation in an interval", ACM Transactions on Modeling and Computer
  /// Simulation 29(1), 2019: the upper half of a 128-bit product, drawn again while the lower half is too
  /// small.
  ///
  /// - Parameter bound: At least 1.
  public mutating func integer(below bound: Int) -> Int {
    precondition(bound > 0, "The bound of a draw is \(bound); it has to be at least 1.")
    let bound = UInt64(bound)
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let threshold = (0 &- bound) % bound
      while product.low < threshold {
        product = next().multipliedFullWidth(by: bound)
      }
    }
    return Int(product.high)
  }

  /// Draws true with the given probability: `unit < probability`.
  public mutating func chance(_ probability: Double) -> Bool {
    unit() < probability
  }

  /// Puts the elements in random order: Fisher and Yates's shuffle from the last element down.
  public mutating func shuffle<Element>(_ elements: inout [Element]) {
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, integer(below: last + 1))
    }
  }
}
