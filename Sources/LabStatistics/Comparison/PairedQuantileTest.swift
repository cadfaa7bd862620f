/// Whether the candidate's tail is longer than the baseline's, by exchanging the arms within pairs.
///
/// If the arms do not differ, each pair may as well have come the other way round. The difference of Harrell
/// and Davis's estimates is compared with that of seeded random exchanges (a permutation test; P. Good,
/// "Permutation, Parametric, and Bootstrap Tests of Hypotheses", 2005, chapter 3). Pairs of one conversation
/// are exchanged together. Once 100 exchanges have reached the observed difference the probability is known
/// well enough, and drawing stops (J. Besag and P. Clifford, "Sequential Monte Carlo p-values", Biometrika
/// 78(2), 1991).
public struct PairedQuantileTest: Sendable, Hashable {
  /// The candidate's estimate minus the baseline's, in the unit of the values.
  public let difference: Double

  /// The probability of a difference at least this high if the arms did not differ.
  public let greater: Double

  private static let enoughReached = 100

  /// Tests one quantile; nil when there are too few pairs to support it in a report.
  ///
  /// - Parameters:
  ///   - quantile: Which; p90 as a rule, p95 only with hundreds of pairs.
  ///   - pairs: Baseline and candidate of each pair, logarithms as a rule.
  ///   - conversations: Which conversation each pair comes from; nil when each stands for itself.
  ///   - generator: Where the exchanges come from.
  ///   - exchanges: How many times the pairs are exchanged at most; no probability falls below one in as
  ///     many.
  public init?(
    _ quantile: Quantile, pairs: [(baseline: Double, candidate: Double)], conversations: [Int]? = nil,
    generator: SeededGenerator, exchanges: Int = 10_000
  ) {
    guard pairs.count >= quantile.minimumCount else { return nil }
    let weights = HarrellDavis(probability: quantile.probability, count: pairs.count).weights
    let units = ConversationUnits(conversations ?? Array(pairs.indices))
    let pooled = pairs.enumerated()
      .flatMap {
        [
          Entry(value: $1.baseline, unit: units.unit[$0], arm: 0, pair: $0),
          Entry(value: $1.candidate, unit: units.unit[$0], arm: 1, pair: $0),
        ]
      }
      .sorted { ($0.value, $0.pair, $0.arm) < ($1.value, $1.pair, $1.arm) }
    var exchanged = Array(repeating: 0, count: units.count)
    let difference = Self.difference(pooled, exchanged, weights)
    self.difference = difference
    // Sums of the same weights in another order differ in the last bits; equal arrangements must count as
    // equal.
    let threshold = difference - 1e-12 * max(abs(difference), 1e-3)
    var generator = generator
    var reached = 0
    for drawn in 1...exchanges {
      var coins: UInt64 = 0
      for unit in exchanged.indices {
        if unit % 64 == 0 { coins = generator.next() }
        exchanged[unit] = Int(coins & 1)
        coins >>= 1
      }
      if Self.difference(pooled, exchanged, weights) >= threshold { reached += 1 }
      if reached == Self.enoughReached {
        greater = Double(reached) / Double(drawn)
        return
      }
    }
    // The observed arrangement is one of the possible draws, so the count does not start at nothing.
    greater = Double(reached + 1) / Double(exchanges + 1)
  }

  private struct Entry {
    var value: Double
    var unit: Int
    var arm: Int
    var pair: Int
  }

  // One walk over the pooled values deals them to their arms in sorted order.
  private static func difference(_ pooled: [Entry], _ exchanged: [Int], _ weights: [Double]) -> Double {
    var candidates = 0
    var difference = 0.0
    // Chosen rather than branched: which arm comes next is a coin's toss, which no processor foresees.
    for index in pooled.indices {
      let entry = pooled[index]
      let arm = entry.arm ^ exchanged[entry.unit]
      let weight = weights[arm == 0 ? index - candidates : candidates]
      difference += weight * (arm == 0 ? -entry.value : entry.value)
      candidates += arm
    }
    return difference
  }
}
