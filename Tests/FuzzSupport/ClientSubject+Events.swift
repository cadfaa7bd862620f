import LabProviders

/// What a client session tells, as an outcome.
extension ClientSubject {
  mutating func heard(_ event: SpeechToTextEvent) {
    switch event {
    case .ready: outcome.note("ready")
    case .connected: outcome.note("connected")
    case .sent: outcome.note("sent")
    case .speechStarted: outcome.note("speech")
    case .partial(let text):
      outcome.note("partial")
      outcome.volume += text.utf8.count
    case .final(let final):
      outcome.note(final.answersFinalize ? "answer" : "final")
      outcome.volume += final.text.utf8.count
    case .repeated: outcome.note("repeated")
    case .nothingToSettle: outcome.note("nothing")
    case .eagerEndOfTurn: outcome.note("eager")
    case .turnResumed: outcome.note("resumed")
    case .endOfTurn: outcome.note("end of turn")
    case .closed: outcome.note("closed")
    case .failed(let failure): failed(failure)
    }
    outcome.keep("\(event)")
  }

  mutating func thought(_ event: LanguageModelEvent) {
    switch event {
    case .connected: outcome.note("connected")
    case .firstByte: outcome.note("first byte")
    case .reasoning(_, let text, _):
      outcome.note("reasoning")
      outcome.volume += text.utf8.count
    case .token(_, let text, _):
      outcome.note("token")
      outcome.volume += text.utf8.count
    case .toolCall(_, let call, _):
      outcome.note("tool call")
      outcome.volume += call.arguments.utf8.count
    case .finished(_, let reason, let usage):
      outcome.note(usage == nil ? "finished" : "finished with usage", reason.rawValue)
    case .failed(_, let failure): failed(failure)
    }
    outcome.keep("\(event)")
  }

  mutating func spoke(_ event: TextToSpeechEvent) {
    switch event {
    case .connected: outcome.note("connected")
    case .audio(let id, let bytes, _):
      outcome.note("audio")
      outcome.volume += bytes.count
      if bytes.count % 2 != 0 { outcome.violation = "Half a sample was handed on." }
      return outcome.keepSound(of: id.number, bytes)
    case .aligned(_, let alignment):
      outcome.note("aligned")
      outcome.volume += alignment.pieces.count * 16
    case .finished: outcome.note("finished")
    case .failed(_, let failure): failed(failure)
    case .unasked: outcome.note("unasked")
    case .lost(let failure): failed(failure)
    }
    outcome.keep("\(event)")
  }

  mutating func conversed(_ event: SpeechToSpeechEvent) {
    switch event {
    case .ready: outcome.note("ready")
    case .speechStarted: outcome.note("speech")
    case .turnEnded: outcome.note("turn ended")
    case .transcript(_, let text): outcome.note(text == nil ? "no transcript" : "transcript")
    case .transcribed: outcome.note("transcribed")
    case .replyStarted: outcome.note("reply")
    case .text(_, let text):
      outcome.note("text")
      outcome.volume += text.utf8.count
    case .audio(_, let bytes, _):
      outcome.note("audio")
      outcome.volume += bytes.count
      if bytes.count % 2 != 0 { outcome.violation = "Half a sample was handed on." }
    case .finished: outcome.note("finished")
    case .failed(_, let failure): failed(failure)
    case .usage: outcome.note("usage")
    case .closed: outcome.note("closed")
    case .lost(let failure): failed(failure)
    }
  }

  private mutating func failed(_ failure: ProviderFailure) {
    outcome.note("failed", failure.code)
    outcome.volume += failure.message.utf8.count
  }
}
