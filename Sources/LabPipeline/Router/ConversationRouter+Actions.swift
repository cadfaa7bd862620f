import LabConversation
import LabProviders
import LabRecord
import LabTimeline

/// Carrying out what the conversation machine asks for.
extension ConversationRouter {
  mutating func carryOut(
    _ action: ConversationAction, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    switch action {
    case .beginTurn(let turn): beginTurn(turn, at: now, into: &out)
    case .endTurn(let turn, let outcome): endTurn(turn, outcome: outcome, into: &out)
    case .record(let kind, let turn, let instant): record(kind, turn: turn, at: instant)
    case .forgetReply(let turn): books.forgetReply(of: turn)
    case .dropStaleAnswer: books.count { $0.staleAnswers += 1 }
    case .startTimer(let timer, let delay): out.append(.setTimer(.conversation(timer), at: now + delay))
    case .cancelTimer(let timer): out.append(.cancelTimer(.conversation(timer)))
    case .finalizeTranscript(let turn): finalizeTranscript(turn: turn, at: now, into: &out)
    case .requestReply(let id, let turn, let messages, let transcript):
      books.committed(turn, transcript: transcript, at: now)
      reply.prepare(for: id)
      tts.begin(id, into: &out)
      let (request, prompt) = (RequestID(id), messages.map(ChatMessage.init))
      let asked = llm.request(request, messages: prompt, at: now, into: &out)
      books.requested(request, of: turn, at: asked.instant, newPrompt: asked.isNew ? prompt : nil)
    case .requestEagerReply(let id, let turn, let messages):
      let (request, prompt) = (RequestID(id), messages.map(ChatMessage.init))
      books.requestedEagerly(request, of: turn, prompt: prompt)
      llm.requestEagerly(request, messages: prompt, at: now, into: &out)
    case .cancelEagerReply(let id):
      let (wasAsked, usage) = llm.cancelEager(RequestID(id), at: now, into: &out)
      if wasAsked { books.cancelledEagerly(RequestID(id), usage: usage) }
    case .awaitReply(let id, let turn):
      reply.prepare(for: id, chunks: 1)
      s2s?.awaitReply()
      books.committed(turn, transcript: nil, at: now)
    case .cancelReply(let id):
      llm.cancel(RequestID(id), at: now, into: &out)
      books.settle(RequestID(id))
    case .speak(let chunk, let text):
      reply.expect(chunk)
      books.speak(chunk, text, at: now)
      tts.speak(chunk, text, at: now, into: &out)
    case .finishSpeaking(let id): if reply.id == id { reply.endOfChunks() }
    case .clearSpeech: tts.clear(at: now, into: &out)
    case .clearPlayout(let id): if reply.id == id { clearPlayout(id, at: now, into: &out) }
    case .holdPlayout(let id): if reply.id == id { holdPlayout(at: now, into: &out) }
    case .resumePlayout(let id): if reply.id == id { resumePlayout(at: now) }
    }
  }

  private mutating func beginTurn(_ turn: Int, at now: LabInstant, into out: inout [PipelineAction]) {
    out.append(.cancelTimer(.patience))
    ears.beginTurn()
    books.begin(turn, at: now)
    out.append(.turnBegan(books.recorded))
    // What was lost is replaced now, so that one failure costs one turn.
    stt.beginTurn(at: now, into: &out)
    tts.beginTurn(at: now, into: &out)
    s2s?.replaceIfLost(hearingFrom: ears.microphone.startInstant, at: now, into: &out)
  }

  private mutating func endTurn(_ turn: Int, outcome: TurnOutcome, into out: inout [PipelineAction]) {
    books.charge(sound: stt.takeUnchargedSeconds(), to: turn)
    out.append(.cancelTimer(.playout))
    if let record = books.end(turn, outcome: outcome, trials: ears.takeTrials()) {
      out.append(.turnEnded(record))
    } else {
      out.append(.turnDiscarded)
    }
    if phase == .underWay { phase = .floorIsFree }
  }

  private mutating func record(_ kind: TurnEvent.Kind, turn: Int, at instant: LabInstant) {
    books.record(kind, turn: turn, at: kind == .playoutSilent ? reply.silenceHeard(at: instant) : instant)
    guard kind == .bargeInDetected else { return }
    let silence = reply.interrupted(at: instant)
    books.yielded(turn, to: ears.yielded(at: instant, silentSince: silence))
  }

  private mutating func finalizeTranscript(
    turn: Int, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    switch stt.finalize(at: now, into: &out) {
    case .asked: books.record(.sttFinalizeSent, turn: turn, at: now)
    case .postponed: break
    case .failed(let failure): tell(.stageFailed(.stt, reason: failure.code, reply: nil), at: now)
    }
  }

  // MARK: The sink

  private mutating func clearPlayout(_ id: ReplyID, at now: LabInstant, into out: inout [PipelineAction]) {
    s2s?.truncate(heard: reply.heard(at: now), at: now, into: &out)
    if ears.hearsSink { ears.captureSink(reply.playout, at: now) }
    let heard = reply.clear(at: now, into: &out)
    tts.endReply()
    ears.replyCleared(wordsUnheard: machine.rules.wordsUnheard(heard: heard))
    // Only an interruption waits for silence; a reply that failed is forgotten already.
    if machine.state == .interrupted { tell(.playoutSilent(id, heard: heard), at: now) }
  }

  private mutating func holdPlayout(at now: LabInstant, into out: inout [PipelineAction]) {
    if ears.hearsSink { ears.captureSink(reply.playout, at: now) }
    let hold = settings.bargeInHold
    if hold == .pause { reply.hold(at: now, into: &out) }
    if hold != .none { books.record(.playoutHeld, at: now) }
    ears.replyHeld(at: now)
  }

  private mutating func resumePlayout(at now: LabInstant) {
    if ears.hearsSink { ears.captureSink(reply.playout, at: now) }
    reply.resume(at: now)
    if settings.bargeInHold != .none { books.record(.playoutResumed, at: now) }
    ears.replyResumed(at: now)
  }
}
