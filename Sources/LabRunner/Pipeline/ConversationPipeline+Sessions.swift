import LabConversation
import LabProviders
import LabRecord
import LabTimeline

/// Carrying out what the provider sessions ask for, and passing on what they tell.
extension ConversationPipeline {
  mutating func flushSpeechToText(at now: LabInstant, into out: inout [PipelineAction]) {
    while !sttActions.isEmpty {
      var actions: [SpeechToTextAction] = []
      swap(&actions, &sttActions)
      for action in actions {
        if let event = forward(action, from: .stt, at: now, into: &out) {
          heard(event, at: now, into: &out)
        }
      }
      if sttActions.isEmpty { Self.giveBack(&actions, to: &sttActions) }
    }
  }

  mutating func flushLanguageModel(at now: LabInstant, into out: inout [PipelineAction]) {
    while !llmActions.isEmpty {
      var actions: [LanguageModelAction] = []
      swap(&actions, &llmActions)
      for action in actions {
        if let event = forward(action, from: .llm, at: now, into: &out) {
          thought(event, at: now, into: &out)
        }
      }
      if llmActions.isEmpty { Self.giveBack(&actions, to: &llmActions) }
    }
  }

  mutating func flushTextToSpeech(at now: LabInstant, into out: inout [PipelineAction]) {
    while !ttsActions.isEmpty {
      var actions: [TextToSpeechAction] = []
      swap(&actions, &ttsActions)
      for action in actions {
        if let event = forward(action, from: .tts, at: now, into: &out) {
          spoken(event, at: now, into: &out)
        }
      }
      if ttsActions.isEmpty { Self.giveBack(&actions, to: &ttsActions) }
    }
  }

  /// Empties a list of actions and puts it back, so that its memory serves the next ones.
  static func giveBack<Event>(
    _ actions: inout [SessionAction<Event>], to list: inout [SessionAction<Event>]
  ) {
    actions.removeAll(keepingCapacity: true)
    swap(&actions, &list)
  }

  /// Turns a session's wish into the driver's, or returns the event that it carries.
  mutating func forward<Event>(
    _ action: SessionAction<Event>, from stage: ProviderStage, at now: LabInstant,
    into out: inout [PipelineAction]
  ) -> Event? {
    let generation = generations[stage] ?? 0
    func address(_ key: ConnectionKey) -> ConnectionAddress {
      ConnectionAddress(stage: stage, generation: generation, key: key)
    }
    switch action {
    case .open(let key, let request):
      recovery.openKeys[stage, default: []].insert(key)
      if request.transport == .webSocket { recovery.lasting.insert(stage) }
      deviceAsked(stage, at: now)
      out.append(.open(address(key), announced(request, from: stage)))
    case .send(let key, let message):
      deviceAsked(stage, at: now)
      out.append(.send(address(key), message))
    case .close(let key):
      recovery.openKeys[stage]?.remove(key)
      out.append(.close(address(key)))
    case .setTimer(let timer, let delay): out.append(.setTimer(.session(stage, timer), at: now + delay))
    case .cancelTimer(let timer): out.append(.cancelTimer(.session(stage, timer)))
    case .emit(let event): return event
    }
    return nil
  }

  private mutating func heard(
    _ event: SpeechToTextEvent, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    switch event {
    case .ready(let setup):
      sttOpened = sttOpened ?? now
      count(setup, turn: nil)
      if recovery.isReconnecting {
        recovery.isReconnecting = false
        if isListening { note(.sttReconnected, at: now, replacing: true) }
      }
    case .repeated: ledger.update(machine.state == .idle ? nil : machine.turn) { $0.counts.staleAnswers += 1 }
    case .connected(let setup): count(setup, turn: machine.turn)
    case .sent(let duration):
      unchargedSamples += SamplePosition.samples(in: duration, sampleRate: setup.settings.sampleRate)
    case .speechStarted, .closed: break
    case .eagerEndOfTurn: tell(.providerEagerEndOfTurn, at: now, into: &out)
    case .turnResumed: tell(.providerTurnResumed, at: now, into: &out)
    case .partial(let text):
      if machine.state == .userSpeaking {
        ledger.update(machine.turn) { $0.trace.recordFirst(.sttPartial, at: now) }
      }
      turnTaking.observer?.heard(partial: text, at: now)
      bargeIn?.words.heard(text, at: now)
      tell(.partialTranscript(text), at: now, into: &out)
      judgeWords(at: now, into: &out)
    case .final(let final):
      if final.answersFinalize || final.endsUtterance { recovery.forgetAudio() }
      if let farSide = final.farSide, isListening {
        ledger.update(machine.turn) { entry in
          if let received = farSide.received { entry.trace.record(.sttFinalizeReceived, at: received) }
          entry.trace.record(.sttFinalSent, at: farSide.sent)
        }
      }
      turnTaking.observer?.heard(final: final.text, at: now)
      bargeIn?.words.heard(final.text, at: now)
      tell(
        .finalTranscript(
          final.text, answersFinalize: final.answersFinalize, endsUtterance: final.endsUtterance),
        at: now, into: &out)
      judgeWords(at: now, into: &out)
    case .nothingToSettle: tell(.nothingToSettle, at: now, into: &out)
    case .endOfTurn:
      turnTaking.observer?.endOfTurn(at: now)
      tell(.providerEndOfTurn, at: now, into: &out)
    case .failed(let failure):
      guard !isEnding else { return }
      chargeConnection(at: now, to: machine.turn)
      lostSpeechToText(failure, at: now, into: &out)
    }
  }

