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
    caller.heard = HeardWords(began: now, isSpeech: true)
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
    caller.heard = HeardWords(began: began, isSpeech: true, isSuspected: true)
    actions.append(.holdPlayout(reply.id))
  }

  /// The caller takes the floor; what they said meanwhile belongs to their turn.
  mutating func confirmInterruption(at now: LabInstant, into actions: inout [ConversationAction]) {
    guard state == .aiSpeaking, reply != nil, mayInterrupt(at: now) else { return }
    if !caller.heard.isSuspected { caller.heard = HeardWords(began: now, isSpeech: caller.heard.isSpeech) }
    if caller.heard.began == nil { caller.heard.began = now }
    caller.heard.isSuspected = false
    interrupt(at: now, into: &actions)
  }

  /// The reply goes on. What was heard does not wait for the floor.
  mutating func dismissInterruption(into actions: inout [ConversationAction]) {
    guard state == .aiSpeaking, let reply, caller.heard.isSuspected else { return }
    caller.heard = HeardWords()
    actions.append(.resumePlayout(reply.id))
  }

  /// Whether the reply is held, or would be if there were a way to.
  public var suspectsInterruption: Bool { caller.heard.isSuspected }

  /// What the caller was heard to say since the agent began to speak, settled or not.
  public var wordsOverReply: String { caller.heard.transcript }

  /// How many words of the reply, as far as it was cut into chunks, nobody heard.
  public func wordsUnheard(heard: HeardReply) -> Int {
    reply?.wordsUnheard(heard) ?? 0
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
    let words = caller.heard
    endTurn(.interrupted, into: &actions)
    beginTurn(at: words.began ?? now, into: &actions)
    caller.heard = words
    if !words.isSpeech, let located = words.located {
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
    caller.heard.isSpeech = false
    state = .paused
  }

  mutating func end(into actions: inout [ConversationAction]) {
    abandonReply(into: &actions)
    if state != .idle, state != .paused { endTurn(.interrupted, into: &actions) }
    for timer in timers { actions.append(.cancelTimer(timer)) }
    state = .ended
  }
}
