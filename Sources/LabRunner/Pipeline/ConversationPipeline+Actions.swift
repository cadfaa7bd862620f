import LabConversation
import LabProviders
import LabRecord
import LabTimeline
import LabVoiceActivity

/// Carrying out what the conversation machine asks for.
extension ConversationPipeline {
  mutating func carryOut(
    _ action: ConversationAction, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    switch action {
    case .beginTurn(let turn):
      out.append(.cancelTimer(.patience))
      turnTaking.beginTurn()
      ledger.begin(turn, at: now)
      noteThermalState(at: now)
      beginRecovery(at: now, into: &out)
    case .record(let kind, let turn, let instant): record(kind, turn: turn, at: instant)
    case .forgetReply(let turn): ledger.update(turn) { $0.trace.forget(TurnEvent.Kind.ofReply) }
    case .endTurn(let turn, let outcome): endTurn(turn, outcome: outcome, at: now, into: &out)
    case .finalizeTranscript(let turn): finalizeTranscript(turn: turn, at: now, into: &out)
    case .requestReply(let id, let turn, let messages, let transcript):
      ledger.committed(turn, transcript: transcript, at: now)
      requestReply(id, turn: turn, messages: messages, at: now, into: &out)
    case .requestEagerReply(let id, let turn, let messages):
      requestEagerReply(id, turn: turn, messages: messages, at: now, into: &out)
    case .cancelEagerReply(let id): cancelEagerReply(id, at: now, into: &out)
    case .awaitReply(let id, let turn): awaitReply(id, turn: turn, at: now)
    case .cancelReply(let id):
      out.append(.cancelTimer(.recovery(.llm)))
      recovery.question = nil
      settle(RequestID(id.number))
      llm.cancel(RequestID(id.number), at: now, into: &llmActions)
      flushLanguageModel(at: now, into: &out)
    case .speak(let chunk, let text): speak(chunk, text, at: now, into: &out)
    case .finishSpeaking(let id):
      guard playout.reply == id else { return }
      playout.expect(chunks: nextChunkIndex)
      lookAtSink(at: now, into: &out)
    case .clearSpeech:
      chunkOfRequest.removeAll()
      forgetTexts(into: &out)
      tts.clear(at: now, into: &ttsActions)
      flushTextToSpeech(at: now, into: &out)
    case .clearPlayout(let id):
      guard playout.reply == id else { return }
      truncateReply(at: now, into: &out)
      noteClearing(at: now)
      let heard = playout.clear(at: now)
      let unheard = machine.wordsUnheard(heard: heard)
      bargeIn?.trials?.lost(words: unheard)
      out.append(.cancelTimer(.playout))
      // Only an interruption waits for silence; a reply that failed is forgotten already.
      if machine.state == .interrupted { tell(.playoutSilent(id, heard: heard), at: now, into: &out) }
    case .holdPlayout(let id): holdPlayout(id, at: now, into: &out)
    case .resumePlayout(let id): resumePlayout(id, at: now, into: &out)
    case .dropStaleAnswer: ledger.update(machine.turn) { $0.counts.staleAnswers += 1 }
    case .startTimer(let timer, let delay): out.append(.setTimer(.conversation(timer), at: now + delay))
    case .cancelTimer(let timer): out.append(.cancelTimer(.conversation(timer)))
    }
  }

  private mutating func record(_ kind: TurnEvent.Kind, turn: Int, at instant: LabInstant) {
    // Where the caller hears it, what is under way is still heard.
    let instant = kind == .playoutSilent ? (silence ?? instant) + playout.delay : instant
    ledger.update(turn) { $0.trace.record(kind, at: instant) }
    if kind == .bargeInDetected {
      silence = silentSince(instant)
      ledger.yielded(turn, to: noteYield(at: instant))
    }
  }

  private mutating func finalizeTranscript(
    turn: Int, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    if let failure = broken[.stt] {
      guard !recovery.isReconnecting else {
        recovery.owesFinalize = true
        return
      }
      return tell(.stageFailed(.stt, reason: failure.code, reply: nil), at: now, into: &out)
    }
    ledger.update(turn) { $0.trace.record(.sttFinalizeSent, at: now) }
    recovery.finalizeSent = now
    sendHeldBackSound(at: now)
    stt.finalize(at: now, into: &sttActions)
    flushSpeechToText(at: now, into: &out)
  }

  private mutating func requestReply(
    _ id: ReplyID, turn: Int, messages: [PromptMessage], at now: LabInstant,
    into out: inout [PipelineAction]
  ) {
    playout.prepare(for: id)
    nextChunkIndex = 0
    forgetTexts(into: &out)
    if takesUpEagerReply(id, turn: turn, at: now, into: &out) { return }
    let question = Recovery.Question(id: RequestID(id.number), messages: messages.map(ChatMessage.init))
    recovery.question = question
    ledger.update(turn) { entry in
      entry.trace.record(.llmRequested, at: now)
      entry.usage.llmRequests += 1
    }
    unmetered[question.id] = UnmeteredRequest(prompt: messages.map(\.content))
    llm.request(question.id, messages: question.messages, at: now, into: &llmActions)
    flushLanguageModel(at: now, into: &out)
  }

