/// The shift between two runs and the error that their turns alone leave in it.
struct RunDifference {
  var estimate: Double
  /// Nil when there are too few turns for an interval.
  var standardError: Double?
  var pairs: Int
  var conversations: Int
  var logDeviation: Double
  var designEffect: Double

  /// From items that both runs played; nil when there are none.
  init?(paired latencies: PairedLatencies) {
    let judged = latencies.judged
    let differences = judged.map(\.logDifference)
    guard let shift = HodgesLehmannShift(differences: differences) else { return nil }
    let conversations = judged.map(\.conversation)
    let dependence = Dependence(
      differences: differences, conversations: conversations, shift: shift.estimate)
    estimate = shift.estimate
    designEffect = dependence?.designEffect ?? 1
    standardError = Self.error(shift.interval(), designEffect)
    pairs = judged.count
    self.conversations = Set(conversations).count
    logDeviation = LogDeviation.ofOneArm(differences)
  }

  /// From all turns of both runs; nil when one of them has none. A failed turn ranks as the longest.
  init?(unpaired latencies: SeparateLatencies) {
    let baseline = Self.logarithms(latencies.baseline)
    let candidate = Self.logarithms(latencies.candidate)
    let haveValues =
      latencies.baseline.contains { $0.latency != nil }
      && latencies.candidate.contains { $0.latency != nil }
    guard haveValues, let shift = TwoSampleShift(baseline: baseline, candidate: candidate) else { return nil }
    estimate = shift.estimate
    let middles = (Median.of(baseline), Median.of(candidate))
    let effects = [
      (baseline.map { $0 - middles.0 }, latencies.baseline),
      (candidate.map { $0 - middles.1 }, latencies.candidate),
    ].map { values, turns in
      IntraclassCorrelation(
        Ranks.doubled(values).map(Double.init), groups: turns.map(\.conversation))?.designEffect ?? 1
    }
    designEffect = max(effects[0], effects[1])
    standardError = Self.error(shift.interval(), designEffect)
    pairs = min(baseline.count, candidate.count)
    conversations = min(
      Set(latencies.baseline.map(\.conversation)).count,
      Set(latencies.candidate.map(\.conversation)).count)
    logDeviation = LogDeviation.of(
      baseline.map { $0 - middles.0 } + candidate.map { $0 - middles.1 })
  }

  private static func error(_ interval: ConfidenceInterval?, _ designEffect: Double) -> Double? {
    interval.map {
      ($0.upper - $0.lower) / (2 * NormalDistribution.quantile(0.975)) * designEffect.squareRoot()
    }
  }

  private static func logarithms(_ turns: [SeparateLatencies.Turn]) -> [Double] {
    turns.map { turn in
      guard let latency = turn.latency else { return PairedLatencies.Pair.beyondEveryDifference }
      return latency > 0 ? PortableMath.log(latency) : -PairedLatencies.Pair.beyondEveryDifference
    }
  }
}

/// The error of a shift between runs: that of its turns and that of the runs.
struct RunSpread {
  let withinVariance: Double
  let betweenVariance: Double
  private let freedom: Double

  init(standardError: Double, freedom: Double, noise: BetweenRunNoise?) {
    withinVariance = standardError * standardError
    // Both runs are off by their own amount.
    betweenVariance = noise.map { 2 * $0.logDeviation * $0.logDeviation } ?? 0
    let all = withinVariance + betweenVariance
    let shares =
      withinVariance * withinVariance / freedom
      + betweenVariance * betweenVariance / Double((noise?.runs ?? 2) - 1)
    self.freedom = shares > 0 ? all * all / shares : freedom
  }

  var deviation: Double { (withinVariance + betweenVariance).squareRoot() }

  /// The share of the variance that more turns do not shrink.
  var fixedShare: Double {
    betweenVariance > 0 ? betweenVariance / (withinVariance + betweenVariance) : 0
  }

  func quantile(_ probability: Double) -> Double {
    StudentDistribution.quantile(probability, freedom: freedom)
  }

  /// The probability of a shift at least as large if the runs did not differ.
  func probability(of shift: Double) -> Double {
    guard deviation > 0 else { return shift > 0 ? 0 : 1 }
    return StudentDistribution.upperTail(shift / deviation, freedom: freedom)
  }
}
