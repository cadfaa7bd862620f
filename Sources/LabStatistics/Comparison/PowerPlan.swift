/// How small a slowdown a paired comparison can see, and how many pairs it needs to see one.
///
/// For the one-sided signed-rank test on logarithms, whose efficiency against the normal test is 3/π ≈ 0.955:
/// ln(1 + effect) = (z of 1 − alpha + z of power) · s · √(2 / n / 0.955), with s the standard deviation of the
/// logarithm of one measurement repeated on one arm.
public struct PowerPlan: Sendable, Hashable {
  /// The accepted share of false alarms.
  public let alpha: Double

  /// The wanted share of true slowdowns that are found.
  public let power: Double

  private static let efficiency = 3 / Double.pi

  /// Makes a plan; both shares above 0 and below 1.
  public init(alpha: Double = 0.01, power: Double = 0.95) {
    precondition(alpha > 0 && alpha < 1 && power > 0 && power < 1)
    self.alpha = alpha
    self.power = power
  }

  private var distance: Double {
    NormalDistribution.quantile(1 - alpha) + NormalDistribution.quantile(power)
  }

  /// The smallest relative slowdown found with the wanted power: 0.05 is five per cent.
  public func minimalEffect(logDeviation: Double, pairs: Int) -> Double {
    let root = (2 / Double(pairs) / Self.efficiency).squareRoot()
    return PortableMath.exp(distance * logDeviation * root) - 1
  }

  /// The pairs needed to find a relative slowdown with the wanted power.
  public func pairs(logDeviation: Double, effect: Double) -> Int {
    let ratio = distance * logDeviation / PortableMath.log1p(effect)
    return Int((2 * ratio * ratio / Self.efficiency).rounded(.up))
  }
}
