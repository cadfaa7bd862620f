import LabConversation
import LabProviders
import LabTimeline
import LabVoiceActivity

/// The way of the caller's voice: microphone, speech to text, detector.
extension ConversationPipeline {
  /// A frame that is handed on later than this after it was due is counted and shown.
  static let lateFrame = Duration.milliseconds(5)

  mutating func microphoneBufferFull(at now: LabInstant, into out: inout [PipelineAction]) {
    guard !isEnding else { return }
    let start = position
    let facts = caller.fill(&buffer, from: start)
    position += buffer.count
    for fact in facts { note(fact, at: now, into: &out) }
    passThroughDevice(from: start, into: &out)
    passMedia(facts)
    // What a device needs for it is no lateness of the lab's.
    let isLate = (device?.heldSince ?? now) - instant(of: position) > Self.lateFrame
    // Read field by field: a property with branches, once inlined, copies the pipeline and all that it holds.
    let isInTurn = machine.state != .idle
    let turn = machine.turn
    ledger.update(isInTurn && turn >= 0 ? turn : nil) { entry in
      entry.counts.frames += 1
      if isLate { entry.counts.lateFrames += 1 }
    }
    let next = device == nil ? setup.settings.bufferSize : wantedBufferCount
    out.append(.setTimer(.microphone, at: instant(of: position + next)))
    defer { if next != buffer.count { buffer = [Int16](repeating: 0, count: next) } }

    if s2s != nil { return converse(at: now, into: &out) }
    // The service gets the audio before the detector judges it, so that a request to finalise follows the sound
    // that it is about.
    let bytes = littleEndianBytes(of: buffer)
    keepAudio(bytes)
    if !isListening, !segmenter.isSpeaking { closeGate(at: now, into: &out) }
    stream(turnTaking.gate.pass(bytes), at: now, into: &out)
    detect(at: now, into: &out)
  }

  /// Hands sound to speech to text, and notes which utterances are whole with it.
  mutating func hand(_ message: [UInt8], at now: LabInstant) {
    stt.append(audio: message, at: now, into: &sttActions)
    for utterance in unsentUtterances { ledger.sent(utterance: utterance, at: now) }
    unsentUtterances.removeAll()
  }

  /// Sends what waits for a message to be full, because what comes next is about it.
  mutating func sendHeldBackSound(at now: LabInstant) {
    if broken[.stt] == nil, let message = soundMessages.flush() { hand(message, at: now) }
  }

  private mutating func detect(at now: LabInstant, into out: inout [PipelineAction]) {
    var heard: [VoiceFrame] = []
    swap(&heard, &frames)
    let samples = buffer
    turnTaking.hear(samples, isSpeech: segmenter.isSpeaking)
    detector.process(samples.span) { heard.append($0) }
    for raw in heard {
      let frame = gated(raw)
      switch segmenter.hear(frame) {
      case .speechStarted:
        stream(turnTaking.gate.open(), at: now, into: &out)
        stt.speechStarted(at: now, into: &sttActions)
        turnTaking.observer?.speechStarted(at: now)
        if machine.state == .idle { bargeIn?.words.turnBegan(at: now) }
        tell(.speechStarted(confidence: Double(frame.probability)), at: now, into: &out)
      case .speechEnded(let located, _):
        let (melody, end) = (turnTaking.melody(before: located), instant(of: Int(located)))
        turnTaking.observer?.speechEnded(located: end, melody: melody, at: now)
        if let melody { tell(.phraseEnded(melody), at: now, into: &out) }
        tell(.speechEnded(located: end), at: now, into: &out)
        if !isListening, !machine.suspectsInterruption { stt.speechIgnored(at: now, into: &sttActions) }
      case nil:
        if segmenter.isSpeaking, machine.state == .aiSpeaking {
          tell(.speechContinued(confidence: Double(frame.probability)), at: now, into: &out)
        }
      }
      judge(frame, at: now, into: &out)
    }
    heard.removeAll(keepingCapacity: true)
    swap(&heard, &frames)
    if let failure = detector.failure { return finish(at: now, failure: failure.message, into: &out) }
    flushSpeechToText(at: now, into: &out)
  }

  private mutating func note(_ fact: Caller.Fact, at now: LabInstant, into out: inout [PipelineAction]) {
    switch fact {
    case .began(let utterance, let began, let ends):
      noteSound(utterance, began: began, ends: ends)
      let isReplying = machine.state == .aiSpeaking
      let (end, kind) = (instant(of: ends), setup.script.utterances[utterance].kind)
      let start = instant(of: began)
      turnTaking.observer?.callerBegan(
        utterance: utterance, began: start, ends: end, isSpeech: kind == .speech)
      let isListening = machine.state == .userSpeaking || machine.state == .processingUserUtterance
      ledger.callerBegan(
        utterance: utterance, began: instant(of: began), ends: instant(of: ends),
        listening: isListening ? machine.turn : nil, replying: isReplying ? machine.turn : nil)
    case .spoken(let utterance):
      guard time != .virtual else { return }
      if soundMessages.byteCount <= buffer.count * 2 || stt.sendsUtterances {
        ledger.sent(utterance: utterance, at: now)
      } else {
        unsentUtterances.append(utterance)
      }
    case .ended(let utterance):
      // Nobody waits long for an answer to a cough.
      let isSpeech = setup.script.utterances[utterance].kind == .speech
      out.append(.setTimer(.patience, at: now + (isSpeech ? setup.patience : .seconds(2))))
    }
  }

  /// The caller has waited long enough.
  mutating func callerGivesUp(at now: LabInstant, into out: inout [PipelineAction]) {
    guard !isEnding, caller.isWaiting || caller.hasFinished else { return }
    guard machine.state == .idle else {
      // The agent is busy; its own time-outs see to it that it ends.
      return out.append(.setTimer(.patience, at: now + .seconds(2)))
    }
    for record in ledger.miss(conversation: setup.conversation, failure: broken[.s2s]) {
      out.append(.turnEnded(record))
    }
    floorIsFree(at: now, into: &out)
  }

  /// The agent has finished: the caller's next utterance can be timed, or the conversation is over.
  mutating func floorIsFree(at now: LabInstant, into out: inout [PipelineAction]) {
    if caller.hasFinished {
      finish(at: now, failure: nil, into: &out)
    } else {
      caller.floorIsFree(at: now)
    }
  }

  func littleEndianBytes(of samples: [Int16]) -> [UInt8] {
    samples.withUnsafeBytes { bytes in
      #if _endian(little)
        Array(bytes)
      #else
        samples.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
      #endif
    }
  }
}
