/// How far paired differences lie from zero: the median of the means of all pairs of them.
///
/// J. L. Hodges and E. L. Lehmann, "Estimates of location based on rank tests", Annals of Mathematical
/// Statistics 34(2), 1963. Its bounds invert the signed-rank test (exact up to 500 differences, by the normal
/// approximation beyond), so that the estimate, its interval and the test agree.
public struct HodgesLehmannShift: Sendable, Hashable {
  /// The estimate, in the unit of the differences; of log differences, e^shift − 1 is the relative change.
  public let estimate: Double

  /// How many differences there are, zeros included.
  public let count: Int

  private let sorted: [Double]

  private static let exactLimit = 500

  /// Estimates the shift; nil when there is no difference.
  public init?(differences: [Double]) {
    guard !differences.isEmpty else { return nil }
    sorted = differences.sorted()
    count = differences.count
    estimate = SortedSums(averagesOf: sorted).median
  }

  /// The range that contains the true shift in a share `level` of repetitions; nil when there are too few
  /// differences for it (5 or fewer at 95 %).
  ///
  /// - Parameter dependence: How much less the differences tell because they come in conversations.
  public func interval(level: Double = 0.95, dependence: Dependence? = nil) -> ConfidenceInterval? {
    guard let skipped = averagesBeyond((1 - level) / 2, dependence) else { return nil }
    let averages = SortedSums(averagesOf: sorted)
    return ConfidenceInterval(
      lower: averages[skipped], upper: averages[averages.count - 1 - skipped], level: level)
  }

  /// The value below which the true shift lies in a share `level` of repetitions; nil when there are too few
  /// differences for it (4 or fewer at 95 %).
  ///
  /// - Parameter dependence: How much less the differences tell because they come in conversations.
  public func upperBound(level: Double = 0.95, dependence: Dependence? = nil) -> Double? {
    guard let skipped = averagesBeyond(1 - level, dependence) else { return nil }
    let averages = SortedSums(averagesOf: sorted)
    return averages[averages.count - 1 - skipped]
  }

  /// How many averages lie outside a bound that is wrong with the given probability.
  private func averagesBeyond(_ tail: Double, _ dependence: Dependence?) -> Int? {
    if count <= Self.exactLimit, dependence == nil {
      let quantile = SignFlipDistribution.untiedRanks(count).quantile(tail) / 2
      return quantile == 0 ? nil : quantile - 1
    }
    let n = Double(count)
    let deviation = (n * (n + 1) * (2 * n + 1) / 24 * (dependence?.designEffect ?? 1)).squareRoot()
    let score =
      dependence.map { StudentDistribution.quantile(tail, freedom: Double($0.conversations - 1)) }
      ?? NormalDistribution.quantile(tail)
    let quantile = (n * (n + 1) / 4 + score * deviation).rounded(.down)
    // A bound that would lie outside of all averages is none.
    return quantile < 1 ? nil : Int(quantile) - 1
  }
}
