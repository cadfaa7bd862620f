import LabConversation
import LabProviders
import LabRecord
public import LabTimeline
import LabVoiceActivity

/// The way of the caller's voice: microphone, speech to text, detector.
extension ConversationPipeline {
  /// A frame that is handed on later than this after it was due is counted and shown.
  static let lateFrame = Duration.milliseconds(5)

  mutating func microphoneBufferFull(at now: LabInstant, into out: inout [PipelineAction]) {
    if takeSound(at: now, into: &out) {
      analyseSound()
      act(at: now, into: &out)
    }
    // A warm device asks for longer buffers.
    guard device != nil else { return }
    let next = wantedBufferCount
    if next != buffer.count { buffer = [Int16](repeating: 0, count: next) }
  }

  /// Whether a buffer of the microphone can be heard in the three steps below, by a driver that does each of them for many
  /// conversations in a row.
  ///
  /// A step's code stays in the processor's caches then, where the whole way of a buffer would drive it out: with a
  /// thousand conversations a frame costs a tenth less (`bench --only crowd`). A service that hears by itself has no such
  /// steps, and a device decides when it hears.
  public var hearsInSteps: Bool { device == nil && s2s == nil }

  /// The first step: takes the microphone's buffer, and sends what is to be sent of it.
  ///
  /// - Returns: Whether the other two steps are to follow, before anything else is handed to the pipeline.
  public mutating func takeSound(at now: LabInstant, into out: inout [PipelineAction]) -> Bool {
    guard !isEnding else { return false }
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
    if s2s != nil {
      converse(at: now, into: &out)
      return false
    }
    // The service gets the audio before the detector judges it, so that a request to finalise follows the sound
    // that it is about.
    let bytes = littleEndianBytes(of: buffer)
    keepAudio(bytes)
    if !isListening, !segmenter.isSpeaking { closeGate(at: now, into: &out) }
    stream(turnTaking.gate.pass(bytes), at: now, into: &out)
    return true
  }

  /// The second step: has the detector judge the buffer. Touches nothing but this conversation.
  public mutating func analyseSound() {
    let samples = buffer
    turnTaking.hear(samples, isSpeech: segmenter.isSpeaking)
    var heard: [VoiceFrame] = []
    swap(&heard, &frames)
    detector.process(samples.span) { heard.append($0) }
    swap(&heard, &frames)
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

  /// The third step: acts on what the detector heard.
  public mutating func actOnSound(at now: LabInstant, into out: inout [PipelineAction]) {
    act(at: now, into: &out)
    settleDown(at: now, into: &out)
  }

  private mutating func act(at now: LabInstant, into out: inout [PipelineAction]) {
    var heard: [VoiceFrame] = []
    swap(&heard, &frames)
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
