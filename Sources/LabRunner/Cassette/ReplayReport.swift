import LabCassette
public import LabRecord
import LabTimeline

/// Which conversations of an exact replay went on differently from the recorded ones: the content of
/// `replay.json`.
public struct ReplayReport: Encodable, Sendable {
  /// The file's name in the run folder.
  public static let fileName = "replay.json"

  /// A conversation, and the first thing that it did differently.
  public struct Line: Encodable, Sendable {
    public var conversation: ConversationIdentity
    public var milliseconds: Double
    public var what: String

    private enum CodingKeys: String, CodingKey {
      case conversation, what
      case milliseconds = "at_ms"
    }
  }

  public var schema = "turnlab.replay/1"
  public var conversations: Int
  public var asRecorded: Int
  public var deviations: [Line]

  private enum CodingKeys: String, CodingKey {
    case schema, conversations, deviations
    case asRecorded = "as_recorded"
  }

  /// - Parameter runner: After its run.
  public init(of runner: PlanRunner) {
    conversations = runner.conversations.count
    deviations = runner.deviations.all.map {
      Line(
        conversation: $0.conversation, milliseconds: Double($0.deviation.at.nanoseconds) / 1e6,
        what: $0.deviation.what)
    }
    asRecorded = conversations - deviations.count
  }

  /// What there is to say, one sentence or two.
  public var sentences: [String] {
    let count = "\(asRecorded) of \(counted(conversations, "conversation")) went on as recorded."
    guard let first = deviations.first else { return [count] }
    return [
      count,
      "Conversation \(first.conversation.position), after \(first.milliseconds) ms: \(first.what). From there on, what "
        + "arrives keeps its distance from what it answers.",
    ]
  }
}
