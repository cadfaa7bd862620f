/// How single pairs moved, to the nanosecond: what virtual time allows to ask, because it has no noise.
public struct Movement: Sendable, Hashable {
  /// Pairs in which the candidate took longer.
  public let slower: Int
  /// Pairs in which the candidate took less long.
  public let faster: Int
  /// Pairs that did not move by a nanosecond.
  public let unmoved: Int
  /// The relative change that every pair made alike: 0.01 is one per cent slower.
  ///
  /// Draws are rounded to whole nanoseconds, so that pairs count as alike when one factor explains all of
  /// them within half a nanosecond on either side. Pairs in which both sides are zero, because the stage was
  /// not there, do not count. `nil` when there is no such factor, when nothing moved, and for fewer than two
  /// pairs.
  public let uniformChange: Double?
  /// The milliseconds by which every pair moved alike, within a nanosecond; `nil` as above.
  public let uniformMilliseconds: Double?

  /// Pairs that moved at all.
  public var moved: Int { slower + faster }

  /// Looks at pairs of durations.
  ///
  /// - Parameter nanoseconds: Baseline and candidate of each pair.
  public init(nanoseconds pairs: [(baseline: Int64, candidate: Int64)]) {
    slower = pairs.count { $0.candidate > $0.baseline }
    faster = pairs.count { $0.candidate < $0.baseline }
    unmoved = pairs.count - slower - faster
    let present = pairs.filter { $0.baseline != 0 || $0.candidate != 0 }
    let isUniform = present.count >= 2 && (slower == present.count || faster == present.count)
    uniformChange = isUniform ? Self.commonFactor(present).map { $0 - 1 } : nil
    uniformMilliseconds = isUniform ? Self.commonDifference(present) : nil
  }

  /// A factor between the unrounded values that no pair contradicts.
  private static func commonFactor(_ pairs: [(baseline: Int64, candidate: Int64)]) -> Double? {
    guard pairs.allSatisfy({ $0.baseline > 0 && $0.candidate > 0 }) else { return nil }
    let least = pairs.map { (Double($0.candidate) - 0.5) / (Double($0.baseline) + 0.5) }.max() ?? 0
    let greatest = pairs.map { (Double($0.candidate) + 0.5) / (Double($0.baseline) - 0.5) }.min() ?? 0
    return least <= greatest ? (least + greatest) / 2 : nil
  }

  private static func commonDifference(_ pairs: [(baseline: Int64, candidate: Int64)]) -> Double? {
    let differences = pairs.map { $0.candidate - $0.baseline }
    guard let least = differences.min(), let greatest = differences.max(), greatest - least <= 1 else {
      return nil
    }
    return Double(least + greatest) / 2e6
  }
}