  private mutating func speak(
    _ chunk: ChunkID, _ text: String, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    nextChunkIndex = chunk.index + 1
    ledger.update(machine.turn) { entry in
      if chunk.index == 0 { entry.trace.record(.ttsRequested, at: now) }
      entry.usage.ttsCharacters += text.count
    }
    guard recovery.waitingChunks.isEmpty else {
      // Chunks are spoken in order, and one before it waits to be asked for once more.
      recovery.texts[chunk] = Recovery.Text(request: RequestID(-1), text: text)
      return recovery.waitingChunks.append(chunk)
    }
    ask(for: chunk, text, at: now, into: &out)
  }

  /// A turn begins: what was lost is replaced, and what was tried in the turn before does not count.
  private mutating func beginRecovery(at now: LabInstant, into out: inout [PipelineAction]) {
    recovery.reconnects = 0
    recovery.isReconnecting = false
    recovery.owesFinalize = false
    recovery.finalizeSent = nil
    if setup.announcement != nil { out.append(.turnBegan(announcedTurn)) }
    let samples = SamplePosition.samples(in: Recovery.preRoll, sampleRate: setup.settings.sampleRate)
    recovery.trim(to: samples * 2)
    replaceBrokenSessions(at: now, into: &out)
  }

  /// The texts of a reply are spoken, or nobody wants them any more.
  private mutating func forgetTexts(into out: inout [PipelineAction]) {
    recovery.texts.removeAll()
    recovery.speechRetries = 0
    guard !recovery.waitingChunks.isEmpty else { return }
    recovery.waitingChunks.removeAll()
    out.append(.cancelTimer(.recovery(.tts)))
  }

  private mutating func endTurn(
    _ turn: Int, outcome: TurnOutcome, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    chargeAudio(to: turn)
    out.append(.cancelTimer(.playout))
    let trials = bargeIn?.trials?.take()
    if var record = ledger.end(turn, outcome: outcome, conversation: setup.conversation) {
      record.interruptionTrials = trials
      out.append(.turnEnded(record))
    }
    isFloorFree = true
  }

  private mutating func chargeAudio(to turn: Int?) {
    let seconds = Double(unchargedSamples) / Double(setup.settings.sampleRate)
    unchargedSamples = 0
    ledger.update(turn) { $0.usage.sttSeconds += seconds }
  }

  /// Books the time for which the speech-to-text connection was open.
  mutating func chargeConnection(at now: LabInstant, to turn: Int?) {
    guard let opened = sttOpened else { return }
    sttOpened = nil
    ledger.update(turn) { $0.usage.sttConnectionSeconds += (now - opened).seconds }
  }

  /// Ends the conversation: closes the sessions and records what belongs to no turn.
  mutating func finish(at now: LabInstant, failure: String?, into out: inout [PipelineAction]) {
    guard !isEnding else { return }
    isEnding = true
    tell(.end, at: now, into: &out)
    for record in ledger.miss(conversation: setup.conversation) { out.append(.turnEnded(record)) }
    chargeAudio(to: nil)
    for id in unmetered.keys.sorted() { settle(id) }
    chargeConnection(at: now, to: nil)
    sendHeldBackSound(at: now)
    stt.close(at: now, into: &sttActions)
    flushSpeechToText(at: now, into: &out)
    tts.close(at: now, into: &ttsActions)
    flushTextToSpeech(at: now, into: &out)
    s2s?.session.close(at: now, into: &s2sActions)
    flushSpeechToSpeech(at: now, into: &out)
    out.append(
      .ended(
        ConversationRecord(
          conversation: setup.conversation, turns: ledger.recorded,
          nanoseconds: now.nanoseconds, failure: failure, counts: ledger.unassigned.counts,
          usage: ledger.unassigned.usage, arrival: time.arrival, device: device?.reading,
          utterances: turnTaking.observer?.utterances)))
  }
}

extension ChatMessage {
  init(_ message: PromptMessage) {
    let role: Role =
      switch message.role {
      case .system: .system
      case .user: .user
      case .assistant: .assistant
      }
    self.init(role: role, content: message.content)
  }
}

extension TurnEvent.Kind {
  /// Facts of a reply, which are void when the turn is taken back before it is audible.
  static let ofReply = Set<TurnEvent.Kind>([
    .llmRequested, .llmRetried, .llmConnected, .llmRequestReceived, .llmFirstTokenSent, .llmFirstByte,
    .llmFirstToken,
    .llmFirstAnswerToken, .llmFirstSentence, .llmDone, .ttsRequested, .ttsRetried, .ttsConnected,
    .ttsRequestReceived,
    .ttsFirstByteSent, .ttsFirstByte, .s2sReplyStarted, .ttsFirstAudible, .ttsDone, .playoutStarted,
    .firstAudibleSample, .audibleSent,
  ]).union(ofConnecting)
}

extension Duration {
  var seconds: Double { Double(nanoseconds) / 1e9 }
}
