import LabConversation
import LabProviders
import LabTimeline
import LabVoiceActivity

/// The way of the caller's voice: microphone, speech to text, detector.
extension ConversationPipeline {
  /// A frame that is handed on later than this after it was due is counted and shown.
  static let lateFrame = Duration.milliseconds(5)

  /// Whether a turn is under way.
  private var isInTurn: Bool { machine.state != .idle && machine.turn >= 0 }

  mutating func microphoneBufferFull(at now: LabInstant, into out: inout [PipelineAction]) {
    guard !isEnding else { return }
    let start = position
    let facts = caller.fill(&buffer, from: start)
    position += buffer.count
    for fact in facts { note(fact, at: now, into: &out) }
    let isLate = now - instant(of: position) > Self.lateFrame
    ledger.update(isInTurn ? machine.turn : nil) { entry in
      entry.counts.frames += 1
      if isLate { entry.counts.lateFrames += 1 }
    }
    out.append(.setTimer(.microphone, at: instant(of: position + buffer.count)))

    if s2s != nil { return converse(at: now, into: &out) }
    // The service gets the audio before the detector judges it, so that a request to finalise follows the sound
    // that it is about.
    let bytes = littleEndianBytes(of: buffer)
    keepAudio(bytes)
    if broken[.stt] == nil {
      if !stt.sendsUtterances { unchargedSamples += buffer.count }
      // A session that sends utterances as a whole gathers them by itself.
      if let message = stt.sendsUtterances ? bytes : uplink.add(bytes) {
        hand(message, at: now)
        flushSpeechToText(at: now, into: &out)
      }
    }
    detect(at: now, into: &out)
  }

  /// Hands sound to speech to text, and notes which utterances are whole with it.
  private mutating func hand(_ message: [UInt8], at now: LabInstant) {
    stt.append(audio: message, at: now, into: &sttActions)
    for utterance in unsentUtterances { ledger.sent(utterance: utterance, at: now) }
    unsentUtterances.removeAll()
  }

  /// Sends what waits for a message to be full, because what comes next is about it.
  mutating func sendHeldBackSound(at now: LabInstant) {
    if broken[.stt] == nil, let message = uplink.flush() { hand(message, at: now) }
  }

  private mutating func detect(at now: LabInstant, into out: inout [PipelineAction]) {
    var heard: [VoiceFrame] = []
    swap(&heard, &frames)
    let samples = buffer
    detector.process(samples.span) { heard.append($0) }
    for frame in heard {
      switch segmenter.hear(frame) {
      case .speechStarted:
        stt.speechStarted(at: now, into: &sttActions)
        tell(.speechStarted(confidence: Double(frame.probability)), at: now, into: &out)
      case .speechEnded(let located, _):
        tell(.speechEnded(located: instant(of: Int(located))), at: now, into: &out)
        if !isListening { stt.speechIgnored(at: now, into: &sttActions) }
      case nil:
        guard segmenter.isSpeaking, machine.state == .aiSpeaking else { continue }
        tell(.speechContinued(confidence: Double(frame.probability)), at: now, into: &out)
      }
    }
    heard.removeAll(keepingCapacity: true)
    swap(&heard, &frames)
    flushSpeechToText(at: now, into: &out)
  }

  private mutating func note(_ fact: Caller.Fact, at now: LabInstant, into out: inout [PipelineAction]) {
    switch fact {
    case .began(let utterance, let began, let ends):
      let isReplying = machine.state == .aiSpeaking
      let isListening = machine.state == .userSpeaking || machine.state == .processingUserUtterance
      ledger.callerBegan(
        utterance: utterance, began: instant(of: began), ends: instant(of: ends),
        listening: isListening ? machine.turn : nil, replying: isReplying ? machine.turn : nil)
    case .spoken(let utterance):
      guard time != .virtual else { return }
      if uplink.byteCount <= buffer.count * 2 || stt.sendsUtterances {
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
