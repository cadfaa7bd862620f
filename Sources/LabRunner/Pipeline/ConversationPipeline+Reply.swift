import LabConversation
import LabProviders
import LabRecord
import LabTimeline

/// What happens to the current reply, noted on the turn that it belongs to, up to the sink.
extension ConversationPipeline {
  var isListening: Bool {
    switch machine.state {
    case .userSpeaking, .processingUserUtterance: true
    default: false
    }
  }

  func isCurrent(_ id: RequestID) -> Bool { playout.reply == ReplyID(id.number) }

  func requested(_ kind: TurnEvent.Kind) -> LabInstant? {
    ledger.entries[machine.turn]?.trace.last(kind)
  }

  /// Records a fact of the current reply once.
  mutating func note(_ kind: TurnEvent.Kind, at instant: LabInstant, replacing: Bool = false) {
    ledger.update(machine.turn) { entry in
      if replacing { entry.trace.forget([kind]) }
      entry.trace.recordFirst(kind, at: instant)
    }
  }

  mutating func noteFirstToken(_ farSide: FarSide?, at now: LabInstant) {
    guard ledger.entries[machine.turn]?.trace.first(.llmFirstToken) == nil else { return }
    if let farSide {
      if let received = farSide.received { note(.llmRequestReceived, at: received) }
      note(.llmFirstTokenSent, at: farSide.sent)
    }
    note(.llmFirstToken, at: now)
  }

  mutating func noteFirstAudio(_ farSide: FarSide?, at now: LabInstant) {
    guard ledger.entries[machine.turn]?.trace.first(.ttsFirstByte) == nil else { return }
    if let farSide {
      if let received = farSide.received { note(.ttsRequestReceived, at: received) }
      note(.ttsFirstByteSent, at: farSide.sent)
    }
    note(.ttsFirstByte, at: now)
  }

  mutating func count(_ setup: ConnectionSetup, turn: Int?) {
    ledger.update(turn) { entry in
      if setup.isReused {
        entry.counts.connectionsReused += 1
      } else {
        entry.counts.connectionsOpened += 1
      }
    }
  }

  /// Notes what has happened at the sink and asks to be called when the next thing is due.
  mutating func lookAtSink(at now: LabInstant, into out: inout [PipelineAction]) {
    guard let reply = playout.reply else { return }
    countConcealed()
    if let started = playout.started { note(.playoutStarted, at: started) }
    for fact in playout.advance(to: now) {
      switch fact {
      case .audible(let instant):
        if playout.media != nil, let sent = playout.audibleAtSink { note(.audibleSent, at: sent) }
        note(.firstAudibleSample, at: instant)
        caller.replyBecameAudible(at: instant)
        bargeIn?.trials?.replyAudible(at: instant)
        tell(.playoutStarted(reply), at: now, into: &out)
      case .ranDry(let instant):
        ledger.update(machine.turn) { entry in
          entry.trace.record(.underrun, at: instant)
          entry.counts.underruns += 1
        }
      case .finished(let instant):
        if machine.state == .aiThinking {
          let stage: TurnOutcome.Stage = s2s == nil ? .tts : .s2s
          return tell(.stageFailed(stage, reason: "silent_audio", reply: reply), at: now, into: &out)
        }
        note(.playoutFinished, at: instant)
        bargeIn?.trials?.finished(at: instant)
        return tell(.playoutFinished(reply), at: now, into: &out)
      }
    }
    if let due = playout.due { out.append(.setTimer(.playout, at: max(due, now))) }
  }
}
