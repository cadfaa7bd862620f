/// Whether the candidate's tail is longer than the baseline's, by exchanging the arms within pairs.
///
/// If the arms do not differ, each pair may as well have come the other way round. The difference of Harrell and
/// Davis's estimates is compared with that of seeded random exchanges (a permutation test; P. Good, "Permutation,
/// Parametric, and Bootstrap Tests of Hypotheses", 2005, chapter 3).
public struct PairedQuantileTest: Sendable, Hashable {
  /// The candidate's estimate minus the baseline's, in the unit of the values.
  public let difference: Double

  /// The probability of a difference at least this high if the arms did not differ.
  public let greater: Double

  /// Tests one quantile; nil when there are too few pairs to support it in a report.
  ///
  /// - Parameters:
  ///   - quantile: Which; p90 as a rule, p95 only with hundreds of pairs.
  ///   - pairs: Baseline and candidate of each pair, logarithms as a rule.
  ///   - generator: Where the exchanges come from.
  ///   - exchanges: How many times the pairs are exchanged at random; no probability falls below one in as many.
  public init?(
    _ quantile: Quantile, pairs: [(baseline: Double, candidate: Double)], generator: SeededGenerator,
    exchanges: Int = 10_000
  ) {
    guard pairs.count >= quantile.minimumCount else { return nil }
    let weights = HarrellDavis(probability: quantile.probability, count: pairs.count).weights
    let pooled = pairs.enumerated()
      .flatMap {
        [Entry(value: $1.baseline, pair: $0, arm: 0), Entry(value: $1.candidate, pair: $0, arm: 1)]
      }
      .sorted { ($0.value, $0.pair, $0.arm) < ($1.value, $1.pair, $1.arm) }
    var exchanged = Array(repeating: 0, count: pairs.count)
    let difference = Self.difference(pooled, exchanged, weights)
    var generator = generator
    var atLeast = 1
    // Sums of the same weights in another order differ in the last bits; equal arrangements must count as equal.
    let threshold = difference - 1e-12 * max(abs(difference), 1e-3)
    for _ in 0..<exchanges {
      for pair in exchanged.indices { exchanged[pair] = Int(generator.next() >> 63) }
      if Self.difference(pooled, exchanged, weights) >= threshold { atLeast += 1 }
    }
    self.difference = difference
    greater = Double(atLeast) / Double(exchanges + 1)
  }

  private struct Entry {
    var value: Double
    var pair: Int
    var arm: Int
  }

  // One walk over the pooled values deals them to their arms in sorted order.
  private static func difference(_ pooled: [Entry], _ exchanged: [Int], _ weights: [Double]) -> Double {
    var baselineRank = 0
    var candidateRank = 0
    var baseline = 0.0
    var candidate = 0.0
    for entry in pooled {
      if entry.arm ^ exchanged[entry.pair] == 0 {
        baseline += weights[baselineRank] * entry.value
        baselineRank += 1
      } else {
        candidate += weights[candidateRank] * entry.value
        candidateRank += 1
      }
    }
    return candidate - baseline
  }
}
