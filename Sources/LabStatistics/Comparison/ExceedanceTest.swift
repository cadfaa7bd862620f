/// Whether the candidate exceeds a limit more often than the baseline does in the same pairs.
///
/// The exact form of Q. McNemar, "Note on the sampling error of the difference between correlated proportions
/// or percentages", Psychometrika 12(2), 1947: of the pairs in which just one arm exceeds, each arm should
/// have half.
public struct ExceedanceTest: Sendable, Hashable {
  /// Values above it count.
  public let limit: Double

  /// Pairs in which only the candidate exceeds the limit.
  public let candidateOnly: Int

  /// Pairs in which only the baseline exceeds the limit.
  public let baselineOnly: Int

  /// The probability of at least as many for the candidate if the arms did not differ; 1 when no pair
  /// disagrees.
  public var greater: Double {
    guard candidateOnly > 0 else { return 1 }
    // The binomial tail as an incomplete beta function.
    return GammaFunctions.regularizedBeta(0.5, a: Double(candidateOnly), b: Double(baselineOnly + 1))
  }

  /// Counts exceedances of a given limit.
  public init(limit: Double, pairs: [(baseline: Double, candidate: Double)]) {
    self.limit = limit
    candidateOnly = pairs.count { $0.candidate > limit && $0.baseline <= limit }
    baselineOnly = pairs.count { $0.baseline > limit && $0.candidate <= limit }
  }

  /// Counts exceedances of a quantile of both arms together; nil when their values do not support it.
  public init?(of quantile: Quantile, pairs: [(baseline: Double, candidate: Double)]) {
    let pooled = Sample(pairs.flatMap { [$0.baseline, $0.candidate] })
    guard let limit = pooled.quantile(quantile.probability) else { return nil }
    self.init(limit: limit, pairs: pairs)
  }
}
