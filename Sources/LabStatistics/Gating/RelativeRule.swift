/// When a candidate counts as slower than its baseline, judged by the shift of all of its turns.
///
/// FAIL when the paired signed-rank test finds a slowdown at `alpha` and the Hodges-Lehmann estimate reaches
/// `floor`; PASS when the one-sided 95 % upper bound of the shift stays below `limit`; otherwise the data
/// decide neither way: ERROR when the spread is such that `maximumPairs` could not find a shift of `limit`,
/// INCONCLUSIVE when more pairs could decide.
public struct RelativeRule: PairedRule, Hashable {
  public var design: TestDesign

  public init(_ design: TestDesign = TestDesign(limit: 0.05)) {
    self.design = design
  }

  /// The one-sided probability of the test alone, for screening many gates; nil without pairs, or when a
  /// value has no logarithm.
  public func probability(of latencies: PairedLatencies) -> Double? {
    let judged = latencies.judged
    guard !judged.isEmpty, latencies.notPositive == 0 else { return nil }
    return SignedRankTest(
      differences: judged.map(\.logDifference), conversations: judged.map(\.conversation)
    ).greater
  }

  public func judge(
    _ latencies: PairedLatencies, look: Look, generator: SeededGenerator
  ) -> RelativeJudgement {
    var judgement = design.opening(latencies, look: look)
    let judged = latencies.judged
    let measured = latencies.pairs.count
    let differences = judged.map(\.logDifference)
    guard let shift = HodgesLehmannShift(differences: differences) else { return judgement }
    guard latencies.notPositive == 0 else {
      judgement.reason = .notPositive(count: latencies.notPositive)
      return judgement
    }
    let conversations = judged.map(\.conversation)
    let dependence = Dependence(
      differences: differences, conversations: conversations, shift: shift.estimate)
    judgement.probability =
      SignedRankTest(differences: differences, conversations: conversations).greater
    judgement.shift = RelativeChange.of(shift.estimate)
    judgement.interval = RelativeChange.of(shift.interval(dependence: dependence))
    judgement.upperBound = design.passLevel(look, measured: measured)
      .flatMap { shift.upperBound(level: 1 - $0, dependence: dependence) }.flatMap { RelativeChange.of($0) }
    fillPlan(&judgement, deviation: LogDeviation.ofOneArm(differences), dependence)
    return Decision(
      design: design, look: look, measured: measured,
      reachesFloor: shift.estimate >= PortableMath.log1p(design.floor)
    ).decide(judgement)
  }

  /// Says what the pairs can show, and how many would show the limit.
  private func fillPlan(_ judgement: inout RelativeJudgement, deviation: Double, _ dependence: Dependence?) {
    let plan = PowerPlan(alpha: design.alpha, power: design.power)
    let designEffect = dependence?.designEffect ?? 1
    judgement.logDeviation = deviation
    judgement.designEffect = designEffect
    judgement.minimalEffect = plan.minimalEffect(
      logDeviation: deviation, pairs: judgement.pairs, designEffect: designEffect)
    let needed = plan.pairs(logDeviation: deviation, effect: design.limit, designEffect: designEffect)
    judgement.pairsNeeded = needed == .max ? nil : needed
  }
}
