import LabConversation
import LabTimeline
import LabVoiceActivity

/// The way of the caller's voice: microphone, speech to text, detector.
extension ConversationPipeline {
  mutating func microphoneBufferFull(at now: LabInstant, into out: inout [PipelineAction]) {
    guard !isEnding else { return }
    let start = position
    let facts = caller.fill(&buffer, from: start)
    position += buffer.count
    for fact in facts { note(fact, at: now, into: &out) }
    out.append(.setTimer(.microphone, at: instant(of: position + buffer.count)))

    // The service gets the audio before the detector judges it, so that a request to finalise follows the sound
    // that it is about.
    unchargedSamples += buffer.count
    if broken[.stt] == nil {
      stt.append(audio: littleEndianBytes(of: buffer), at: now, into: &sttActions)
      flushSpeechToText(at: now, into: &out)
    }
    detect(at: now, into: &out)
  }

  private mutating func detect(at now: LabInstant, into out: inout [PipelineAction]) {
    var heard: [VoiceFrame] = []
    swap(&heard, &frames)
    detector.process(buffer.span) { heard.append($0) }
    for frame in heard {
      for event in segmenter.process(frame) {
        switch event {
        case .started: tell(.speechStarted(confidence: segmenter.confidence), at: now, into: &out)
        case .ended(let located, _):
          tell(.speechEnded(located: instant(of: Int(located))), at: now, into: &out)
        }
      }
      if segmenter.isSpeech, machine.state == .aiSpeaking {
        tell(.speechContinued(confidence: Double(frame.probability)), at: now, into: &out)
      }
    }
    heard.removeAll(keepingCapacity: true)
    swap(&heard, &frames)
  }

  private mutating func note(_ fact: Caller.Fact, at now: LabInstant, into out: inout [PipelineAction]) {
    switch fact {
    case .began(let utterance, let began, let ends):
      let isReplying = machine.state == .aiSpeaking
      let isListening = machine.state == .userSpeaking || machine.state == .processingUserUtterance
      ledger.callerBegan(
        utterance: utterance, began: instant(of: began), ends: instant(of: ends),
        listening: isListening ? machine.turn : nil, replying: isReplying ? machine.turn : nil)
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
    for record in ledger.miss(conversation: setup.conversation) { out.append(.turnEnded(record)) }
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

  private func littleEndianBytes(of samples: [Int16]) -> [UInt8] {
    samples.withUnsafeBytes { bytes in
      #if _endian(little)
        Array(bytes)
      #else
        samples.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
      #endif
    }
  }
}
