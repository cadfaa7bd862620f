/// How small a slowdown a paired comparison can see, and how many pairs it needs to see one.
///
/// For the one-sided signed-rank test on logarithms, whose efficiency against the normal test is 3/π ≈ 0.955:
/// ln(1 + effect) = (z of 1 − alpha + z of power) · s · √(2 · D / n / 0.955), with s the standard deviation
/// of the logarithm of one measurement repeated on one arm, and D the design effect of turns that come in
/// conversations. Stalls cost power too: a deviation that was estimated from data with stalls, such as that
/// of a judgement, is larger by about as much; one that was taken from elsewhere is not.
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

  /// How many standard errors lie between no effect and one that is found with the wanted power.
  public var distance: Double {
    NormalDistribution.quantile(1 - alpha) + NormalDistribution.quantile(power)
  }

  /// The smallest relative slowdown found with the wanted power: 0.05 is five per cent.
  public func minimalEffect(logDeviation: Double, pairs: Int, designEffect: Double = 1) -> Double {
    PortableMath.exp(
      distance * Self.standardError(logDeviation: logDeviation, pairs: Double(pairs) / designEffect)) - 1
  }

  /// The pairs needed to find a relative slowdown with the wanted power; `Int.max` when no number would do.
  public func pairs(logDeviation: Double, effect: Double, designEffect: Double = 1) -> Int {
    Self.pairs(
      logDeviation: logDeviation, designEffect: designEffect,
      standardError: PortableMath.log1p(effect) / distance)
  }

  /// The pairs whose estimate has a wanted standard error; `Int.max` when no number would do.
  static func pairs(logDeviation: Double, designEffect: Double, standardError: Double) -> Int {
    let ratio = logDeviation / standardError
    return wholePairs(2 * designEffect * ratio * ratio / efficiency)
  }

  static func wholePairs(_ pairs: Double) -> Int {
    pairs < 1e15 ? max(1, Int(pairs.rounded(.up))) : .max
  }

  private static func standardError(logDeviation: Double, pairs: Double) -> Double {
    logDeviation * (2 / pairs / efficiency).squareRoot()
  }
}
