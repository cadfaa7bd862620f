public import LabTimeline

/// A run as it was asked for.
public struct RunRequest: Sendable {
  public var plan: RunPlan
  public var mode: RunMode
  public var selection: CellSelection
  public var shard: RecordHeader.Shard?
  /// How many conversations are computed at once in virtual time; changes nothing but the duration.
  public var workers: Int

  public init(
    plan: RunPlan, mode: RunMode, selection: CellSelection = CellSelection(),
    shard: RecordHeader.Shard? = nil, workers: Int = 1
  ) {
    self.plan = plan
    self.mode = mode
    self.selection = selection
    self.shard = shard
    self.workers = workers
  }
}

/// What a run tells while it goes on.
public enum RunEvent: Sendable {
  /// So many conversations are there to be had, of which so many were found in a resumed record.
  case started(conversations: Int, alreadyDone: Int)
  case turnEnded(TurnRecord)
  case conversationEnded(ConversationRecord)
}
