public import LabCost
public import LabRecord
public import LabTimeline

/// What one value of an axis adds to the caller's wait, against the value that the plan names first, all else
/// equal.
///
/// Turns are held against each other one by one: the same conversation, repeat and turn, in two cells that
/// differ on this axis alone. Of a run with a baseline, the cells of the candidate are looked at; the arms
/// have comparisons of their own.
public struct ChoiceEffect: Hashable, Sendable {
  /// The axis of the matrix, such as `network`.
  public var axis: String
  public var value: String
  /// The first value of the axis in the plan.
  public var reference: String
  /// The cells with the value that have a counterpart with the reference.
  public var cells: Int
  /// The turns that have a voice-to-voice latency in both cells of a pair.
  public var turns: Int
  /// The median of the changes of voice to voice from the reference to the value, turn by turn, in
  /// milliseconds.
  public var medianMilliseconds: Double
  /// Its 95 % interval over conversations, from lower to upper; `nil` when there are too few of them.
  @NullCodable public var medianInterval: [Double]? = nil
  /// The mean of the changes, in milliseconds.
  public var meanMilliseconds: Double
  /// The mean change of each owner's parts, in the order of owners; they sum to the mean.
  public var owners: [OwnerChange]
  /// Failed and missed turns in the cells with the value, and in their counterparts.
  public var lost: Int
  public var referenceLost: Int
  /// The mean change of US dollars per hour over the cells; `nil` when one of them is unpriced.
  @NullCodable public var usdPerHourChange: Dollars? = nil

  /// An owner's part of the change.
  public struct OwnerChange: Hashable, Sendable, Codable {
    public var owner: Contribution.Owner
    public var meanMilliseconds: Double

    private enum CodingKeys: String, CodingKey {
      case owner
      case meanMilliseconds = "mean_ms"
    }
  }
}

extension ChoiceEffect: Codable {
  private enum CodingKeys: String, CodingKey {
    case axis, value, reference, cells, turns, owners
    case medianMilliseconds = "v2v_change_p50_ms"
    case medianInterval = "v2v_change_p50_ci95_ms"
    case meanMilliseconds = "v2v_change_mean_ms"
    case lost = "lost_turns"
    case referenceLost = "reference_lost_turns"
    case usdPerHourChange = "usd_per_hour_change"
  }
}
