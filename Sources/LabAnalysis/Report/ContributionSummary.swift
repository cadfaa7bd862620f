public import LabRecord
public import LabTimeline

/// A part of the voice-to-voice latency, over all turns of a cell that have one.
///
/// A turn without the part counts as zero, so that the means of all parts sum to the mean of `turn.v2v`.
public struct ContributionSummary: Hashable, Sendable, Codable {
  /// What the time went into, e.g. `llm.service`.
  public var name: String
  /// Who could make it shorter.
  public var owner: Contribution.Owner
  public var meanMilliseconds: Double
  /// The median; the medians of the parts do not sum to anything. `nil` where n cannot support it.
  @NullCodable public var p50Milliseconds: Double? = nil

  private enum CodingKeys: String, CodingKey {
    case name, owner
    case meanMilliseconds = "mean_ms"
    case p50Milliseconds = "p50_ms"
  }
}
