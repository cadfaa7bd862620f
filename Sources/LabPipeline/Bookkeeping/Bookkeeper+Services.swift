import LabConversation
import LabProviders
import LabRecord
import LabTimeline

/// What services tell, as facts and counts of the turn.
extension Bookkeeper {
  /// What speech to text told; `state` is that of the conversation.
  mutating func note(_ event: SpeechToTextEvent, in state: ConversationState, at now: LabInstant) {
    switch event {
    case .connected(let setup): count(setup, inTurn: true)
    case .repeated: count { $0.staleAnswers += 1 }
    case .partial: if state == .userSpeaking { note(.sttPartial, at: now) }
    case .final(let final):
      guard let farSide = final.farSide, state.isListening else { return }
      if let received = farSide.received { record(.sttFinalizeReceived, at: received) }
      record(.sttFinalSent, at: farSide.sent)
    default: break
    }
  }

  /// What the language model told about the current reply.
  mutating func note(_ event: LanguageModelEvent, at instant: LabInstant) {
    switch event {
    case .connected(_, let setup):
      count(setup, inTurn: true)
      connected(setup, for: .llm)
    case .firstByte: note(.llmFirstByte, at: instant)
    case .reasoning(_, _, let farSide), .toolCall(_, _, let farSide): firstToken(farSide, at: instant)
    case .token(_, _, let farSide):
      firstToken(farSide, at: instant)
      note(.llmFirstAnswerToken, at: instant)
    case .finished, .failed: break
    }
  }

  private mutating func firstToken(_ farSide: FarSide?, at now: LabInstant) {
    answered(
      .llmFirstToken, received: .llmRequestReceived, sent: .llmFirstTokenSent, farSide: farSide, at: now)
  }

  private mutating func firstAudio(_ farSide: FarSide?, at now: LabInstant) {
    answered(
      .ttsFirstByte, received: .ttsRequestReceived, sent: .ttsFirstByteSent, farSide: farSide, at: now)
  }

  private mutating func spoken(_ audio: [UInt8], sampleRate: Int) {
    use { $0.ttsSeconds += Double(audio.count / 2) / Double(sampleRate) }
  }

  /// A chunk was handed to speech synthesis.
  mutating func speak(_ chunk: ChunkID, _ text: String, at now: LabInstant) {
    if chunk.index == 0 { record(.ttsRequested, at: now) }
    use { $0.ttsCharacters += text.count }
  }

  /// What speech synthesis told.
  mutating func note(_ fact: SynthesisLane.Fact, sampleRate: Int, at now: LabInstant) {
    switch fact {
    case .connected(let setup, let chunk):
      count(setup, inTurn: chunk != nil)
      if chunk?.index == 0 { connected(setup, for: .tts) }
    case .audio(let audio, let chunk, let farSide):
      spoken(audio, sampleRate: sampleRate)
      if chunk?.index == 0 { firstAudio(farSide, at: now) }
      if chunk == nil { count { $0.staleAnswers += 1 } }
    case .finished(_, let isLast): if isLast { note(.ttsDone, at: now, replacing: true) }
    case .retried(let chunk): retried(.tts, isFirst: chunk.index == 0, at: now)
    case .replaced: count { $0.reconnects += 1 }
    case .unasked: count { $0.staleAnswers += 1 }
    case .failed: break
    }
  }

  /// What a service told that hears and speaks by itself.
  mutating func note(_ fact: SpeechToSpeechLane.Fact, sampleRate: Int, at now: LabInstant) {
    switch fact {
    case .ready(let setup): count(setup, inTurn: false)
    case .transcript(let turn, let text): understood(text, in: turn)
    case .transcribed(let turn, let length): charge(sound: length.milliseconds / 1000, to: turn)
    case .replyStarted:
      note(.s2sReplyStarted, at: now)
      use { $0.llmRequests += 1 }
    case .audio(let audio, let farSide, let isStale):
      // It is billed in tokens; the seconds say how much of the time the agent speaks.
      spoken(audio, sampleRate: sampleRate)
      guard !isStale else { return count { $0.staleAnswers += 1 } }
      firstAudio(farSide.map { FarSide(received: nil, sent: $0.sent) }, at: now)
    case .finished: note(.ttsDone, at: now)
    case .usage(let usage, let turn): use(TokenCount(usage), of: turn)
    case .replaced: count { $0.reconnects += 1 }
    case .sent(let utterances): sent(utterances, at: now)
    case .speechStarted, .turnEnded, .text, .failed: break
    }
  }

  /// What happened at the sink.
  mutating func note(_ fact: ReplyLane.Fact) {
    switch fact {
    case .audibleArrived(let instant): note(.ttsFirstAudible, at: instant)
    case .concealed(let frames): count { $0.concealedFrames += frames }
    case .started(let instant): note(.playoutStarted, at: instant)
    case .audible(let instant, let left):
      if let left { note(.audibleSent, at: left) }
      note(.firstAudibleSample, at: instant)
    case .ranDry(let instant):
      record(.underrun, at: instant)
      count { $0.underruns += 1 }
    case .finished: break
    }
  }
}