  private mutating func thought(
    _ event: LanguageModelEvent, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    guard !holdsBack(event, at: now) else { return }
    switch event {
    case .connected(let id, let setup):
      guard isCurrent(id) else { return }
      count(setup, turn: machine.turn)
      if let total = setup.total, !setup.isReused, let requested = requested(.llmRequested) {
        note(.llmConnected, at: requested + total)
        noteParts(of: setup, as: .llm, since: requested)
      }
    case .firstByte(let id): if isCurrent(id) { note(.llmFirstByte, at: now) }
    case .reasoning(let id, let text, let farSide):
      unmetered[id]?.reply += text
      guard isCurrent(id) else { return }
      noteFirstToken(farSide, at: now)
    case .token(let id, let text, let farSide):
      unmetered[id]?.reply += text
      if isCurrent(id) {
        noteFirstToken(farSide, at: now)
        note(.llmFirstAnswerToken, at: now)
      }
      tell(.replyToken(ReplyID(id.number), text), at: now, into: &out)
    case .toolCall(let id, _, let farSide):
      // No workload offers tools; a call counts as the model's first sign of life, and there is nothing to say.
      if isCurrent(id) { noteFirstToken(farSide, at: now) }
    case .finished(let id, _, let usage):
      if let usage {
        unmetered[id] = nil
        ledger.update(machine.turn) { entry in
          entry.usage.llmInputTokens += usage.input
          entry.usage.llmCachedTokens += usage.cachedInput
          entry.usage.llmOutputTokens += usage.output
        }
      }
      settle(id)
      tell(.replyFinished(ReplyID(id.number)), at: now, into: &out)
    case .failed(let id, let failure):
      // A request that was refused is not billed; one that broke off is.
      if unmetered[id]?.reply.isEmpty == false { settle(id) } else { unmetered[id] = nil }
      guard !retriesQuestion(id, after: failure, at: now, into: &out) else { return }
      tell(
        .stageFailed(.llm, reason: failure.code, reply: ReplyID(id.number)), at: now, into: &out)
    }
  }

  private mutating func spoken(
    _ event: TextToSpeechEvent, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    switch event {
    case .connected(let request, let setup):
      let turn = request.flatMap { chunkOfRequest[$0] } == nil ? nil : machine.turn
      count(setup, turn: turn)
      if let request, chunkOfRequest[request]?.index == 0, !setup.isReused, let total = setup.total,
        let requested = requested(.ttsRequested)
      {
        note(.ttsConnected, at: requested + total)
        noteParts(of: setup, as: .tts, since: requested)
      }
    case .audio(let request, let audio, let farSide):
      let seconds = Double(audio.count / 2) / Double(tts.sampleRate)
      ledger.update(machine.turn) { $0.usage.ttsSeconds += seconds }
      guard let chunk = chunkOfRequest[request] else {
        return ledger.update(machine.turn) { $0.counts.staleAnswers += 1 }
      }
      recovery.texts[chunk]?.heard += audio.count
      if chunk.index == 0 { noteFirstAudio(farSide, at: now) }
      playout.append(audio, at: now)
      if let arrival = playout.audibleArrival { note(.ttsFirstAudible, at: arrival) }
      lookAtSink(at: now, into: &out)
    // When words were said is in no metric.
    case .aligned: break
    case .finished(let request):
      guard let chunk = chunkOfRequest.removeValue(forKey: request) else { return }
      if let reason = implausibility(of: chunk) {
        return tell(.stageFailed(.tts, reason: reason, reply: chunk.reply), at: now, into: &out)
      }
      playout.chunkFinished(at: now)
      if chunkOfRequest.isEmpty { note(.ttsDone, at: now, replacing: true) }
      lookAtSink(at: now, into: &out)
    case .failed(let request, let failure):
      guard let chunk = chunkOfRequest.removeValue(forKey: request),
        !retriesSpeech(chunk, after: failure, at: now, into: &out)
      else { return }
      if !isEnding, recovery.lasting.contains(.tts) { broken[.tts] = failure }
      tell(.stageFailed(.tts, reason: failure.code, reply: chunk.reply), at: now, into: &out)
    case .unasked: ledger.update(machine.state == .idle ? nil : machine.turn) { $0.counts.staleAnswers += 1 }
    case .lost(let failure):
      if !isEnding { broken[.tts] = failure }
    }
  }

  /// Why a chunk's speech cannot be all of what its text says.
  private mutating func implausibility(of chunk: ChunkID) -> String? {
    guard let text = recovery.texts.removeValue(forKey: chunk), playout.reply == chunk.reply else {
      return nil
    }
    return SpeechPlausibility.problem(text: text.text, audioBytes: text.heard, sampleRate: tts.sampleRate)
  }
}
