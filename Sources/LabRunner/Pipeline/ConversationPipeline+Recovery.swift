import LabConversation
import LabEmulation
import LabProviders
import LabRecord
import LabTimeline
import LabVoiceActivity

/// Asking and connecting once more, as far as the plan allows it, and replacing what was lost.
extension ConversationPipeline {
  /// Carries out what a recovery timer was set for.
  mutating func recover(_ stage: ProviderStage, at now: LabInstant, into out: inout [PipelineAction]) {
    guard !isEnding else { return }
    switch stage {
    case .stt: reconnectSpeechToText(at: now, into: &out)
    case .llm: askAgain(at: now, into: &out)
    case .tts: speakAgain(at: now, into: &out)
    // Its sessions are replaced by and by, for nobody else notices that the caller speaks.
    case .s2s: break
    }
  }

  // MARK: Language model

  /// Plans another try of a request that failed before anything of its reply was there.
  ///
  /// - Returns: whether there will be one.
  mutating func retriesQuestion(
    _ id: RequestID, after failure: ProviderFailure, at now: LabInstant, into out: inout [PipelineAction]
  ) -> Bool {
    guard let question = recovery.question, question.id == id, isCurrent(id), machine.state == .aiThinking,
      ledger.entries[machine.turn]?.trace.first(.llmFirstToken) == nil,
      let delay = setup.recovery.retries?.delay(
        before: question.retries, after: failure, at: .llm, using: &recovery.generator)
    else { return false }
    recovery.question?.retries += 1
    out.append(.setTimer(.recovery(.llm), at: now + delay))
    return true
  }

  private mutating func askAgain(at now: LabInstant, into out: inout [PipelineAction]) {
    guard let question = recovery.question, isCurrent(question.id), machine.state == .aiThinking else {
      return
    }
    ledger.update(machine.turn) { entry in
      entry.trace.forget(
        TurnEvent.Kind.ofConnecting.union([
          .llmConnected, .llmRequestReceived, .llmFirstTokenSent, .llmFirstByte,
        ]))
      entry.trace.record(.llmRequested, at: now)
      entry.trace.record(.llmRetried, at: now)
      entry.counts.retries += 1
      entry.usage.llmRequests += 1
    }
    unmetered[question.id] = UnmeteredRequest(prompt: question.messages.map(\.content))
    llm.request(question.id, messages: question.messages, at: now, into: &llmActions)
    flushLanguageModel(at: now, into: &out)
  }

  // MARK: Speech synthesis

  /// Plans another try of a chunk that failed before anything of it was there, and of those behind it.
  ///
  /// - Returns: whether there will be one.
  mutating func retriesSpeech(
    _ chunk: ChunkID, after failure: ProviderFailure, at now: LabInstant, into out: inout [PipelineAction]
  ) -> Bool {
    guard playout.reply == chunk.reply, recovery.texts[chunk]?.heard == 0,
      let delay = setup.recovery.retries?.delay(
        before: recovery.speechRetries, after: failure, at: .tts, using: &recovery.generator)
    else { return false }
    recovery.speechRetries += 1
    let behind = chunkOfRequest.values.filter { $0.index > chunk.index }.sorted { $0.index < $1.index }
    chunkOfRequest.removeAll()
    recovery.waitingChunks = [chunk] + behind
    tts.clear(at: now, into: &ttsActions)
    if recovery.lasting.contains(.tts) { broken[.tts] = failure }
    out.append(.setTimer(.recovery(.tts), at: now + delay))
    return true
  }

  private mutating func speakAgain(at now: LabInstant, into out: inout [PipelineAction]) {
    let chunks = recovery.waitingChunks
    recovery.waitingChunks = []
    guard let first = chunks.first, playout.reply == first.reply else { return }
    replaceBroken(.tts, at: now, into: &out)
    for chunk in chunks {
      guard let text = recovery.texts[chunk]?.text else { continue }
      ledger.update(machine.turn) { entry in
        entry.counts.retries += 1
        guard chunk.index == 0 else { return }
        entry.trace.forget(
          Set(TurnEvent.Kind.connecting(.tts)).union([
            .ttsConnected, .ttsRequestReceived, .ttsFirstByteSent, .ttsFirstByte,
          ]))
        entry.trace.record(.ttsRequested, at: now)
        entry.trace.record(.ttsRetried, at: now)
      }
      ask(for: chunk, text, at: now, into: &out)
    }
  }

  /// Asks speech synthesis for a chunk.
  mutating func ask(for chunk: ChunkID, _ text: String, at now: LabInstant, into out: inout [PipelineAction])
  {
    let request = RequestID(nextSpeechRequest)
    nextSpeechRequest += 1
    chunkOfRequest[request] = chunk
    recovery.texts[chunk] = Recovery.Text(request: request, text: text)
    tts.speak(request, text: text, at: now, into: &ttsActions)
    flushTextToSpeech(at: now, into: &out)
  }

  // MARK: Speech to text

