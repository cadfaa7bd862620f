/// When a candidate's tail counts as slower: a high quantile instead of the shift of all turns.
///
/// The test exchanges the arms of whole conversations and compares Harrell-Davis quantiles of the logarithms.
/// A turn that failed on one arm counts there as the longest latency that either arm had. A p95 sits between
/// the ordinary turns and the stalls, so it takes 500 pairs, or a limit of 25 %; gate p90 or the stalls
/// instead.
public struct TailRule: PairedRule, Hashable {
  /// The quantile: p90 or p95 as a rule.
  public var quantile: Quantile
  /// The relative slowdown of the quantile that must not pass unseen: 0.15 is fifteen per cent.
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

  /// The fewest pairs for a quantile beyond p90, unless the limit is wide.
  public static let minimumPairsBeyondP90 = 500
  /// From this limit on, fewer pairs will do beyond p90.
  public static let wideLimit = 0.25

  public init(
    quantile: Quantile = .p90, limit: Double = 0.15, floor: Double? = nil,
    alpha: Double = RelativeRule.defaultAlpha,
    power: Double = 0.95, minimumPairs: Int = 30, maximumPairs: Int = 500
  ) {
    self.quantile = quantile
    self.limit = limit
    self.floor = floor ?? limit * 0.4
    self.alpha = alpha
    self.power = power
    self.minimumPairs = minimumPairs
    self.maximumPairs = maximumPairs
  }

  public func judge(
    _ latencies: PairedLatencies, look: Look, generator: SeededGenerator
  ) -> RelativeJudgement {
    let judged = latencies.judged
    let measured = latencies.pairs.count
    let conversations = judged.map(\.conversation)
    var judgement = RelativeJudgement(
      verdict: .error, reason: .noPairs, pairs: judged.count, conversations: Set(conversations).count,
      lost: latencies.lost,
      level: measured == 0 ? alpha : look.level(alpha: alpha, measured: measured, maximum: maximumPairs))
    guard latencies.notPositive == 0 else {
      judgement.reason = .notPositive(count: latencies.notPositive)
      return judgement
    }
    guard !judged.isEmpty else { return judgement }
    let fewest = fewestPairs
    guard fewest <= maximumPairs else {
      judgement.reason = .tailTooThin(pairsNeeded: fewest)
      return judgement
    }
    let pairs = Self.logarithms(judged)
    let passLevel = look.level(alpha: 0.05, measured: measured, maximum: maximumPairs)
    var isWithinLimit = false
    if let difference = QuantileDifference(
      probability: quantile.probability, pairs: pairs, conversations: conversations,
      generator: generator.derived(name: "resamples"))
    {
      judgement.shift = RelativeChange.of(difference.estimate)
      judgement.interval = RelativeChange.of(difference.interval(level: 0.95))
      judgement.upperBound =
        passLevel > 0 ? RelativeChange.of(difference.upperBound(level: 1 - passLevel)) : nil
      isWithinLimit = judgement.upperBound.map { $0 < limit } ?? false
      let plan = PowerPlan(alpha: alpha, power: power)
      judgement.minimalEffect = RelativeChange.of(plan.distance * difference.standardError)
      let ratio = plan.distance * difference.standardError / PortableMath.log1p(limit)
      let needed = PowerPlan.wholePairs(Double(judged.count) * ratio * ratio)
      judgement.pairsNeeded = needed == .max ? nil : max(needed, fewest)
    }
    judgement.probability =
      PairedQuantileTest(
        quantile, pairs: pairs, conversations: conversations,
        generator: generator.derived(name: "exchanges"), exchanges: exchanges(at: judgement.level)
      )?.greater
    return Decision(
      minimumPairs: fewest, maximumPairs: maximumPairs, alpha: alpha,
      isLastLook: look.isLast(measured: measured, maximum: maximumPairs),
      reachesFloor: judgement.shift.map { $0 >= floor } ?? false, isWithinLimit: isWithinLimit,
      pairsAtPresentEstimate: nil
    ).decide(judgement)
  }

  private var fewestPairs: Int {
    let isThin = quantile.probability > 0.9 && limit < Self.wideLimit
    return max(minimumPairs, quantile.minimumCount, isThin ? Self.minimumPairsBeyondP90 : 0)
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
