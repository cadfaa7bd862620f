public import LabTimeline

/// What a conversation says of itself when it calls emulated services that go wrong by plan.
public struct CallAnnouncement: Hashable, Sendable {
  /// Unlike that of any other conversation of the run.
  public var conversation: String
  /// The name that its services draw by.
  public var session: String
  /// Who is called by each stage.
  public var providers: [Stage: String]

  public init(conversation: String, session: String, providers: [Stage: String]) {
    self.conversation = conversation
    self.session = session
    self.providers = providers
  }
}