  /// Speech to text was lost: it is opened again at once where the plan allows it; otherwise the turn has failed.
  mutating func lostSpeechToText(
    _ failure: ProviderFailure, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    broken[.stt] = failure
    guard
      let delay = setup.recovery.reconnect?.delay(
        before: recovery.reconnects, after: failure, at: .stt, using: &recovery.generator)
    else {
      recovery.isReconnecting = false
      return tell(.stageFailed(.stt, reason: failure.code, reply: nil), at: now, into: &out)
    }
    recovery.reconnects += 1
    recovery.isReconnecting = true
    if isListening {
      ledger.update(machine.turn) { $0.trace.recordFirst(.sttLost, at: now) }
      recovery.owesFinalize = recovery.owesFinalize || recovery.finalizeSent != nil
    }
    out.append(.setTimer(.recovery(.stt), at: now + delay))
  }

  private mutating func reconnectSpeechToText(at now: LabInstant, into out: inout [PipelineAction]) {
    guard recovery.isReconnecting else { return }
    replaceBroken(.stt, at: now, into: &out)
    guard recovery.owesFinalize else { return }
    recovery.owesFinalize = false
    stt.finalize(at: now, into: &sttActions)
    flushSpeechToText(at: now, into: &out)
  }

  /// The transcript did not come in time. A service that has said nothing since it was asked is taken for lost, so
  /// that the next turn has another; one that has written nothing down in the whole turn has failed it.
  ///
  /// - Returns: whether the turn has failed.
  mutating func isSpeechToTextSilent() -> Bool {
    guard let sent = recovery.finalizeSent, broken[.stt] == nil else { return false }
    let heard = recovery.lastArrival[.stt] ?? .origin
    guard heard < sent else { return false }
    broken[.stt] = ProviderFailure(code: "timed_out", message: "Speech to text went silent.")
    let trace = ledger.entries[machine.turn]?.trace
    return trace?.first(.sttPartial) == nil && trace?.first(.sttFinal) == nil
  }

  /// Keeps what the microphone hears as long as it may have to be sent to another session.
  mutating func keepAudio(_ bytes: [UInt8]) {
    let reconnect = setup.recovery.reconnect
    let isLost = broken.isEmpty ? false : broken[.stt] != nil
    guard isLost || reconnect != nil else { return }
    let isInTurn = reconnect?.stages.contains(.stt) == true ? isListening : false
    let kept = isInTurn ? setup.settings.maxTurnDuration : Recovery.preRoll
    let samples = SamplePosition.samples(in: kept, sampleRate: setup.settings.sampleRate)
    recovery.keep(bytes, limit: samples * 2)
  }

  // MARK: Lost sessions

  /// Sessions that were lost are replaced when the caller speaks again, so that one failure costs one turn.
  mutating func replaceBrokenSessions(at now: LabInstant, into out: inout [PipelineAction]) {
    for stage in ProviderStage.allCases { replaceBroken(stage, at: now, into: &out) }
  }

  /// Replaces the session of a stage if it was lost, and counts that.
  mutating func replaceBroken(_ stage: ProviderStage, at now: LabInstant, into out: inout [PipelineAction]) {
    guard broken.removeValue(forKey: stage) != nil else { return }
    out.append(.cancelTimer(.recovery(stage)))
    for key in (recovery.openKeys.removeValue(forKey: stage) ?? []).sorted(by: { $0.number < $1.number }) {
      out.append(.close(ConnectionAddress(stage: stage, generation: generations[stage]!, key: key)))
    }
    for timer in SessionTimer.allCases { out.append(.cancelTimer(.session(stage, timer))) }
    generations[stage]! += 1
    // What waited to be sent is in what was kept, or was lost with the session.
    if stage == .stt || stage == .s2s { soundMessages.forget() }
    ledger.update(machine.state == .idle ? nil : machine.turn) { $0.counts.reconnects += 1 }
    switch stage {
    case .stt:
      stt = setup.makeSpeechToText()
      stt.open(at: now, into: &sttActions)
      // What made the caller's turn begin was heard by the session that was lost.
      if segmenter.isSpeaking { stt.speechStarted(at: now, into: &sttActions) }
      for buffer in recovery.audio {
        if !stt.sendsUtterances { unchargedSamples += buffer.count / 2 }
        stt.append(audio: buffer, at: now, into: &sttActions)
      }
      flushSpeechToText(at: now, into: &out)
    case .llm: llm = setup.makeLanguageModel()
    case .tts:
      tts = setup.makeTextToSpeech()
      tts.open(at: now, into: &ttsActions)
      flushTextToSpeech(at: now, into: &out)
    case .s2s: replaceSpeechToSpeech(at: now, into: &out)
    }
  }

  // MARK: Announcing

  /// The request as it goes out: to services that go wrong by plan it says which call of which turn it is.
  mutating func announced(_ request: ConnectionRequest, from stage: ProviderStage) -> ConnectionRequest {
    guard let announcement = setup.announcement, let provider = announcement.providers[stage],
      let faultStage = FaultStage(rawValue: stage.rawValue)
    else { return request }
    let number = recovery.calls[stage] ?? 0
    recovery.calls[stage] = number + 1
    var request = request
    request.headers.append(
      AnnouncedCall(
        conversation: announcement.conversation, session: announcement.session, provider: provider,
        stage: faultStage, number: number, turn: announcedTurn
      ).header)
    return request
  }

  /// The turn that a call belongs to, as the record counts: the one under way, or the last one.
  var announcedTurn: Int { max(0, ledger.recorded - (machine.state == .idle ? 1 : 0)) }
}
