/// Whether a series goes up or down over time, whatever the shape of its course.
///
/// H. B. Mann (Econometrica 13, 1945) and M. G. Kendall, with the variance enlarged for a series whose values
/// depend on the ones before: K. H. Hamed and A. R. Rao, "A modified Mann-Kendall trend test for
/// autocorrelated data", Journal of Hydrology 204, 1998. The factor never falls below 1, because an estimate
/// below it makes the test too eager.
public struct MannKendallTest: Sendable, Hashable {
  /// Pairs that rise minus pairs that fall.
  public let balance: Int

  /// The factor by which dependence enlarges the variance, at least 1.
  public let varianceFactor: Double

  /// The balance's variance if there were no trend, enlarged by the factor.
  public let variance: Double

  /// The balance in standard deviations, one pair closer to zero because it moves in steps.
  public let score: Double

  /// The probability of a balance at least this high if there were no trend: small when the series rises.
  public var rising: Double { NormalDistribution.upperTail(score) }

  /// The probability of a balance at least this low if there were no trend: small when the series falls.
  public var falling: Double { NormalDistribution.upperTail(-score) }

  /// Tests a series of evenly spaced values; nil with fewer than 4 of them.
  public init?(_ series: [Double]) {
    guard series.count >= 4 else { return nil }
    var balance = 0
    for later in 1..<series.count {
      for earlier in 0..<later {
        balance += series[later] > series[earlier] ? 1 : series[later] < series[earlier] ? -1 : 0
      }
    }
    self.balance = balance
    varianceFactor = max(1, Self.dependence(of: series))
    variance = Self.independentVariance(of: series) * varianceFactor
    score = variance > 0 ? Double(balance - balance.signum()) / variance.squareRoot() : 0
  }

  private static func independentVariance(of series: [Double]) -> Double {
    func term(_ count: Int) -> Double { Double(count) * Double(count - 1) * Double(2 * count + 5) }
    return (term(series.count) - Ranks.tieSizes(series).reduce(0) { $0 + term($1) }) / 18
  }

  /// Hamed and Rao's factor, from the significant autocorrelations of the ranks left when the trend is taken
  /// out.
  private static func dependence(of series: [Double]) -> Double {
    let points = series.enumerated().map { (time: Double($0), value: $1) }
    guard let line = TheilSenLine(points) else { return 1 }
    let ranks = Ranks.doubled(points.map { $0.value - line.slope * $0.time }).map { Double($0) / 2 }
    let count = Double(series.count)
    let mean = ranks.reduce(0, +) / count
    let deviations = ranks.map { $0 - mean }
    let power = deviations.reduce(0) { $0 + $1 * $1 }
    guard power > 0 else { return 1 }
    var sum = 0.0
    for lag in 1..<series.count {
      let product = zip(deviations, deviations.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 }
      let correlation = product / power
      guard abs(correlation) > 1.959_963_984_540_054 / count.squareRoot() else { continue }
      let distance = count - Double(lag)
      sum += distance * (distance - 1) * (distance - 2) * correlation
    }
    return 1 + 2 / (count * (count - 1) * (count - 2)) * sum
  }
}
