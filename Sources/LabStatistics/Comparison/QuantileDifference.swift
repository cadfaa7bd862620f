/// How much the candidate's Harrell-Davis quantile exceeds the baseline's, and how far that estimate may be
/// off.
///
/// The standard error comes from drawing whole conversations, each with its turns on both arms, with
/// replacement (the cluster bootstrap of A. C. Davison and D. V. Hinkley, "Bootstrap Methods and their
/// Application", 1997, section 3.8); bounds are Student's, with one degree of freedom less than there are
/// conversations.
struct QuantileDifference: Sendable {
  let estimate: Double
  let standardError: Double
  private let freedom: Double

  /// Nil with fewer conversations than a bootstrap can draw from.
  init?(
    probability: Double, pairs: [(baseline: Double, candidate: Double)], conversations: [Int],
    generator: SeededGenerator, resamples: Int = 500
  ) {
    let units = ConversationUnits(conversations)
    guard units.count >= ClusterBootstrap.minimumClusters else { return nil }
    let weights = HarrellDavis(probability: probability, count: pairs.count).weights
    let shares = weights.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1) }
    let baseline = Self.ordered(pairs.map(\.baseline), units)
    let candidate = Self.ordered(pairs.map(\.candidate), units)
    func difference(_ draws: [Int]) -> Double {
      Self.quantile(candidate, draws, shares) - Self.quantile(baseline, draws, shares)
    }
    estimate = difference(Array(repeating: 1, count: units.count))
    freedom = Double(units.count - 1)
    var generator = generator
    var draws = Array(repeating: 0, count: units.count)
    var resampled: [Double] = []
    resampled.reserveCapacity(resamples)
    for _ in 0..<resamples {
      for unit in draws.indices { draws[unit] = 0 }
      for _ in draws { draws[generator.integer(below: units.count)] += 1 }
      resampled.append(difference(draws))
    }
    let mean = CompensatedSum.of(resampled) / Double(resamples)
    let squares = CompensatedSum.of(resampled.map { ($0 - mean) * ($0 - mean) })
    standardError = (squares / Double(resamples - 1)).squareRoot()
  }

  func interval(level: Double) -> ConfidenceInterval {
    let reach = StudentDistribution.quantile((1 + level) / 2, freedom: freedom) * standardError
    return ConfidenceInterval(lower: estimate - reach, upper: estimate + reach, level: level)
  }

  func upperBound(level: Double) -> Double {
    estimate + StudentDistribution.quantile(level, freedom: freedom) * standardError
  }

  private static func ordered(_ values: [Double], _ units: ConversationUnits) -> [(value: Double, unit: Int)]
  {
    zip(values, units.unit).map { (value: $0, unit: $1) }.sorted { ($0.value, $0.unit) < ($1.value, $1.unit) }
  }

  /// The quantile of values that each count as often as their conversation was drawn.
  private static func quantile(
    _ ordered: [(value: Double, unit: Int)], _ draws: [Int], _ shares: [Double]
  ) -> Double {
    let total = ordered.reduce(0) { $0 + draws[$1.unit] }
    // Conversations of unequal length draw more or fewer values than there were; their weights lie in
    // between.
    let scale = Double(ordered.count) / Double(total)
    let isUnscaled = total == ordered.count
    var counted = 0
    var before = 0.0
    var sum = 0.0
    for entry in ordered {
      counted += draws[entry.unit]
      let share = isUnscaled ? shares[counted] : share(Double(counted) * scale, shares)
      sum += (share - before) * entry.value
      before = share
    }
    return sum
  }

  private static func share(_ position: Double, _ shares: [Double]) -> Double {
    let index = min(Int(position), shares.count - 1)
    let rest = position - Double(index)
    return rest > 0 && index + 1 < shares.count
      ? shares[index] + rest * (shares[index + 1] - shares[index]) : shares[index]
  }
}
