public import LabRecord
import LabTimeline

/// Turns of a conversation that have no counterpart on the other side, and why.
public struct UnpairedTurns: Hashable, Sendable {
  /// The side that has the turns.
  public var side: Cell.Arm
  /// The conversation of the corpus.
  public var conversation: String
  /// Which repetition, from 0.
  public var iteration: Int
  /// How many turns.
  public var turns: Int
  public var reason: Reason

  /// Why turns could not be paired. The text is stable.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The other side never had the conversation.
    case conversationAbsent = "conversation_absent"
    /// The conversation was a warm-up on the other side.
    case warmupThere = "warmup_there"
    /// The conversation was cut off on the other side.
    case incompleteThere = "incomplete_there"
    /// The conversation had fewer turns on the other side.
    case turnAbsent = "turn_absent"
    /// The turn of that number took up another utterance on the other side.
    case otherUtterance = "other_utterance"

    /// What is said of the other side.
    var text: String {
      switch self {
      case .conversationAbsent: "has no such conversation"
      case .warmupThere: "had the conversation as a warm-up"
      case .incompleteThere: "was cut off in the conversation"
      case .turnAbsent: "had fewer turns in the conversation"
      case .otherUtterance: "answered another utterance in the turn of that number"
      }
    }
  }

  public init(side: Cell.Arm, conversation: String, iteration: Int, turns: Int, reason: Reason) {
    self.side = side
    self.conversation = conversation
    self.iteration = iteration
    self.turns = turns
    self.reason = reason
  }

  /// One sentence for each side and reason: how many turns, of how many conversations.
  public static func sentences(_ unpaired: [UnpairedTurns]) -> [String] {
    Cell.Arm.allCases.flatMap { side in
      Reason.allCases.compactMap { reason in
        let found = unpaired.filter { $0.side == side && $0.reason == reason }
        guard !found.isEmpty else { return nil }
        let turns = found.reduce(0) { $0 + $1.turns }
        let other = side == .candidate ? Cell.Arm.baseline : .candidate
        return "\(turns) \(turns == 1 ? "turn" : "turns") of \(found.count) "
          + "\(found.count == 1 ? "conversation" : "conversations") of the \(side.rawValue) "
          + "\(turns == 1 ? "is" : "are") left out: the \(other.rawValue) \(reason.text)."
      }
    }
  }
}
