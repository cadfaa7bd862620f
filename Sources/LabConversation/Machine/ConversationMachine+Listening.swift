import LabTimeline

/// Listening: from the first sound of the caller to the commit of their turn.
extension ConversationMachine {
  mutating func speechStarted(
    confidence: Double, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    listening.isSpeech = true
    listening.located = nil
    callerGoesOn(into: &actions)
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
    turn += 1
    state = .userSpeaking
    listening = Listening(began: now, isSpeech: true)
    evidence.beginTurn()
    actions.append(.beginTurn(turn))
    actions.append(.record(.speechDetected, turn: turn, at: now))
    actions.append(.startTimer(.maximumTurn, after: settings.maxTurnDuration))
  }

  mutating func speechEnded(
    located: LabInstant, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    listening.isSpeech = false
    listening.located = located
    guard state == .userSpeaking, let began = listening.began else { return }
    actions.append(.record(.speechEndLocated, turn: turn, at: located))
    actions.append(.record(.speechEndDetected, turn: turn, at: now))
    // A service that is asked to settle is not heard on whether the turn is over.
    let settlesAtOnce = settings.sttFinalize == .onSpeechEnd && settings.endOfTurnPolicy != .provider
    if settlesAtOnce, !listening.isSettled {
      listening.finalizeSent = now
      actions.append(.finalizeTranscript(turn: turn))
    }
    evidence.heard(listening.transcript)
    evidence.pauseBegan(melody: melody, after: located - began)
    melody = nil
    awaitEndpoint(at: now, into: &actions)
  }

  /// Waits for the silence that ends the turn.
  ///
  /// It is counted from where speech ended, not from when that was noticed: the detector's hangover is part
  /// of the wait, not an addition to it.
  func awaitEndpoint(at now: LabInstant, into actions: inout [ConversationAction]) {
    guard let located = listening.located, let began = listening.began else { return }
    let pause = settings.neededPause(evidence.scores)
    let due = max(located.advanced(by: pause), began.advanced(by: settings.minTurnDuration))
    actions.append(.startTimer(.endpoint, after: max(.zero, due - now)))
    awaitEager(after: pause, at: now, into: &actions)
  }

  mutating func finalTranscript(
    _ text: String, answers: Bool, settles: Bool, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    // A final after the commit belongs to words that the turn did not wait for.
    guard
      state == .userSpeaking || state == .processingUserUtterance || state == .interrupted
        || listening.isSuspected
    else { return }
    // What was said after the request is not settled by its answer, however late that comes.
    listening.settle(text, settles: settles, at: answers ? listening.finalizeSent ?? now : now)
    transcriptGrew(at: now, into: &actions)
    if state != .interrupted, !listening.isSuspected, turn >= 0 {
      actions.append(.record(.sttFinal, turn: turn, at: now))
    }
    if state == .processingUserUtterance, listening.isSettled { commit(at: now, into: &actions) }
  }

  /// What was said is settled already, and no transcript arrived: nothing is recorded, and the wait for one
  /// is over.
  mutating func nothingToSettle(at now: LabInstant, into actions: inout [ConversationAction]) {
    guard state == .userSpeaking || state == .processingUserUtterance else { return }
    if listening.partial.isEmpty { listening.settledAt = listening.finalizeSent ?? now }
    if state == .processingUserUtterance, listening.isSettled { commit(at: now, into: &actions) }
  }

  mutating func providerEndOfTurn(at now: LabInstant, into actions: inout [ConversationAction]) {
    guard settings.enableSemanticTurnDetection || settings.endOfTurnPolicy == .provider,
      state == .userSpeaking
    else { return }
    endpointReached(at: now, into: &actions)
  }

  mutating func endpointReached(at now: LabInstant, into actions: inout [ConversationAction]) {
    guard state == .userSpeaking else { return }
    actions.append(.record(.endpointReached, turn: turn, at: now))
    actions.append(.cancelTimer(.endpoint))
    if settings.enableEagerLLM { actions.append(.cancelTimer(.eager)) }
    actions.append(.cancelTimer(.maximumTurn))
    state = .processingUserUtterance
    if listening.located == nil { listening.located = now }
    if listening.isSettled { return commit(at: now, into: &actions) }
    let settlesNow =
      settings.sttFinalize == .onEndpoint
      || settings.endOfTurnPolicy == .provider && settings.sttFinalize != .never
    if settlesNow || listening.isSpeech {
      listening.finalizeSent = now
      actions.append(.finalizeTranscript(turn: turn))
    }
    actions.append(.startTimer(.transcript, after: settings.transcriptTimeout))
  }

  mutating func commit(at now: LabInstant, into actions: inout [ConversationAction]) {
    actions.append(.cancelTimer(.transcript))
    let transcript = listening.transcript
    guard !transcript.isEmpty else {
      return endTurn(.missed(reason: "nothing_understood"), into: &actions)
    }
    actions.append(.record(.turnCommitted, turn: turn, at: now))
    context.addUser(transcript)
    let id = takeEager(answering: transcript, into: &actions) ?? newReplyID()
    reply = Reply(id: id, chunker: SpeechChunker(settings: settings))
    state = .aiThinking
    actions.append(
      .requestReply(id, turn: turn, messages: context.messages(), transcript: transcript))
    actions.append(.startTimer(.reply, after: settings.replyTimeout))
  }

  /// The service that hears the caller answers by itself: the turn is committed, and nothing is asked for.
  mutating func turnTaken(
    located: LabInstant?, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    listening.isSpeech = false
    guard state == .userSpeaking else { return }
    if let located { actions.append(.record(.speechEndLocated, turn: turn, at: located)) }
    for kind in [TurnEvent.Kind.speechEndDetected, .endpointReached, .turnCommitted] {
      actions.append(.record(kind, turn: turn, at: now))
    }
    actions.append(.cancelTimer(.maximumTurn))
    let id = ReplyID(nextReply)
    nextReply += 1
    reply = Reply(id: id, chunker: SpeechChunker(settings: settings), isSpokenByService: true)
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
    listening.settledAt = nil
    actions.append(.startTimer(.maximumTurn, after: settings.maxTurnDuration))
  }

  mutating func endTurn(_ outcome: TurnOutcome, into actions: inout [ConversationAction]) {
    cancelEager(into: &actions)
    for timer in timers where timer != .session {
      actions.append(.cancelTimer(timer))
    }
    actions.append(.endTurn(turn, outcome))
    reply = nil
    state = .idle
    listening = Listening(isSpeech: listening.isSpeech)
  }
}

extension ConversationMachine.Listening {
  /// Everything that was said up to where speech ended is settled.
  var isSettled: Bool {
    guard let settledAt, let located, partial.isEmpty else { return false }
    return settledAt >= located
  }

  /// The caller's words so far, the unsettled ones included.
  var transcript: String {
    (settled + [partial]).filter { !$0.isEmpty }.joined(separator: " ")
  }

  mutating func hear(partial text: String) {
    partial = text
  }

  mutating func settle(_ text: String, settles: Bool, at now: LabInstant) {
    if !text.isEmpty { settled.append(text) }
    partial = ""
    if settles { settledAt = now }
  }
}
