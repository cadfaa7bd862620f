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
      reply?.text += text
      guard reply?.isSpokenByService == false else { return }
      speak(reply?.chunker.append(text) ?? [], at: now, into: &actions)
    case .replyFinished(let id):
      guard isReplying else { return }
      replyFinished(id, at: now, into: &actions)
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

  /// Speaks chunks as they become ready, or keeps them for the end when synthesis is not eager.
  private mutating func speak(
    _ chunks: [String], at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    guard let id = reply?.id, settings.enableEagerTTS || reply?.isTextComplete == true else { return }
    for chunk in chunks {
      let index = reply?.chunks.count ?? 0
      if index == 0 { actions.append(.record(.llmFirstSentence, turn: turn, at: now)) }
      reply?.chunks.append(chunk)
      actions.append(.speak(ChunkID(reply: id, index: index), chunk))
    }
  }

  private mutating func replyFinished(
    _ id: ReplyID, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    reply?.isTextComplete = true
    if reply?.isSpokenByService == true {
      actions.append(.record(.llmDone, turn: turn, at: now))
      return actions.append(.finishSpeaking(id))
    }
    actions.append(.record(.llmDone, turn: turn, at: now))
    let rest = reply?.chunker.finish() ?? []
    let whole = reply?.text.trimmed ?? ""
    speak(settings.enableEagerTTS ? rest : [whole].filter { !$0.isEmpty }, at: now, into: &actions)
    if reply?.chunks.isEmpty == true {
      return stageFailed(.llm, reason: "empty_reply", reply: id, at: now, into: &actions)
    }
    actions.append(.finishSpeaking(id))
  }

  /// The agent has finished; if the caller is speaking over its last words, a turn of theirs begins.
  mutating func yieldFloor(at now: LabInstant, into actions: inout [ConversationAction]) {
    if listening.isSpeech { beginTurn(at: now, into: &actions) }
  }

  /// Stops asking for, synthesising and playing the current reply.
  mutating func abandonReply(into actions: inout [ConversationAction]) {
    guard let reply else { return }
    if !reply.isTextComplete { actions.append(.cancelReply(reply.id)) }
    if !reply.chunks.isEmpty || reply.isSpokenByService {
      actions.append(.clearSpeech(reply.id))
      actions.append(.clearPlayout(reply.id))
    }
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
    if stage == .stt { listening.isSpeech = false }
    yieldFloor(at: now, into: &actions)
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
