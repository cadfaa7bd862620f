import LabStatistics

/// How many turns failed or were missed on either side.
public struct LostTurns: Sendable, Hashable {
  /// The turns that were looked at on each side; of pairs, as many on both.
  public let baselineTurns: Int
  public let candidateTurns: Int
  public let baselineLost: Int
  public let candidateLost: Int
  /// Pairs in which only one side lost the turn; `nil` when nothing is paired.
  public let baselineOnly: Int?
  public let candidateOnly: Int?
  /// The two-sided probability of a difference at least as clear if both sides lost turns equally often,
  /// exact: McNemar's test for pairs, Fisher's for unpaired turns.
  public let probability: Double

  /// Whether the candidate lost more than chance would make it lose, at 5 %.
  public var isCandidateWorse: Bool { probability <= 0.05 && candidateRate > baselineRate }

  private var baselineRate: Double { Double(baselineLost) / Double(max(baselineTurns, 1)) }
  private var candidateRate: Double { Double(candidateLost) / Double(max(candidateTurns, 1)) }

  /// Counts the turns of pairs.
  init(pairs: [PairedTurn]) {
    let lost = pairs.map { ($0.baseline.hasFailed ? 1.0 : 0, $0.candidate.hasFailed ? 1.0 : 0) }
    let forward = ExceedanceTest(limit: 0.5, pairs: lost.map { (baseline: $0.0, candidate: $0.1) })
    let backward = ExceedanceTest(limit: 0.5, pairs: lost.map { (baseline: $0.1, candidate: $0.0) })
    baselineTurns = pairs.count
    candidateTurns = pairs.count
    baselineLost = pairs.count { $0.baseline.hasFailed }
    candidateLost = pairs.count { $0.candidate.hasFailed }
    baselineOnly = forward.baselineOnly
    candidateOnly = forward.candidateOnly
    probability = min(1, 2 * min(forward.greater, backward.greater))
  }

  /// Counts the turns of two sides that have nothing to do with each other.
  init(baseline: [MeasuredTurn], candidate: [MeasuredTurn]) {
    baselineTurns = baseline.count
    candidateTurns = candidate.count
    baselineLost = baseline.count(where: \.hasFailed)
    candidateLost = candidate.count(where: \.hasFailed)
    baselineOnly = nil
    candidateOnly = nil
    probability = FisherTest.twoSided(
      baselineLost, of: baselineTurns, candidateLost, of: candidateTurns)
  }
}

/// Whether two shares differ: R. A. Fisher's exact test, "Statistical Methods for Research Workers", 1934,
/// section 21.02.
enum FisherTest {
  /// Twice the smaller tail of the hypergeometric distribution, at most 1.
  static func twoSided(_ first: Int, of firstTotal: Int, _ second: Int, of secondTotal: Int) -> Double {
    let lost = first + second
    let low = max(0, lost - firstTotal)
    let high = min(lost, secondTotal)
    // Relative to the first term; each follows from the one before.
    var weights = [1.0]
    for count in stride(from: low, to: high, by: 1) {
      let up = Double(lost - count) * Double(secondTotal - count)
      let down = Double(count + 1) * Double(firstTotal - lost + count + 1)
      weights.append(weights[weights.count - 1] * (up / down))
      // Kept in range; terms that vanish beside the largest do not count.
      if weights[weights.count - 1] > 1e200 { weights = weights.map { $0 * 1e-200 } }
    }
    let total = weights.reduce(0, +)
    let atLeast = weights[(second - low)...].reduce(0, +) / total
    let atMost = weights[...(second - low)].reduce(0, +) / total
    return min(1, 2 * min(atLeast, atMost))
  }
}
