/// When a candidate counts as slower than a baseline that was measured in another run.
///
/// Runs of the same thing differ from each other by more than their turns suggest, and more turns make a test
/// of the two the surer of it. So the variance of the shift is that of its turns plus twice that of a run: z
/// = shift / √(se² + 2τ²), with se from the interval of the Hodges-Lehmann shift (paired by item when the
/// runs share enough items, between two samples otherwise), and Student's distribution with the degrees of
/// freedom of F. E. Satterthwaite (Biometrics Bulletin 2, 1946), because τ was estimated from few runs. When
/// τ is not known, the best verdict is INCONCLUSIVE.
public struct SeparateRunsRule: Sendable, Hashable {
  /// What is asked of the shift; the most pairs are those of one run.
  public var design: TestDesign
  /// How much equal runs differ; nil when there is no history to tell.
  public var noise: BetweenRunNoise?

  public init(_ design: TestDesign = TestDesign(limit: 0.05), noise: BetweenRunNoise? = nil) {
    self.design = design
    self.noise = noise
  }

  /// Judges two runs.
  public func judge(_ latencies: SeparateLatencies) -> RelativeJudgement {
    let paired = latencies.pairedByItem
    let shared = paired.judged.count
    let figures =
      shared >= design.minimumPairs
      ? RunDifference(paired: paired) : RunDifference(unpaired: latencies)
    var judgement = RelativeJudgement(
      verdict: .error, reason: .noPairs, pairs: figures?.pairs ?? 0,
      conversations: figures?.conversations ?? 0,
      lost: shared >= design.minimumPairs ? paired.lost : latencies.lost, level: design.alpha)
    guard let figures else { return judgement }
    let notPositive =
      (latencies.baseline + latencies.candidate)
      .count { turn in turn.latency.map { !($0 > 0 && $0.isFinite) } ?? false }
    guard notPositive == 0 else {
      judgement.reason = .notPositive(count: notPositive)
      return judgement
    }
    judgement.shift = RelativeChange.of(figures.estimate)
    judgement.logDeviation = figures.logDeviation
    judgement.designEffect = figures.designEffect
    guard let standardError = figures.standardError else {
      (judgement.verdict, judgement.reason) = (.inconclusive, .tooFewPairs(needed: design.minimumPairs))
      return judgement
    }
    let spread = RunSpread(
      standardError: standardError, freedom: Double(max(figures.pairs - 1, 1)), noise: noise)
    fill(&judgement, figures, spread)
    let decided = Decision(
      design: design, look: .only, measured: figures.pairs, flipsConversations: false,
      reachesFloor: figures.estimate >= PortableMath.log1p(design.floor), fixedShare: spread.fixedShare
    ).decide(judgement)
    guard noise == nil, isVerdictOfTest(decided.reason) else { return decided }
    judgement.verdict = .inconclusive
    judgement.reason = .betweenRunNoiseUnknown
    return judgement
  }

  private func fill(_ judgement: inout RelativeJudgement, _ figures: RunDifference, _ spread: RunSpread) {
    let reach = spread.quantile(0.975) * spread.deviation
    judgement.interval = RelativeChange.of(
      ConfidenceInterval(
        lower: figures.estimate - reach, upper: figures.estimate + reach, level: 0.95))
    judgement.upperBound = RelativeChange.of(
      figures.estimate + spread.quantile(0.95) * spread.deviation)
    judgement.probability = spread.probability(of: figures.estimate)
    let distance = spread.quantile(1 - design.alpha) + spread.quantile(design.power)
    judgement.minimalEffect = RelativeChange.of(distance * spread.deviation)
    // More turns shrink the error of the turns, never that of the runs.
    let wanted = PortableMath.log1p(design.limit) / distance
    let left = wanted * wanted - spread.betweenVariance
    guard left > 0 else { return }
    let needed = PowerPlan.wholePairs(Double(figures.pairs) * spread.withinVariance / left)
    judgement.pairsNeeded = needed == .max ? nil : needed
  }

  private func isVerdictOfTest(_ reason: RelativeJudgement.Reason) -> Bool {
    switch reason {
    case .slower, .withinLimit, .undecided: true
    default: false
    }
  }
}

extension SeparateLatencies {
  /// Failed turns of each run; without pairs none failed on both.
  var lost: RelativeJudgement.Lost {
    RelativeJudgement.Lost(
      baselineOnly: baseline.count { $0.latency == nil }, candidateOnly: candidate.count { $0.latency == nil }
    )
  }
}
