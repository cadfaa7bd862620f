/// How far paired differences lie from zero: the median of the means of all pairs of them.
///
/// J. L. Hodges and E. L. Lehmann, "Estimates of location based on rank tests", Annals of Mathematical Statistics
/// 34(2), 1963. Its bounds invert the signed-rank test (exact up to 200 differences, by the normal approximation
/// beyond), so that the estimate, its interval and the test agree.
public struct HodgesLehmannShift: Sendable, Hashable {
  /// The estimate, in the unit of the differences; of log differences, e^shift − 1 is the relative change.
  public let estimate: Double

  /// How many differences there are, zeros included.
  public let count: Int

  private let averages: [Double]

  /// Estimates the shift; nil when there is no difference.
  ///
  /// - Complexity: The square of the number of differences, in time and memory.
  public init?(differences: [Double]) {
    guard !differences.isEmpty else { return nil }
    var averages: [Double] = []
    averages.reserveCapacity(differences.count * (differences.count + 1) / 2)
    for (index, first) in differences.enumerated() {
      for second in differences[index...] { averages.append((first + second) / 2) }
    }
    averages.sort()
    self.averages = averages
    count = differences.count
    estimate = Median.ofSorted(averages)
  }

  /// The range that contains the true shift in a share `level` of repetitions; nil when there are too few
  /// differences for it (5 or fewer at 95 %).
  public func interval(level: Double = 0.95) -> ConfidenceInterval? {
    guard let skipped = averagesBeyond((1 - level) / 2) else { return nil }
    return ConfidenceInterval(
      lower: averages[skipped], upper: averages[averages.count - 1 - skipped], level: level)
  }

  /// The value below which the true shift lies in a share `level` of repetitions; nil when there are too few
  /// differences for it (4 or fewer at 95 %).
  public func upperBound(level: Double = 0.95) -> Double? {
    averagesBeyond(1 - level).map { averages[averages.count - 1 - $0] }
  }

  /// How many averages lie outside a bound that is wrong with the given probability.
  private func averagesBeyond(_ tail: Double) -> Int? {
    if count <= SignedRankTest.exactLimit {
      let distribution = SignedRankDistribution(doubledRanks: (1...count).map { 2 * $0 })
      let quantile = distribution.quantile(tail) / 2
      return quantile == 0 ? nil : quantile - 1
    }
    let n = Double(count)
    let deviation = (n * (n + 1) * (2 * n + 1) / 24).squareRoot()
    let quantile = n * (n + 1) / 4 + NormalDistribution.quantile(tail) * deviation
    return max(Int(quantile) - 1, 0)
  }
}
