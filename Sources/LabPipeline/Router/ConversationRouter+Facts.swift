import LabConversation
import LabProviders
import LabRecord
import LabTimeline

/// What the lanes tell, on its way to the books, to the machine and to each other.
extension ConversationRouter {
  mutating func take(_ fact: ReplyLane.Fact, at now: LabInstant) {
    books.note(fact)
    guard let id = reply.id else { return }
    switch fact {
    case .audible(let instant, _):
      ears.replyAudible(at: instant)
      tell(.playoutStarted(id), at: now)
    case .finished where machine.state == .aiThinking:
      let stage: Stage = s2s == nil ? .tts : .s2s
      tell(.stageFailed(stage, reason: "silent_audio", reply: id), at: now)
    case .finished(let instant):
      books.note(.playoutFinished, at: instant)
      ears.replyFinished(at: instant)
      tell(.playoutFinished(id), at: now)
    case .audibleArrived, .concealed, .started, .ranDry: break
    }
  }

  mutating func take(_ fact: SynthesisLane.Fact, at now: LabInstant) {
    books.note(fact, sampleRate: tts.sampleRate, at: now)
    switch fact {
    case .audio(let audio, let chunk, _): if chunk != nil { reply.append(audio, at: now) }
    case .finished: reply.chunkFinished(at: now)
    case .failed(let id, let reason): tell(.stageFailed(.tts, reason: reason, reply: id), at: now)
    case .connected, .retried, .replaced, .unasked: break
    }
  }

  mutating func take(_ fact: LanguageModelLane.Fact, at now: LabInstant) {
    switch fact {
    case .retried(let id, let prompt): books.retried(id, prompt: prompt, at: now)
    case .told(let telling):
      let (event, id) = (telling.event, ReplyID(telling.event.request))
      if telling.isNew { books.meter(event) }
      guard telling.isCurrent else { return }
      if reply.id == id { books.note(event, at: telling.instant) }
      switch event {
      case .token(_, let text, _): tell(.replyToken(id, text), at: now)
      case .finished: tell(.replyFinished(id), at: now)
      case .failed(_, let failure): tell(.stageFailed(.llm, reason: failure.code, reply: id), at: now)
      // No workload offers tools; a call counts as the model's first sign of life, and there is nothing to
      // say.
      case .connected, .firstByte, .reasoning, .toolCall: break
      }
    }
  }

  mutating func take(_ fact: SpeechToSpeechLane.Fact, at now: LabInstant) {
    books.note(fact, sampleRate: reply.playout.sampleRate, at: now)
    switch fact {
    case .speechStarted: tell(.speechStarted(confidence: 1), at: now)
    case .turnEnded(let located): tell(.turnTaken(located: located), at: now)
    case .text(let text): if let id = reply.id { tell(.replyToken(id, text), at: now) }
    case .audio(let audio, _, let isStale): if !isStale { reply.append(audio, at: now) }
    case .finished:
      reply.chunkFinished(at: now)
      if let id = reply.id { tell(.replyFinished(id), at: now) }
    case .failed(let reason): tell(.stageFailed(.s2s, reason: reason, reply: reply.id), at: now)
    case .ready, .transcript, .transcribed, .replyStarted, .usage, .replaced, .sent: break
    }
  }

  mutating func take(_ fact: TranscriptionLane.Fact, at now: LabInstant) {
    let isListening = machine.state.isListening
    switch fact {
    case .ready(let setup, let isReplacement):
      books.count(setup, inTurn: false)
      if isReplacement, isListening { books.note(.sttReconnected, at: now, replacing: true) }
    case .replaced: books.count { $0.reconnects += 1 }
    case .sent(let utterances): books.sent(utterances, at: now)
    case .lost(let failure, let open, let isRetried):
      books.charge(connection: open, to: machine.turn)
      if isRetried, isListening { books.note(.sttLost, at: now) }
      if !isRetried { tell(.stageFailed(.stt, reason: failure.code, reply: nil), at: now) }
    case .told(let event):
      books.note(event, in: machine.state, at: now)
      ears.heard(event, at: now)
      if let input = event.input { tell(input, at: now) }
    }
  }

  mutating func take(_ fact: Ears.Fact, at now: LabInstant, into out: inout [PipelineAction]) {
    switch fact {
    case .speechStarted(let confidence, let held):
      if let held { stt.stream(held, at: now, into: &out) }
      stt.speechStarted(at: now, into: &out)
      tell(.speechStarted(confidence: confidence), at: now)
    case .speechContinued(let confidence): tell(.speechContinued(confidence: confidence), at: now)
    case .speechEnded(let located, let melody):
      stt.speechEnded()
      if let melody { tell(.phraseEnded(melody), at: now) }
      tell(.speechEnded(located: located), at: now)
    case .speechIgnored: stt.speechIgnored(at: now, into: &out)
    case .judged(let verdict): take(verdict, at: now, into: &out)
    case .failed(let reason): phase = .failed(reason)
    }
  }

  /// Has the selective policy weigh the caller's words over the agent's voice.
  mutating func judgeWords(at now: LabInstant, into out: inout [PipelineAction]) {
    let words = machine.rules.wordsOverReply
    guard let verdict = ears.judge(words: words, in: machine.state, at: now) else { return }
    take(verdict, at: now, into: &out)
  }

  private mutating func take(
    _ verdict: BargeInJudge.Verdict, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    tell(verdict.input(at: now), at: now)
    if verdict == .dismissed { stt.speechIgnored(at: now, into: &out) }
  }

  // MARK: The caller's sound

  /// Sends the buffer before the detector judges it, so that a request to finalise follows the sound that it
  /// is about.
  mutating func sendSound(
    in state: ConversationState, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    if s2s != nil {
      // The microphone is silent while nobody may interrupt.
      let isMuted = (state == .aiThinking || state == .aiSpeaking) && !settings.canBeInterrupted
      let bytes = isMuted ? ears.microphone.silence : ears.microphone.bytes
      s2s!.stream(bytes, captured: ears.microphone.startInstant, at: now, into: &out)
    } else {
      let bytes = ears.microphone.bytes
      stt.keep(bytes, isListening: state.isListening)
      if !state.isListening, ears.closeGate() { stt.sendHeldBackSound(at: now, into: &out) }
      if let passed = ears.pass(bytes) { stt.stream(passed, at: now, into: &out) }
    }
  }

  /// The caller truly began to speak, at these positions of the microphone's stream.
  mutating func callerBegan(_ utterance: Int, _ began: Int, _ ends: Int) {
    let (start, end) = (ears.microphone.instant(of: began), ears.microphone.instant(of: ends))
    books.callerBegan(utterance, at: start, ends: end, in: machine.state)
  }

  /// The buffer holds the last sound of an utterance.
  mutating func callerEnds(_ utterance: Int, at now: LabInstant) {
    guard books.recordsLateness else { return }
    let bytes = ears.microphone.buffer.count * 2
    let isSent =
      if s2s != nil {
        s2s!.utteranceEnds(utterance, inBufferOf: bytes)
      } else {
        stt.utteranceEnds(utterance, inBufferOf: bytes)
      }
    if isSent { books.sent([utterance], at: now) }
  }
}
