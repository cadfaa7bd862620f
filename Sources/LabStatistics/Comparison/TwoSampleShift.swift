/// How far the candidate's values lie above the baseline's when there are no pairs: the median of all
/// differences.
///
/// J. L. Hodges and E. L. Lehmann, 1963. The bounds invert the Mann-Whitney test: exact as long as the
/// samples have up to 60 values together, by the normal approximation beyond.
public struct TwoSampleShift: Sendable, Hashable {
  /// The estimate, in the unit of the values; of logarithms, e^shift − 1 is the relative change.
  public let estimate: Double

  private let baseline: [Double]
  private let candidate: [Double]

  /// Estimates the shift; nil when one of the samples is empty.
  public init?(baseline: [Double], candidate: [Double]) {
    guard !baseline.isEmpty, !candidate.isEmpty else { return nil }
    self.baseline = baseline.sorted()
    self.candidate = candidate.sorted()
    estimate = SortedSums(differencesOf: self.candidate, from: self.baseline).median
  }

  /// The range that contains the true shift in a share `level` of repetitions; nil when there are too few
  /// values.
  public func interval(level: Double = 0.95) -> ConfidenceInterval? {
    guard let skipped = differencesBeyond((1 - level) / 2) else { return nil }
    let differences = SortedSums(differencesOf: candidate, from: baseline)
    return ConfidenceInterval(
      lower: differences[skipped], upper: differences[differences.count - 1 - skipped], level: level)
  }

  /// The value below which the true shift lies in a share `level` of repetitions; nil when there are too few
  /// values.
  public func upperBound(level: Double = 0.95) -> Double? {
    guard let skipped = differencesBeyond(1 - level) else { return nil }
    let differences = SortedSums(differencesOf: candidate, from: baseline)
    return differences[differences.count - 1 - skipped]
  }

  /// How many differences lie outside a bound that is wrong with the given probability.
  private func differencesBeyond(_ tail: Double) -> Int? {
    let m = baseline.count
    let n = candidate.count
    let quantile: Int
    if m + n <= MannWhitneyTest.exactLimit {
      quantile = Self.quantile(tail, m, n)
    } else {
      let pairs = Double(m) * Double(n)
      let deviation = (pairs * Double(m + n + 1) / 12).squareRoot()
      quantile = Int(max(0, pairs / 2 + NormalDistribution.quantile(tail) * deviation))
    }
    return quantile == 0 ? nil : quantile - 1
  }

  /// The smallest count at or below which at least the given probability lies, for samples without ties.
  private static func quantile(_ tail: Double, _ m: Int, _ n: Int) -> Int {
    // The Gaussian binomial coefficient, as a quotient of products of 1 − x^k; doubles are exact enough up to
    // 60 values.
    var ways = [Double](repeating: 0, count: m * n + 1)
    ways[0] = 1
    for k in 1...n {
      for index in stride(from: m * n, through: m + k, by: -1) { ways[index] -= ways[index - m - k] }
      for index in stride(from: k, through: m * n, by: 1) { ways[index] += ways[index - k] }
    }
    let total = ways.reduce(0, +)
    var cumulated = 0.0
    for (count, ways) in ways.enumerated() {
      cumulated += ways / total
      if cumulated >= tail { return count }
    }
    return m * n
  }
}
