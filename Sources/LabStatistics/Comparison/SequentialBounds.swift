/// The bounds of a test that is looked at several times while measurements come in.
///
/// Looking often at a fixed bound triples the false alarms. These bounds spend the accepted share of false
/// alarms over the looks, almost all of it at the end, as P. C. O'Brien and T. R. Fleming (Biometrics 35,
/// 1979) would, by the spending function of K. K. G. Lan and D. L. DeMets, "Discrete sequential boundaries
/// for clinical trials", Biometrika 70(3), 1983: 2 − 2Φ(z of 1 − alpha/2 over √t) at the share t of all
/// measurements.
public struct SequentialBounds: Sendable, Hashable {
  /// How many measurements there are at each look.
  public let looks: [Int]

  /// The standard normal score that has to be reached at each look to stop.
  public let scores: [Double]

  /// Computes one-sided bounds, by integrating the distribution of the runs that went on from look to look.
  ///
  /// - Parameters:
  ///   - alpha: The accepted share of false alarms over all looks together.
  ///   - looks: Measurements at each look, rising, at least one.
  ///   - total: The most measurements that there will ever be; the last look unless later ones are to come.
  public init(alpha: Double, looks: [Int], total: Int? = nil) {
    precondition(alpha > 0 && alpha < 0.5 && !looks.isEmpty && looks[0] > 0)
    precondition(zip(looks, looks.dropFirst()).allSatisfy { $0 < $1 }, "Looks have to rise.")
    self.looks = looks
    let total = Double(total ?? looks[looks.count - 1])
    precondition(total >= Double(looks[looks.count - 1]), "A look lies beyond the most measurements.")
    var scores: [Double] = []
    var continuing: ContinuingDensity?
    var spent = 0.0
    var before = 0.0
    for look in looks {
      let share = Double(look) / total
      let spending = Self.spent(alpha: alpha, share: share)
      let bound = Self.bound(spending: spending - spent, share: share, step: share - before, continuing)
      scores.append(bound / share.squareRoot())
      guard look != looks[looks.count - 1] else { break }
      continuing = ContinuingDensity(after: continuing, step: share - before, share: share, bound: bound)
      (spent, before) = (spending, share)
    }
    self.scores = scores
  }

  private static func spent(alpha: Double, share: Double) -> Double {
    2 * NormalDistribution.upperTail(-NormalDistribution.quantile(alpha / 2) / share.squareRoot())
  }

  /// The sum at which a share `spending` of all runs crosses at this look, by bisection.
  private static func bound(
    spending: Double, share: Double, step: Double, _ continuing: ContinuingDensity?
  ) -> Double {
    var low = 0.0
    var high = 40 * share.squareRoot()
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let crossing =
        continuing?.crossing(middle, step: step) ?? NormalDistribution.upperTail(middle / share.squareRoot())
      if crossing > spending { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

/// The density of the sums of runs that have crossed no bound so far, on a grid for Simpson's rule.
private struct ContinuingDensity {
  private static let intervals = 400

  private var sums: [Double] = []
  private var weighted: [Double] = []

  /// Moves the runs on by one step and cuts off those at or above the bound.
  init(after previous: ContinuingDensity?, step: Double, share: Double, bound: Double) {
    let low = -8 * share.squareRoot()
    let width = (bound - low) / Double(Self.intervals)
    for index in 0...Self.intervals {
      let sum = low + width * Double(index)
      let simpson = index == 0 || index == Self.intervals ? 1.0 : index % 2 == 1 ? 4 : 2
      let density = previous?.density(sum, step: step) ?? Self.normal(sum, variance: share)
      sums.append(sum)
      weighted.append(density * simpson * width / 3)
    }
  }

  func crossing(_ bound: Double, step: Double) -> Double {
    let root = step.squareRoot()
    return zip(sums, weighted).reduce(0) {
      $0 + $1.1 * NormalDistribution.upperTail((bound - $1.0) / root)
    }
  }

  private func density(_ sum: Double, step: Double) -> Double {
    zip(sums, weighted).reduce(0) { $0 + $1.1 * Self.normal(sum - $1.0, variance: step) }
  }

  private static func normal(_ x: Double, variance: Double) -> Double {
    PortableMath.exp(-x * x / (2 * variance)) * 0.398_942_280_401_432_7 / variance.squareRoot()
  }
}
