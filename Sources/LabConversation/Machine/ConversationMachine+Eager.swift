import LabTimeline

/// Asking for a reply before the turn is certain to be over, and what else the policy learns in a pause.
extension ConversationMachine {
  /// A reply that was asked for on a likely end, and the words that it answers.
  struct EagerReply: Sendable {
    let id: ReplyID
    let transcript: String
  }

  mutating func newReplyID() -> ReplyID {
    defer { nextReply += 1 }
    return ReplyID(nextReply)
  }

  /// The transcript changed. In a pause, that may change what the policy thinks of it.
  mutating func transcriptGrew(at now: LabInstant, into actions: inout [ConversationAction]) {
    guard state == .userSpeaking, !listening.isSpeech, listening.located != nil else {
      // A turn whose end was decided waits for its transcript: what was asked of other words is void.
      if state == .processingUserUtterance, eager?.transcript != listening.transcript {
        cancelEager(into: &actions)
      }
      return
    }
    evidence.heard(listening.transcript)
    if eager != nil, eager?.transcript != listening.transcript { cancelEager(into: &actions) }
    guard settings.endOfTurnPolicy == .adaptive || settings.enableEagerLLM else { return }
    awaitEndpoint(at: now, into: &actions)
  }

  /// The caller was heard again: nothing is over.
  mutating func callerGoesOn(into actions: inout [ConversationAction]) {
    if settings.enableEagerLLM { actions.append(.cancelTimer(.eager)) }
    cancelEager(into: &actions)
    evidence.heard(listening.transcript)
    evidence.pauseEnded()
  }

  /// Waits for a part of the silence that ends the turn.
  func awaitEager(
    after pause: Duration, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    guard settings.enableEagerLLM, eager == nil, let located = listening.located else { return }
    let share = Duration.nanoseconds(Int64(Double(pause.nanoseconds) * settings.eagerPauseShare))
    actions.append(.startTimer(.eager, after: max(.zero, located.advanced(by: share) - now)))
  }

  /// The turn has probably ended: asks for a reply to what was understood so far.
  mutating func askEagerly(at now: LabInstant, into actions: inout [ConversationAction]) {
    guard settings.enableEagerLLM, state == .userSpeaking else { return }
    let transcript = listening.transcript
    guard !transcript.isEmpty, eager?.transcript != transcript else { return }
    cancelEager(into: &actions)
    let id = newReplyID()
    eager = EagerReply(id: id, transcript: transcript)
    var context = context
    context.addUser(transcript)
    actions.append(.requestEagerReply(id, turn: turn, messages: context.messages()))
  }

  /// The reply that was asked for eagerly, if it answers what was said; otherwise it is abandoned.
  mutating func takeEager(
    answering transcript: String, into actions: inout [ConversationAction]
  ) -> ReplyID? {
    guard let eager, eager.transcript == transcript else {
      cancelEager(into: &actions)
      return nil
    }
    self.eager = nil
    return eager.id
  }

  mutating func cancelEager(into actions: inout [ConversationAction]) {
    guard let eager else { return }
    self.eager = nil
    actions.append(.cancelEagerReply(eager.id))
  }
}
