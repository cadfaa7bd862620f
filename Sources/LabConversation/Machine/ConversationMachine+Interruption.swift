import LabTimeline

/// Interruption, pause and end.
extension ConversationMachine {
  /// Speech while the agent speaks: an interruption when it is confident enough and not too soon after the last.
  mutating func considerInterruption(
    confidence: Double, at now: LabInstant, into actions: inout [ConversationAction]
  ) {
    guard settings.enableBargeIn, settings.enableInterruptions,
      confidence >= max(settings.bargeInThreshold, settings.interruptionVADThreshold)
    else { return }
    if let lastInterruption, now < lastInterruption.advanced(by: settings.interruptionCooldown) { return }
    interrupt(at: now, into: &actions)
  }

  private mutating func interrupt(at now: LabInstant, into actions: inout [ConversationAction]) {
    guard let reply else { return }
    lastInterruption = now
    state = .interrupted
    listening = Listening(began: now, isSpeech: true)
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
