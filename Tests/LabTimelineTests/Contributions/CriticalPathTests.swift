import Testing

@testable import LabTimeline

@Suite("The critical path")
struct CriticalPathTests {
  typealias Part = Contribution

  static func total(_ parts: [Part]) -> Int64 { parts.reduce(0) { $0 + $1.nanoseconds } }

  static func voiceToVoice(_ trace: TurnTrace) -> Int64? {
    MetricCatalogue.voiceToVoice.measure(trace).value?.nanoseconds
  }

  @Test("gives every step of a full trace its own time, name and owner")
  func full() throws {
    let parts = try #require(CriticalPath.explain(ExampleTurn.trace()))
    #expect(
      parts == [
        Part(name: "vad.locate", owner: .pipeline, duration: .nanoseconds(3_000_001)),
        Part(name: "turn.silence", owner: .setting, duration: .nanoseconds(700_000_002)),
        Part(name: "stt.uplink", owner: .network, duration: .nanoseconds(11_000_003)),
        Part(name: "stt.service", owner: .stt, duration: .nanoseconds(53_000_004)),
        Part(name: "stt.downlink", owner: .network, duration: .nanoseconds(12_000_005)),
        Part(name: "turn.commit", owner: .pipeline, duration: .nanoseconds(1_000_006)),
        Part(name: "context.build", owner: .pipeline, duration: .nanoseconds(2_000_007)),
        Part(name: "llm.connect", owner: .network, duration: .nanoseconds(61_000_008)),
        Part(name: "llm.uplink", owner: .network, duration: .nanoseconds(13_000_009)),
        Part(name: "llm.service", owner: .llm, duration: .nanoseconds(310_000_010)),
        Part(name: "llm.downlink", owner: .network, duration: .nanoseconds(14_000_011)),
        Part(name: "llm.reasoning", owner: .llm, duration: .nanoseconds(97_000_012)),
        Part(name: "llm.first_sentence", owner: .llm, duration: .nanoseconds(83_000_013)),
        Part(name: "tts.request", owner: .pipeline, duration: .nanoseconds(4_000_014)),
        Part(name: "tts.connect", owner: .network, duration: .nanoseconds(59_000_015)),
        Part(name: "tts.uplink", owner: .network, duration: .nanoseconds(15_000_016)),
        Part(name: "tts.service", owner: .tts, duration: .nanoseconds(190_000_017)),
        Part(name: "tts.downlink", owner: .network, duration: .nanoseconds(16_000_018)),
        Part(name: "playout.start", owner: .pipeline, duration: .nanoseconds(40_000_019)),
        Part(name: "tts.leading_silence", owner: .tts, duration: .nanoseconds(27_000_020)),
      ])
    #expect(Self.total(parts) == Self.voiceToVoice(ExampleTurn.trace()))
  }

  @Test("gives network and service to the service when the far side is unknown, and nothing to nobody")
  func outside() throws {
    let trace = ExampleTurn.trace(without: ExampleTurn.farSide)
    let parts = try #require(CriticalPath.explain(trace))
    #expect(!parts.contains { $0.owner == .network || $0.owner == .unattributed })
    func part(_ name: String) -> Int64? { parts.first { $0.name == name }?.nanoseconds }
    #expect(part("stt.wait") == 76_000_012)
    #expect(part("llm.first_token") == 398_000_038)
    #expect(part("tts.first_byte") == 280_000_066)
    #expect(Self.total(parts) == Self.voiceToVoice(trace))
  }

  @Test("keeps setting up a connection apart, and calls what follows no way back")
  func connectionOnly() throws {
    let unknown = ExampleTurn.farSide.subtracting([.llmConnected])
    let parts = try #require(CriticalPath.explain(ExampleTurn.trace(without: unknown)))
    #expect(parts.contains(Part(name: "llm.connect", owner: .network, duration: .nanoseconds(61_000_008))))
    #expect(
      parts.contains(
        Part(
          name: "llm.first_token", owner: .llm,
          duration: .nanoseconds(13_000_009 + 310_000_010 + 14_000_011))))
  }

  @Test(
    "leaves the time up to the next fact to nobody when a fact of the near side is missing",
    arguments: ExampleTurn.steps.indices.dropLast().filter {
      !ExampleTurn.farSide.contains(ExampleTurn.steps[$0].kind)
    })
  func gap(index: Int) throws {
    let absent = ExampleTurn.steps[index].kind
    let trace = ExampleTurn.trace(without: [absent])
    let parts = try #require(CriticalPath.explain(trace))
    let next = ExampleTurn.steps[index + 1].nanoseconds
    #expect(
      parts.filter { $0.owner == .unattributed }
        == [
          Part(
            name: "unattributed", owner: .unattributed,
            duration: .nanoseconds(ExampleTurn.steps[index].nanoseconds + next))
        ])
    #expect(Self.total(parts) == Self.voiceToVoice(trace))
  }

  @Test("clips a transcript that was final before the endpoint: it took none of the caller's time")
  func earlyTranscript() throws {
    let trace = TurnTrace(events: [
      TurnEvent(.userSpeechEnded, at: .ms(1000)), TurnEvent(.speechEndLocated, at: .ms(990)),
      TurnEvent(.sttFinalizeReceived, at: .ms(1260)), TurnEvent(.sttFinalSent, at: .ms(1300)),
      TurnEvent(.sttFinal, at: .ms(1310)), TurnEvent(.endpointReached, at: .ms(1690)),
      TurnEvent(.turnCommitted, at: .ms(1690)), TurnEvent(.firstAudibleSample, at: .ms(1800)),
    ])
    let parts = try #require(CriticalPath.explain(trace))
    #expect(
      parts.map(\.name) == [
        "vad.locate", "turn.silence", "stt.uplink", "stt.service", "stt.downlink", "turn.commit",
        "unattributed",
      ])
    #expect(parts.map { $0.nanoseconds / 1_000_000 } == [-10, 700, 0, 0, 0, 0, 110])
  }

  @Test("has nothing to explain without the end of speech or without an audible reply")
  func unexplained() {
    #expect(CriticalPath.explain(ExampleTurn.trace(without: [.firstAudibleSample])) == nil)
    #expect(CriticalPath.explain(TurnTrace(events: [TurnEvent(.firstAudibleSample, at: .ms(1))])) == nil)
    #expect(CriticalPath.explain(TurnTrace()) == nil)
  }

  @Test("gives what was tried once more a part of its own, and measures the try that was answered")
  func retries() throws {
    var trace = ExampleTurn.trace(without: [.llmRequested])
    let commit = try #require(trace.last(.turnCommitted))
    for (kind, after) in [
      (TurnEvent.Kind.llmRequested, 1), (.llmRequested, 40), (.llmRetried, 40),
      (.sttReconnected, -3000),
    ] {
      trace.record(kind, at: commit + .milliseconds(after))
    }
    let parts = try #require(CriticalPath.explain(trace))
    func part(_ name: String) -> Double? {
      parts.first { $0.name == name }.map { Double($0.nanoseconds) / 1e6 }
    }
    #expect(part("context.build") == 1)
    #expect(part("llm.retry") == 39)
    #expect(part("stt.reconnect") == 0, "it was open again before the endpoint, which took none of the time")
    #expect(part("tts.retry") == nil)
    #expect(Self.total(parts) == Self.voiceToVoice(trace))
    let token = try #require(trace.last(.llmFirstToken))
    let ttft = MetricCatalogue.metric("llm.ttft")?.measure(trace).value
    #expect(ttft == token - (commit + .milliseconds(40)))
    #expect(MetricCatalogue.metric("context.build")?.measure(trace).value == .milliseconds(1))
  }

  @Test("explains a turn by the reply that was heard when it was taken back once")
  func lastFactsCount() throws {
    var trace = ExampleTurn.trace()
    let later = ExampleTurn.trace().events.map { TurnEvent($0.kind, at: $0.at + .seconds(3)) }
    for event in later { trace.record(event.kind, at: event.at) }
    #expect(CriticalPath.explain(trace) == CriticalPath.explain(ExampleTurn.trace()))
  }
}
