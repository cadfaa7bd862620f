public import LabTimeline

/// When a conversation of an open arrival was due and when it began, on the run's clock.
///
/// The run's clock shows zero when the run begins. A run that is resumed sets it to where its schedule goes
/// on, so that both instants of a conversation can always be compared.
public struct ConversationArrival: Hashable, Sendable, Codable {
  /// When the schedule wanted the conversation to begin, however busy the system was.
  public var intended: LabInstant
  /// When it began: the origin of the conversation's own clock.
  public var started: LabInstant

  public init(intended: LabInstant, started: LabInstant) {
    self.intended = intended
    self.started = started
  }

  /// How long the caller waited for a free line.
  public var wait: Duration { started - intended }

  private enum CodingKeys: String, CodingKey {
    case intended = "intended_ns"
    case started = "started_ns"
  }
}
