import LabTimeline

/// Listening: from the first sound of the caller to the commit of their turn.
extension ConversationMachine {
  mutating func speechStarted(
    confidence: Double, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    caller.goesOn(into: &actions)
    switch state {
    case .idle: beginTurn(at: now, into: &actions)
    case .userSpeaking: actions.append(.cancelTimer(.endpoint))
    case .processingUserUtterance:
      // Not committed yet, so the caller simply goes on.
      actions.append(.cancelTimer(.transcript))
      actions.append(.startTimer(.maximumTurn, after: settings.maxTurnDuration))
      state = .userSpeaking
    case .aiThinking: if settings.enableInterruptions { reopenTurn(at: now, into: &actions) }
    case .aiSpeaking: considerInterruption(confidence: confidence, at: now, into: &actions)
    case .interrupted, .paused, .ended: break
    }
  }

  mutating func beginTurn(at now: LabInstant, into actions: inout [ConversationAction]) {
    state = .userSpeaking
    caller.begin(at: now, into: &actions)
  }

  mutating func speechEnded(
    located: LabInstant, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    caller.heard.isSpeech = false
    caller.heard.located = located
    if state == .userSpeaking { caller.paused(at: now, into: &actions) }
  }

  mutating func finalTranscript(
    _ text: String, answers: Bool, settles: Bool, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    // A final after the commit belongs to words that the turn did not wait for.
    guard
      state == .userSpeaking || state == .processingUserUtterance || state == .interrupted
        || caller.heard.isSuspected
    else { return }
    // What was said after the request is not settled by its answer, however late that comes.
    caller.heard.settle(text, settles: settles, at: answers ? caller.heard.finalizeSent ?? now : now)
    caller.transcriptGrew(in: state, at: now, into: &actions)
    if state != .interrupted, !caller.heard.isSuspected, turn >= 0 {
      actions.append(.record(.sttFinal, turn: turn, at: now))
    }
    if state == .processingUserUtterance, caller.heard.isSettled { commit(at: now, into: &actions) }
  }

  /// What was said is settled already, and no transcript arrived: nothing is recorded, and the wait for one
  /// is over.
  mutating func nothingToSettle(at now: LabInstant, into actions: inout [ConversationAction]) {
    guard state == .userSpeaking || state == .processingUserUtterance else { return }
    if caller.heard.partial.isEmpty { caller.heard.settledAt = caller.heard.finalizeSent ?? now }
    if state == .processingUserUtterance, caller.heard.isSettled { commit(at: now, into: &actions) }
  }

  mutating func providerEndOfTurn(at now: LabInstant, into actions: inout [ConversationAction]) {
    guard settings.enableSemanticTurnDetection || settings.endOfTurnPolicy == .provider,
      state == .userSpeaking
    else { return }
    endpointReached(at: now, into: &actions)
  }

  mutating func endpointReached(at now: LabInstant, into actions: inout [ConversationAction]) {
    guard state == .userSpeaking else { return }
    state = .processingUserUtterance
    if caller.end(at: now, into: &actions) { commit(at: now, into: &actions) }
  }

  mutating func commit(at now: LabInstant, into actions: inout [ConversationAction]) {
    actions.append(.cancelTimer(.transcript))
    let transcript = caller.heard.transcript
    guard !transcript.isEmpty else {
      return endTurn(.missed(reason: "nothing_understood"), into: &actions)
    }
    actions.append(.record(.turnCommitted, turn: turn, at: now))
    context.addUser(transcript)
    let id = caller.takeEager(answering: transcript, into: &actions) ?? newReplyID()
    reply = AgentReply(id: id, settings: settings)
    state = .aiThinking
    actions.append(
      .requestReply(id, turn: turn, messages: context.messages(), transcript: transcript))
    actions.append(.startTimer(.reply, after: settings.replyTimeout))
  }

  /// The service that hears the caller answers by itself: the turn is committed, and nothing is asked for.
  mutating func turnTaken(
    located: LabInstant?, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    caller.heard.isSpeech = false
    guard state == .userSpeaking else { return }
    caller.taken(located: located, at: now, into: &actions)
    let id = newReplyID()
    reply = AgentReply(id: id, settings: settings, isSpokenByService: true)
    state = .aiThinking
    actions.append(.awaitReply(id, turn: turn))
    actions.append(.startTimer(.reply, after: settings.replyTimeout))
  }

  /// The caller goes on after the commit and before anything was audible: the turn is taken back.
  private mutating func reopenTurn(at now: LabInstant, into actions: inout [ConversationAction]) {
    actions.append(.record(.turnReopened, turn: turn, at: now))
    // What was said to a service that answers by itself is not in the context.
    if reply?.isSpokenByService != true { context.removeLastUser() }
    abandonReply(into: &actions)
    actions.append(.forgetReply(turn: turn))
    state = .userSpeaking
    caller.heard.settledAt = nil
    actions.append(.startTimer(.maximumTurn, after: settings.maxTurnDuration))
  }

  mutating func endTurn(_ outcome: TurnOutcome, into actions: inout [ConversationAction]) {
    caller.cancelEager(into: &actions)
    for timer in timers where timer != .session {
      actions.append(.cancelTimer(timer))
    }
    actions.append(.endTurn(turn, outcome))
    reply = nil
    state = .idle
    caller.heard = HeardWords(isSpeech: caller.heard.isSpeech)
  }
}
