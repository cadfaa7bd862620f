import LabTimeline

/// Replying: from the commit to the last audible sample.
extension ConversationMachine {
  /// Something happened to the current reply.
  mutating func replyAdvanced(
    _ input: ConversationInput, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    switch input {
    case .replyToken(_, let text):
      guard isReplying else { return }
      reply?.append(text, turn: caller.turn, at: now, into: &actions)
    case .replyFinished(let id):
      guard isReplying else { return }
      if reply?.finish(turn: caller.turn, at: now, into: &actions) == false {
        stageFailed(.llm, reason: "empty_reply", reply: id, at: now, into: &actions)
      }
    case .playoutStarted:
      guard state == .aiThinking else { return }
      reply?.isAudible = true
      state = .aiSpeaking
      actions.append(.cancelTimer(.reply))
    case .playoutFinished:
      guard isReplying, let reply else { return }
      if !reply.isSpokenByService { context.addAssistant(reply.text) }
      endTurn(.completed, into: &actions)
      yieldFloor(at: now, into: &actions)
    case .playoutSilent(_, let heard): playoutSilent(heard: heard, at: now, into: &actions)
    default: break
    }
  }

  private var isReplying: Bool { state == .aiThinking || state == .aiSpeaking }

  /// The agent has finished; if the caller is speaking over its last words, a turn of theirs begins.
  mutating func yieldFloor(at now: LabInstant, into actions: inout [ConversationAction]) {
    if caller.heard.isSpeech { beginTurn(at: now, into: &actions) }
  }

  /// Stops asking for, synthesising and playing the current reply.
  mutating func abandonReply(into actions: inout [ConversationAction]) {
    guard let reply else { return }
    reply.abandon(into: &actions)
    actions.append(.cancelTimer(.reply))
    self.reply = nil
  }

  /// A failed stage ends the turn, not the session.
  mutating func stageFailed(
    _ stage: Stage, reason: String, reply id: ReplyID?, at now: LabInstant,
    into actions: inout [ConversationAction]
  ) {
    let concernsTurn =
      switch state {
      case .userSpeaking, .processingUserUtterance: stage == .stt || stage == .s2s
      case .aiThinking, .aiSpeaking: id != nil && id == reply?.id
      case .idle, .interrupted, .paused, .ended: false
      }
    guard concernsTurn else { return }
    abandonReply(into: &actions)
    endTurn(.failed(stage: stage, reason: reason), into: &actions)
    // What the caller is still saying belongs to the turn that speech to text has failed, not to another.
    if stage == .stt { caller.heard.isSpeech = false }
    yieldFloor(at: now, into: &actions)
  }
}
