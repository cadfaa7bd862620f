import LabTimeline

/// Asking for a reply before the turn is certain to be over.
extension ConversationMachine {
  mutating func newReplyID() -> ReplyID {
    defer { nextReply += 1 }
    return ReplyID(nextReply)
  }

  /// The turn has probably ended: asks for a reply to what was understood so far.
  mutating func askEagerly(into actions: inout [ConversationAction]) {
    guard settings.enableEagerLLM, state == .userSpeaking else { return }
    let transcript = caller.heard.transcript
    guard !transcript.isEmpty, caller.eager?.transcript != transcript else { return }
    caller.cancelEager(into: &actions)
    let id = newReplyID()
    caller.eager = CallerTurn.EagerReply(id: id, transcript: transcript)
    var context = context
    context.addUser(transcript)
    actions.append(.requestEagerReply(id, turn: turn, messages: context.messages()))
  }
}
