/// When a candidate stalls more often than its baseline.
///
/// McNemar's exact test on the turns that exceed a limit on one arm only; with several turns a conversation,
/// the net counts of conversations change sign together, and every way to do so is counted. A turn that
/// failed exceeds any limit. All changes are of the share of stalled turns: 0.05 is five more of every
/// hundred turns. The interval is that of A. Agresti and Y. Min, "Simple improved confidence intervals for
/// comparing matched proportions", Statistics in Medicine 24, 2005 (half a pair added to each cell), its
/// variance enlarged by the design effect.
public struct StallRule: PairedRule, Hashable {
  /// What counts as a stall.
  public enum Threshold: Sendable, Hashable {
    /// Longer than the 90th percentile of both arms together.
    case pooledP90
    /// Longer than a stated latency, in the unit of the latencies.
    case above(Double)
  }

  /// What counts as a stall.
  public var threshold: Threshold
  /// Its limit and floor are increases of the share of stalled turns.
  public var design: TestDesign

  public init(
    threshold: Threshold = .pooledP90, _ design: TestDesign = TestDesign(limit: 0.1, maximumPairs: 500)
  ) {
    self.threshold = threshold
    self.design = design
  }

  public func judge(
    _ latencies: PairedLatencies, look: Look, generator: SeededGenerator
  ) -> RelativeJudgement {
    var judgement = design.opening(latencies, look: look, scale: .share)
    let judged = latencies.judged
    guard let bound = bound(judged) else { return judgement }
    let measured = latencies.pairs.count
    let net = judged.map { pair in
      (Self.exceeds(pair.candidate, bound) ? 1 : 0) - (Self.exceeds(pair.baseline, bound) ? 1 : 0)
    }
    let shares = StallShares(net: net, units: ConversationUnits(judged.map(\.conversation)))
    judgement.probability = shares.probability
    judgement.shift = shares.difference
    judgement.interval = shares.interval(level: 0.95)
    judgement.upperBound = design.passLevel(look, measured: measured)
      .map { shares.upperBound(level: 1 - $0) }
    judgement.designEffect = shares.designEffect
    let alphaScore = NormalDistribution.quantile(1 - design.alpha)
    let powerScore = NormalDistribution.quantile(design.power)
    judgement.minimalEffect = shares.minimalEffect(alphaScore: alphaScore, powerScore: powerScore)
    judgement.pairsNeeded = shares.pairs(
      effect: design.limit, alphaScore: alphaScore, powerScore: powerScore)
    return Decision(
      design: design, look: look, measured: measured, reachesFloor: shares.difference >= design.floor
    ).decide(judgement)
  }

  private func bound(_ pairs: [PairedLatencies.Pair]) -> Double? {
    guard !pairs.isEmpty else { return nil }
    switch threshold {
    case .above(let limit): return limit
    case .pooledP90:
      // A failed turn is above every value; the percentile of the rest is no higher than that of all.
      let values = pairs.flatMap { [$0.baseline, $0.candidate] }.compactMap(\.self)
      return Sample(values.filter(\.isFinite)).quantile(0.9) ?? values.max()
    }
  }

  private static func exceeds(_ latency: Double?, _ bound: Double) -> Bool {
    latency.map { $0 > bound } ?? true
  }
}

/// The shares of stalled turns of two arms, from the net count of each pair: 1 when only the candidate
/// stalled, −1 when only the baseline did.
private struct StallShares {
  let difference: Double
  let probability: Double
  let designEffect: Double
  private let count: Double
  private let disagreeing: Double
  private let adjusted: (difference: Double, deviation: Double)

  init(net: [Int], units: ConversationUnits) {
    let sums = units.sums(net)
    count = Double(net.count)
    disagreeing = Double(net.count { $0 != 0 })
    let excess = Double(net.reduce(0, +))
    difference = excess / count
    probability = SignFlipDistribution(weights: sums.map(abs)).atLeast(sums.reduce(0) { $0 + max(0, $1) })
    let sizes = units.sums(net.map { _ in 1 })
    let mean = difference
    let between = zip(sums, sizes).reduce(0.0) { sum, unit in
      let rest = Double(unit.0) - mean * Double(unit.1)
      return sum + rest * rest
    }
    let independent = disagreeing - excess * excess / count
    designEffect = independent > 0 && units.count < net.count ? max(1, between / independent) : 1
    let size = count + 2
    let variance = ((disagreeing + 1) - excess * excess / size) / (size * size) * designEffect
    adjusted = (excess / size, variance.squareRoot())
  }

  func interval(level: Double) -> ConfidenceInterval {
    let reach = NormalDistribution.quantile((1 + level) / 2) * adjusted.deviation
    return ConfidenceInterval(
      lower: adjusted.difference - reach, upper: adjusted.difference + reach, level: level)
  }

  func upperBound(level: Double) -> Double {
    adjusted.difference + NormalDistribution.quantile(level) * adjusted.deviation
  }

  /// The pairs that find an effect: R. J. Connor, "Sample size for testing differences in proportions for the
  /// paired-sample design", Biometrics 43, 1987, with as many disagreeing pairs as were seen, or as the
  /// effect makes.
  func pairs(effect: Double, alphaScore: Double, powerScore: Double) -> Int? {
    let share = max((disagreeing + 1) / (count + 2), effect)
    let root =
      alphaScore * share.squareRoot() + powerScore * max(0, share - effect * effect).squareRoot()
    let needed = PowerPlan.wholePairs(designEffect * root * root / (effect * effect))
    return needed == .max ? nil : needed
  }

  func minimalEffect(alphaScore: Double, powerScore: Double) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0..<50 {
      let middle = (low + high) / 2
      let needed = pairs(effect: middle, alphaScore: alphaScore, powerScore: powerScore) ?? .max
      if Double(needed) > count { low = middle } else { high = middle }
    }
    return high
  }
}
