import LabConversation
import LabTimeline

/// The rules of the conversation, and what they ask for until it is carried out.
struct MachineLane: Sendable {
  private(set) var rules: ConversationMachine
  private var actions = FactQueue<ConversationAction>()

  init(_ rules: ConversationMachine) { self.rules = rules }

  var state: ConversationState { rules.state }
  var turn: Int { rules.turn }

  /// Hands a fact to the rules.
  mutating func tell(_ input: ConversationInput, at now: LabInstant) {
    rules.handle(input, at: now, into: &actions.elements)
  }

  /// What is to be done next; nil for nothing.
  mutating func poll() -> ConversationAction? { actions.next() }
}
