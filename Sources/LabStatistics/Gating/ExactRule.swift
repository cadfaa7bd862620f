/// When a candidate counts as slower offline, where the same seed draws the same latencies for both arms.
///
/// Nothing is left to chance there, so nothing is tested: FAIL when the median relative change exceeds the
/// limit, which may be 0, and PASS otherwise. What single pairs did is told beside it.
public struct ExactRule: PairedRule, Hashable {
  /// The relative slowdown that is allowed: 0.01 is one per cent.
  public var limit: Double
  /// The fewest pairs that are judged.
  public var minimumPairs: Int

  /// A ratio of two times errs in its last digits; a change has to exceed the limit by more than that.
  private static let rounding = 1e-9

  /// Stands in for the change of a turn that failed on one arm; finite, so that two of them have a mean.
  private static let beyondEveryChange = 1e300

  public init(limit: Double = 0, minimumPairs: Int = 1) {
    self.limit = limit
    self.minimumPairs = minimumPairs
  }

  /// Judges the pairs; neither the look nor the generator changes what exact numbers say.
  public func judge(
    _ latencies: PairedLatencies, look: Look, generator: SeededGenerator
  ) -> RelativeJudgement {
    let judged = latencies.judged
    var judgement = RelativeJudgement(
      verdict: .error, reason: .noPairs, pairs: judged.count,
      conversations: Set(judged.map(\.conversation)).count, lost: latencies.lost, level: 0)
    guard !judged.isEmpty else { return judgement }
    let changes = judged.compactMap(Self.relativeChange)
    guard changes.count == judged.count else {
      judgement.reason = .notPositive(count: judged.count - changes.count)
      return judgement
    }
    let median = Median.of(changes)
    judgement.shift = abs(median) < Self.beyondEveryChange / 4 ? median : nil
    judgement.movement = Self.movement(judged)
    if judged.count < minimumPairs {
      (judgement.verdict, judgement.reason) = (.inconclusive, .tooFewPairs(needed: minimumPairs))
    } else if median > limit + Self.rounding {
      (judgement.verdict, judgement.reason) = (.fail, .slower)
    } else {
      (judgement.verdict, judgement.reason) = (.pass, .withinLimit)
    }
    return judgement
  }

  /// Nil when there is no relative change because the baseline is not positive; beyond every change when one
  /// arm failed.
  private static func relativeChange(_ pair: PairedLatencies.Pair) -> Double? {
    guard let candidate = pair.candidate else { return beyondEveryChange }
    guard let baseline = pair.baseline else { return -beyondEveryChange }
    if candidate == baseline { return 0 }
    guard baseline > 0, candidate.isFinite else { return nil }
    return candidate / baseline - 1
  }

  private static func movement(_ pairs: [PairedLatencies.Pair]) -> RelativeJudgement.Movement? {
    let both = pairs.compactMap { pair in
      pair.baseline.flatMap { baseline in pair.candidate.map { (baseline: baseline, change: $0 - baseline) } }
    }
    let changes = both.map(\.change)
    guard let smallest = changes.min(), let largest = changes.max() else { return nil }
    let longest = both.map { abs($0.baseline) }.max() ?? 0
    return RelativeJudgement.Movement(
      slower: changes.count { $0 > 0 }, faster: changes.count { $0 < 0 },
      isUniform: largest - smallest <= rounding * longest && !changes.contains(0),
      smallest: smallest, largest: largest)
  }
}
