public import LabPlan
public import LabRecord

/// A run as it was asked for.
public struct RunRequest: Sendable {
  public var plan: RunPlan
  public var mode: RunMode
  public var selection: CellSelection
  /// Which cells to measure by their places among all candidates of the plan, whatever they are called; all
  /// when nil.
  public var places: Set<Int>?
  public var shard: RecordHeader.Shard?
  /// How many conversations are computed at once in virtual time; changes nothing but the duration.
  public var workers: Int

  public init(
    plan: RunPlan, mode: RunMode, selection: CellSelection = CellSelection(),
    places: Set<Int>? = nil, shard: RecordHeader.Shard? = nil, workers: Int = 1
  ) {
    self.places = places
    self.plan = plan
    self.mode = mode
    self.selection = selection
    self.shard = shard
    self.workers = workers
  }
}

/// What a run tells while it goes on.
public enum RunEvent: Sendable {
  /// The conversations of the run, and how many of them a resumed record already holds.
  case started(conversations: Int, alreadyDone: Int)
  /// Something that does not stop the run, in one sentence.
  case note(String)
  case turnEnded(TurnRecord)
  case conversationEnded(ConversationRecord)
}
