import LabTimeline

/// Interruption, pause and end.
extension ConversationMachine {
  /// Speech while the agent speaks: an interruption when it is confident enough and not too soon after the
  /// last.
  ///
  /// The selective policy is told by a judge instead. A service that hears and speaks by itself judges for
  /// itself.
  mutating func considerInterruption(
    confidence: Double, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    let isDecided = settings.bargeInPolicy == .immediate || reply?.isSpokenByService == true
    guard isDecided, mayInterrupt(at: now),
      confidence >= max(settings.bargeInThreshold, settings.interruptionVADThreshold)
    else { return }
    listening = Listening(began: now, isSpeech: true)
    interrupt(at: now, into: &actions)
  }

  private func mayInterrupt(at now: LabInstant) -> Bool {
    guard settings.enableBargeIn, settings.enableInterruptions else { return false }
    guard let lastInterruption else { return true }
    return now >= lastInterruption.advanced(by: settings.interruptionCooldown)
  }

  /// The reply is held until it is clear whether the caller wants the floor.
  mutating func suspectInterruption(
    began: LabInstant, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    guard state == .aiSpeaking, let reply, mayInterrupt(at: now) else { return }
    listening = Listening(began: began, isSpeech: true, isSuspected: true)
    actions.append(.holdPlayout(reply.id))
  }

  /// The caller takes the floor; what they said meanwhile belongs to their turn.
  mutating func confirmInterruption(at now: LabInstant, into actions: inout [ConversationAction]) {
    guard state == .aiSpeaking, reply != nil, mayInterrupt(at: now) else { return }
    if !listening.isSuspected { listening = Listening(began: now, isSpeech: listening.isSpeech) }
    if listening.began == nil { listening.began = now }
    listening.isSuspected = false
    interrupt(at: now, into: &actions)
  }

  /// The reply goes on. What was heard does not wait for the floor.
  mutating func dismissInterruption(into actions: inout [ConversationAction]) {
    guard state == .aiSpeaking, let reply, listening.isSuspected else { return }
    listening = Listening()
    actions.append(.resumePlayout(reply.id))
  }

  /// Whether the reply is held, or would be if there were a way to.
  public var suspectsInterruption: Bool { listening.isSuspected }

  /// What the caller was heard to say since the agent began to speak, settled or not.
  public var wordsOverReply: String { listening.transcript }

  /// How many words of the reply, as far as it was cut into chunks, nobody heard.
  public func wordsUnheard(heard: HeardReply) -> Int {
    guard let reply else { return 0 }
    let all = reply.chunks.reduce(0) { $0 + $1.split(separator: " ").count }
    return max(0, all - reply.text(heard: heard).split(separator: " ").count)
  }

  private mutating func interrupt(at now: LabInstant, into actions: inout [ConversationAction]) {
    guard let reply else { return }
    lastInterruption = now
    state = .interrupted
    actions.append(.record(.bargeInDetected, turn: turn, at: now))
    if !reply.isTextComplete { actions.append(.cancelReply(reply.id)) }
    if settings.ttsClearOnInterrupt {
      actions.append(.record(.ttsCancelled, turn: turn, at: now))
      actions.append(.clearSpeech(reply.id))
    }
    actions.append(.clearPlayout(reply.id))
  }

  /// The sink is silent: the interrupted turn ends and the caller's begins.
  mutating func playoutSilent(
    heard: HeardReply, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    guard state == .interrupted, let reply else { return }
    actions.append(.record(.playoutSilent, turn: turn, at: now))
    if !reply.isSpokenByService { context.addInterruptedAssistant(heard: reply.text(heard: heard)) }
    let caller = listening
    endTurn(.interrupted, into: &actions)
    beginTurn(at: caller.began ?? now, into: &actions)
    listening = caller
    if !caller.isSpeech, let located = caller.located {
      speechEnded(located: located, at: now, into: &actions)
    }
  }

  /// The timers that can run.
  var timers: [ConversationTimer] {
    ConversationTimer.allCases.filter { $0 != .eager || settings.enableEagerLLM }
  }

  mutating func pause(into actions: inout [ConversationAction]) {
    abandonReply(into: &actions)
    if state != .idle { endTurn(.interrupted, into: &actions) }
    listening.isSpeech = false
    state = .paused
  }

  mutating func end(into actions: inout [ConversationAction]) {
    abandonReply(into: &actions)
    if state != .idle, state != .paused { endTurn(.interrupted, into: &actions) }
    for timer in timers { actions.append(.cancelTimer(timer)) }
    state = .ended
  }
}

extension ConversationMachine.Reply {
  /// The words of the reply that the caller could hear, to the nearest whole word.
  func text(heard: HeardReply) -> String {
    var pieces = Array(chunks.prefix(heard.wholeChunks))
    if heard.wholeChunks < chunks.count {
      let words = chunks[heard.wholeChunks].split(separator: " ")
      let count = Int((Double(words.count) * heard.fractionOfNext).rounded())
      if count > 0 { pieces.append(words.prefix(count).joined(separator: " ")) }
    }
    return pieces.joined(separator: " ")
  }
}
