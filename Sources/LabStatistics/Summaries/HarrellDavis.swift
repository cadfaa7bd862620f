/// The quantile estimator that weighs all order statistics, smoother than interpolation between two of them.
///
/// F. E. Harrell and C. E. Davis, "A new distribution-free quantile estimator", Biometrika 69(3), 1982. Gates
/// compare it; reports print `Quantile`.
public struct HarrellDavis: Sendable, Hashable {
  /// The share of values below it, 0 to 1 exclusive.
  public let probability: Double

  /// The weight of each order statistic, smallest first; they sum to 1.
  public let weights: [Double]

  /// Makes the estimator for samples of one size, with the cost of one incomplete beta function per value.
  ///
  /// - Parameters:
  ///   - probability: Above 0 and below 1.
  ///   - count: At least 1.
  public init(probability: Double, count: Int) {
    precondition(probability > 0 && probability < 1 && count > 0)
    self.probability = probability
    let a = Double(count + 1) * probability
    let b = Double(count + 1) * (1 - probability)
    let shares = (0...count).map { GammaFunctions.regularizedBeta(Double($0) / Double(count), a: a, b: b) }
    weights = zip(shares.dropFirst(), shares).map { $0 - $1 }
  }

  /// The estimate.
  ///
  /// - Parameter sorted: As many values as there are weights, from smallest to largest.
  public func estimate(ofSorted sorted: [Double]) -> Double {
    precondition(sorted.count == weights.count)
    var sum = 0.0
    for index in sorted.indices { sum += sorted[index] * weights[index] }
    return sum
  }
}
