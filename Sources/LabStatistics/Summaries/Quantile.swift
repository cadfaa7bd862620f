/// A quantile as every report of the lab computes it.
///
/// The estimator is number 7 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The
/// American Statistician 50(4), 1996: linear interpolation between order statistics at position (n − 1)p,
/// which is also what NumPy, R and spreadsheets do by default, so that anyone can check a report from its raw
/// values.
///
/// A quantile is supported by n values if at least one of them is expected on its thinner side: n · min(p, 1
/// − p) ≥ 1. So p50 needs 2 values, p90 10, p95 20, p99 100 and p99.9 1,000. With fewer, the estimate would
/// be no more than the largest value under another name.
public struct Quantile: Sendable, Hashable {
  /// The share of values below it, 0 to 1 exclusive.
  public let probability: Double

  /// The median.
  public static let p50 = Quantile(0.5)
  /// The ninetieth percentile.
  public static let p90 = Quantile(0.9)
  /// The ninety-fifth percentile.
  public static let p95 = Quantile(0.95)
  /// The ninety-ninth percentile.
  public static let p99 = Quantile(0.99)

  /// Makes the quantile of a probability above 0 and below 1.
  public init(_ probability: Double) {
    precondition(probability > 0 && probability < 1, "A quantile's probability is \(probability).")
    self.probability = probability
  }

  /// The fewest values that support it.
  public var minimumCount: Int {
    // 1 − 0.9 is a little less than a tenth in binary; the slack keeps ten values enough for p90.
    Int((1 / min(probability, 1 - probability) - 1e-9).rounded(.up))
  }

  /// The estimate; nil when the values are fewer than `minimumCount`.
  ///
  /// - Parameter sorted: The values from smallest to largest.
  public func reported(ofSorted sorted: [Double]) -> Double? {
    sorted.count < minimumCount ? nil : estimate(ofSorted: sorted)
  }

  /// The estimate whether supported or not.
  ///
  /// - Parameter sorted: The values from smallest to largest, at least one.
  func estimate(ofSorted sorted: [Double]) -> Double {
    let position = Double(sorted.count - 1) * probability
    let lower = Int(position)
    let upper = min(lower + 1, sorted.count - 1)
    return sorted[lower] + (position - Double(lower)) * (sorted[upper] - sorted[lower])
  }
}
