import LabStatistics
import LabTimeline

/// The events of one made-up turn.
enum SyntheticTurn {
  static func trace(
    startingAt start: LabInstant, isCold: Bool, slowness: Double, random: inout SeededGenerator
  ) -> TurnTrace {
    var trace = TurnTrace()
    var clock = start
    func after(_ milliseconds: Double, _ kinds: TurnEvent.Kind...) {
      // Whole microseconds, as a tidy emulator would give.
      clock = clock + .microseconds(Int((milliseconds * 1000).rounded()))
      for kind in kinds { trace.record(kind, at: clock) }
    }
    func about(_ median: Double, sigma: Double = 0.2) -> Double {
      random.lognormal(median: median, sigma: sigma)
    }
    after(0, .userSpeechStarted)
    after(about(60), .speechDetected)
    after(about(380), .sttPartial)
    after(about(1500), .userSpeechEnded)
    after(-12, .speechEndLocated)
    after(96, .speechEndDetected, .sttFinalizeSent)
    after(16, .sttFinalizeReceived)
    after(about(40), .endpointReached)
    after(about(45), .sttFinalSent)
    after(16, .sttFinal, .turnCommitted)
    after(2, .llmRequested)
    if isCold { after(about(55), .llmConnected) }
    after(16, .llmRequestReceived)
    after(about(150 * slowness, sigma: 0.35), .llmFirstTokenSent)
    after(16, .llmFirstByte, .llmFirstToken, .llmFirstAnswerToken)
    after(about(60), .llmFirstSentence)
    after(1, .ttsRequested)
    if isCold { after(about(50), .ttsConnected) }
    after(16, .ttsRequestReceived)
    after(about(90), .ttsFirstByteSent)
    after(16, .ttsFirstByte)
    after(20, .playoutStarted)
    after(about(35), .ttsFirstAudible, .firstAudibleSample)
    after(2400, .llmDone, .ttsDone)
    after(200, .playoutFinished)
    return trace
  }

  /// The caller takes the floor one second into the reply.
  static func interrupt(_ trace: inout TurnTrace) {
    guard let audible = trace.first(.firstAudibleSample) else { return }
    trace.forget([.llmDone, .ttsDone, .playoutFinished])
    trace.record(.interruptionStarted, at: audible + .seconds(1))
    trace.record(.bargeInDetected, at: audible + .milliseconds(1180))
    trace.record(.ttsCancelled, at: audible + .milliseconds(1181))
    trace.record(.playoutSilent, at: audible + .milliseconds(1225))
  }
}

extension TurnTrace {
  /// The events before the last one of a kind, and that one.
  func upTo(_ kind: TurnEvent.Kind) -> TurnTrace {
    let end = events.lastIndex { $0.kind == kind } ?? events.endIndex - 1
    return TurnTrace(events: Array(events[...end]))
  }
}
