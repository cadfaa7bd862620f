/// The spread of latencies on one arm, estimated so that a few stalls do not count.
enum LogDeviation {
  /// The standard deviation of the logarithm of one measurement, from log differences of two: their median
  /// absolute deviation from their median, times 1.4826 (which makes it the standard deviation of a normal
  /// distribution), over √2.
  ///
  /// - Parameter differences: At least one.
  static func ofOneArm(_ differences: [Double]) -> Double { of(differences) / 2.0.squareRoot() }

  /// The standard deviation that a normal distribution with the same median absolute deviation has.
  static func of(_ values: [Double]) -> Double {
    let middle = Median.of(values)
    return 1.482_602_218_505_602 * Median.of(values.map { abs($0 - middle) })
  }
}
