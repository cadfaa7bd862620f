import LabConversation
import LabTimeline

/// The rules of the conversation, and what they ask for until it is carried out.
struct MachineLane: Sendable {
  private(set) var rules: ConversationMachine
  private var actions = FactQueue<ConversationAction>()

  // Copied out of the rules, which are large, because they are asked for with every frame of the microphone.
  private(set) var state: ConversationState
  private(set) var turn: Int
  /// Whether what is heard over the reply may become an interruption.
  private(set) var isSuspected: Bool

  init(_ rules: ConversationMachine) {
    self.rules = rules
    state = rules.state
    turn = rules.turn
    isSuspected = rules.suspectsInterruption
  }

  /// Hands a fact to the rules.
  mutating func tell(_ input: ConversationInput, at now: LabInstant) {
    rules.handle(input, at: now, into: &actions.elements)
    state = rules.state
    turn = rules.turn
    isSuspected = rules.suspectsInterruption
  }

  /// What is to be done next; nil for nothing.
  mutating func poll() -> ConversationAction? { actions.next() }
}
