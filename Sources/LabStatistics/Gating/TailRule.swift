/// When a candidate's tail counts as slower: a high quantile instead of the shift of all turns.
///
/// The test exchanges the arms of whole conversations and compares Harrell-Davis quantiles of the logarithms.
/// A turn that failed on one arm counts there as the longest latency that either arm had. A p95 sits between
/// the ordinary turns and the stalls, so it takes 500 pairs, or a limit of 25 %; gate p90 or the stalls
/// instead.
public struct TailRule: PairedRule, Hashable {
  /// The quantile: p90 or p95 as a rule.
  public var quantile: Quantile
  public var design: TestDesign

  /// The fewest pairs for a quantile beyond p90, unless the limit is wide.
  public static let minimumPairsBeyondP90 = 500
  /// From this limit on, fewer pairs will do beyond p90.
  public static let wideLimit = 0.25

  public init(
    quantile: Quantile = .p90, _ design: TestDesign = TestDesign(limit: 0.15, maximumPairs: 500)
  ) {
    self.quantile = quantile
    self.design = design
  }

  public func judge(
    _ latencies: PairedLatencies, look: Look, generator: SeededGenerator
  ) -> RelativeJudgement {
    var design = design
    design.minimumPairs = fewestPairs
    var judgement = design.opening(latencies, look: look)
    guard latencies.notPositive == 0 else {
      judgement.reason = .notPositive(count: latencies.notPositive)
      return judgement
    }
    let judged = latencies.judged
    guard !judged.isEmpty else { return judgement }
    guard fewestPairs <= design.maximumPairs else {
      judgement.reason = .tailTooThin(pairsNeeded: fewestPairs)
      return judgement
    }
    let pairs = Self.logarithms(judged)
    let conversations = judged.map(\.conversation)
    let measured = latencies.pairs.count
    if let difference = QuantileDifference(
      probability: quantile.probability, pairs: pairs, conversations: conversations,
      generator: generator.derived(name: "resamples"))
    {
      fill(&judgement, difference, passLevel: design.passLevel(look, measured: measured))
    }
    judgement.probability =
      PairedQuantileTest(
        quantile, pairs: pairs, conversations: conversations,
        generator: generator.derived(name: "exchanges"), exchanges: exchanges(at: judgement.level)
      )?.greater
    return Decision(
      design: design, look: look, measured: measured,
      reachesFloor: judgement.shift.map { $0 >= design.floor } ?? false
    ).decide(judgement)
  }

  private func fill(
    _ judgement: inout RelativeJudgement, _ difference: QuantileDifference, passLevel: Double?
  ) {
    judgement.shift = RelativeChange.of(difference.estimate)
    judgement.interval = RelativeChange.of(difference.interval(level: 0.95))
    judgement.upperBound = passLevel.flatMap { RelativeChange.of(difference.upperBound(level: 1 - $0)) }
    let distance = PowerPlan(alpha: design.alpha, power: design.power).distance * difference.standardError
    judgement.minimalEffect = RelativeChange.of(distance)
    let ratio = distance / PortableMath.log1p(design.limit)
    let needed = PowerPlan.wholePairs(Double(judgement.pairs) * ratio * ratio)
    judgement.pairsNeeded = needed == .max ? nil : max(needed, fewestPairs)
  }

  private var fewestPairs: Int {
    let isThin = quantile.probability > 0.9 && design.limit < Self.wideLimit
    return max(design.minimumPairs, quantile.minimumCount, isThin ? Self.minimumPairsBeyondP90 : 0)
  }

  /// Enough exchanges for 50 of them to reach the difference when the probability is the level.
  private func exchanges(at level: Double) -> Int {
    min(1_000_000, max(10_000, Int(50 / max(level, 1e-9))))
  }

  private static func logarithms(
    _ pairs: [PairedLatencies.Pair]
  ) -> [(baseline: Double, candidate: Double)] {
    let longest = pairs.flatMap { [$0.baseline, $0.candidate] }.compactMap(\.self).max() ?? 1
    return pairs.map {
      (
        baseline: PortableMath.log($0.baseline ?? longest),
        candidate: PortableMath.log($0.candidate ?? longest)
      )
    }
  }
}
