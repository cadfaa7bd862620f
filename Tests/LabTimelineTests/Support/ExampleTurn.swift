import LabTimeline

/// A turn whose every fact is known, with steps of different lengths so that no two can be mixed up.
enum ExampleTurn {
  /// The steps of the critical path in the order of the turn, with the length of each in nanoseconds.
  static let steps: [(kind: TurnEvent.Kind, nanoseconds: Int64)] = [
    (.speechEndLocated, 3_000_001), (.endpointReached, 700_000_002), (.sttFinalizeReceived, 11_000_003),
    (.sttFinalSent, 53_000_004), (.sttFinal, 12_000_005), (.turnCommitted, 1_000_006),
    (.llmRequested, 2_000_007), (.llmConnected, 61_000_008), (.llmRequestReceived, 13_000_009),
    (.llmFirstTokenSent, 310_000_010), (.llmFirstToken, 14_000_011), (.llmFirstAnswerToken, 97_000_012),
    (.llmFirstSentence, 83_000_013), (.ttsRequested, 4_000_014), (.ttsConnected, 59_000_015),
    (.ttsRequestReceived, 15_000_016), (.ttsFirstByteSent, 190_000_017), (.ttsFirstByte, 16_000_018),
    (.playoutStarted, 40_000_019), (.firstAudibleSample, 27_000_020),
  ]

  static let farSide: Set<TurnEvent.Kind> = [
    .sttFinalizeReceived, .sttFinalSent, .llmConnected, .llmRequestReceived, .llmFirstTokenSent,
    .ttsConnected, .ttsRequestReceived, .ttsFirstByteSent,
  ]

  static let end = LabInstant(nanoseconds: 2_000_000_000)

  /// The whole turn, less the facts named.
  static func trace(without absent: Set<TurnEvent.Kind> = []) -> TurnTrace {
    var trace = TurnTrace(events: [TurnEvent(.userSpeechEnded, at: end)])
    var now = end
    for step in steps {
      now = now + .nanoseconds(step.nanoseconds)
      if !absent.contains(step.kind) { trace.record(step.kind, at: now) }
    }
    return trace
  }
}
