/// When a candidate counts as slower than its baseline, judged by the shift of all of its turns.
///
/// FAIL when the paired signed-rank test finds a slowdown at `alpha` and the Hodges-Lehmann estimate reaches
/// `floor`; PASS when the one-sided 95 % upper bound of the shift stays below `limit`; otherwise the data
/// decide neither way: ERROR when the spread is such that `maximumPairs` could not find a shift of `limit`,
/// INCONCLUSIVE when more pairs could decide.
public struct RelativeRule: PairedRule, Hashable {
  /// The relative slowdown that must not pass unseen: 0.05 is five per cent.
  public var limit: Double
  /// Slowdowns below it are not worth a red gate, however certain; at most half the limit.
  public var floor: Double
  /// The accepted share of false alarms.
  public var alpha: Double
  /// The wanted share of true slowdowns of `limit` that are found.
  public var power: Double
  /// The fewest pairs that are judged.
  public var minimumPairs: Int
  /// The most pairs that will ever be measured.
  public var maximumPairs: Int

  /// One false alarm in 2,000 judgements: a file of twenty gates still fails falsely in at most one run of a
  /// hundred.
  public static let defaultAlpha = 0.0005

  public init(
    limit: Double = 0.05, floor: Double? = nil, alpha: Double = Self.defaultAlpha, power: Double = 0.95,
    minimumPairs: Int = 30, maximumPairs: Int = 200
  ) {
    self.limit = limit
    self.floor = floor ?? limit * 0.4
    self.alpha = alpha
    self.power = power
    self.minimumPairs = minimumPairs
    self.maximumPairs = maximumPairs
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
    let judged = latencies.judged
    let measured = latencies.pairs.count
    var judgement = RelativeJudgement(
      verdict: .error, reason: .noPairs, pairs: judged.count,
      conversations: Set(judged.map(\.conversation)).count, lost: latencies.lost,
      level: measured == 0
        ? alpha : look.level(alpha: alpha, measured: measured, maximum: maximumPairs))
    let differences = judged.map(\.logDifference)
    guard let shift = HodgesLehmannShift(differences: differences) else { return judgement }
    guard latencies.notPositive == 0 else {
      judgement.reason = .notPositive(count: latencies.notPositive)
      return judgement
    }
    let conversations = judged.map(\.conversation)
    let dependence = Dependence(
      differences: differences, conversations: conversations, shift: shift.estimate)
    let deviation = LogDeviation.ofOneArm(differences)
    let designEffect = dependence?.designEffect ?? 1
    let passLevel = look.level(alpha: 0.05, measured: measured, maximum: maximumPairs)
    let bound = passLevel > 0 ? shift.upperBound(level: 1 - passLevel, dependence: dependence) : nil
    let plan = PowerPlan(alpha: alpha, power: power)
    judgement.probability =
      SignedRankTest(differences: differences, conversations: conversations).greater
    judgement.shift = RelativeChange.of(shift.estimate)
    judgement.interval = RelativeChange.of(shift.interval(dependence: dependence))
    judgement.upperBound = bound.flatMap { RelativeChange.of($0) }
    judgement.logDeviation = deviation
    judgement.designEffect = designEffect
    judgement.minimalEffect = plan.minimalEffect(
      logDeviation: deviation, pairs: judged.count, designEffect: designEffect)
    let needed = plan.pairs(logDeviation: deviation, effect: limit, designEffect: designEffect)
    judgement.pairsNeeded = needed == .max ? nil : needed
    let logLimit = PortableMath.log1p(limit)
    return Decision(
      minimumPairs: minimumPairs, maximumPairs: maximumPairs, alpha: alpha,
      isLastLook: look.isLast(measured: measured, maximum: maximumPairs),
      reachesFloor: shift.estimate >= PortableMath.log1p(floor),
      isWithinLimit: bound.map { $0 < logLimit } ?? false,
      pairsAtPresentEstimate: pairs(
        at: shift.estimate, deviation: deviation, designEffect: designEffect, logLimit: logLimit)
    ).decide(judgement)
  }

  /// The pairs at which an estimate that stays what it is would be clear of the limit or of zero.
  private func pairs(at estimate: Double, deviation: Double, designEffect: Double, logLimit: Double) -> Int? {
    func pairs(distance: Double, score: Double) -> Int {
      guard distance > 0 else { return .max }
      return PowerPlan.pairs(
        logDeviation: deviation, designEffect: designEffect, standardError: distance / score)
    }
    let passing = pairs(distance: logLimit - estimate, score: NormalDistribution.quantile(0.95))
    let failing =
      estimate >= PortableMath.log1p(floor)
      ? pairs(distance: estimate, score: NormalDistribution.quantile(1 - alpha)) : .max
    let fewest = min(passing, failing)
    return fewest == .max ? nil : fewest
  }
}
