public import LabTimeline

/// What one part of the way from voice to voice contributes to the change between two cells.
public struct StageChange: Sendable, Hashable {
  /// The part's name, e.g. `llm.service`.
  public let name: String
  /// Who could make it shorter.
  public let owner: Contribution.Owner
  /// The sum of its changes over all pairs; the sums of all parts sum to the change of `turn.v2v`, exactly.
  public let totalNanoseconds: Int64
  /// Its mean change per pair, in milliseconds; positive is slower.
  public let meanMilliseconds: Double
  /// Its median change, in milliseconds. Medians do not sum to anything.
  public let medianMilliseconds: Double
  /// How much of the whole change it explains: 1 is all, more than 1 when other parts made up for some of it,
  /// negative when it went the other way; `nil` when the whole did not change.
  public let share: Double?
  /// In how many pairs it moved, and whether alike in all.
  public let movement: Movement

  /// Whether its duration differs from turn to turn, on the baseline.
  let isVarying: Bool

  /// Whether every pair moved by the same relative amount: the change of one figure, found exactly.
  public var isExact: Bool { movement.uniformChange != nil }
}
