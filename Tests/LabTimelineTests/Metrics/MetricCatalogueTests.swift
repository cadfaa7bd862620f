import LabTimeline
import Testing

@Suite("The metric catalogue")
struct MetricCatalogueTests {
  typealias Kind = TurnEvent.Kind

  /// Every metric with the facts it stands between: the contract that other people's scripts rely on.
  static let contract: [(id: String, start: Kind, end: Kind)] = [
    ("vad.onset", .userSpeechStarted, .speechDetected),
    ("vad.offset", .userSpeechEnded, .speechEndDetected),
    ("turn.v2v", .userSpeechEnded, .firstAudibleSample),
    ("turn.v2v_sent", .speechEndSent, .firstAudibleSample),
    ("turn.v2v_intended", .speechEndIntended, .firstAudibleSample),
    ("turn.endpointing", .userSpeechEnded, .turnCommitted),
    ("stt.first_partial", .userSpeechStarted, .sttPartial),
    ("stt.ttfs", .userSpeechEnded, .sttFinal),
    ("stt.finalize", .sttFinalizeSent, .sttFinal),
    ("context.build", .turnCommitted, .llmRequested),
    ("llm.ttft", .llmRequested, .llmFirstToken),
    ("llm.ttfat", .llmRequested, .llmFirstAnswerToken),
    ("llm.ttfs", .llmRequested, .llmFirstSentence),
    ("tts.ttfb", .ttsRequested, .ttsFirstByte),
    ("tts.ttfa", .ttsRequested, .ttsFirstAudible),
    ("playout.start", .ttsFirstByte, .firstAudibleSample),
    ("bargein.detect", .interruptionStarted, .bargeInDetected),
    ("bargein.stop", .interruptionStarted, .playoutSilent),
    ("net.llm_setup", .llmRequested, .llmConnected),
    ("net.tts_setup", .ttsRequested, .ttsConnected),
    ("net.llm_dns", .llmRequested, .llmNameResolved),
    ("net.llm_connect", .llmConnectBegan, .llmTransportOpen),
    ("net.llm_tls", .llmTransportOpen, .llmSecured),
    ("net.tts_dns", .ttsRequested, .ttsNameResolved),
    ("net.tts_connect", .ttsConnectBegan, .ttsTransportOpen),
    ("net.tts_tls", .ttsTransportOpen, .ttsSecured),
    ("net.tts_upgrade", .ttsSecured, .ttsConnected),
  ]

  @Test("holds exactly the metrics of the contract, in its order")
  func complete() {
    #expect(MetricCatalogue.all.map(\.id) == Self.contract.map(\.id))
    #expect(MetricCatalogue.all.map(\.key) == Self.contract.map { $0.id + "_ms" })
  }

  @Test("measures every metric from its start to its end", arguments: contract)
  func value(id: String, start: Kind, end: Kind) throws {
    let metric = try #require(MetricCatalogue.metric(id))
    let trace = TurnTrace(events: [
      TurnEvent(end, at: LabInstant(nanoseconds: 5_000_000_017)), TurnEvent(start, at: .ms(2000)),
    ])
    #expect(metric.measure(trace) == .value(.nanoseconds(3_000_000_017)))
  }

  @Test(
    "keeps the sign of a metric whose end came first, unless the end answers the start", arguments: contract)
  func negative(id: String, start: Kind, end: Kind) throws {
    let metric = try #require(MetricCatalogue.metric(id))
    let trace = TurnTrace(events: [TurnEvent(start, at: .ms(10)), TurnEvent(end, at: .ms(7))])
    // A transcript from before the request to finalise answers something else, and so does an earlier request.
    let answers = ["stt.finalize", "context.build"]
    #expect(
      metric.measure(trace)
        == (answers.contains(id)
          ? .missing("no \(end.rawValue) after \(start.rawValue)") : .value(.milliseconds(-3))))
  }

  @Test("takes the first transcript after the last request to finalise for its answer")
  func answer() throws {
    let metric = try #require(MetricCatalogue.metric("stt.finalize"))
    let trace = TurnTrace(
      events: [(Kind.sttFinal, 900), (.sttFinalizeSent, 1000), (.sttFinal, 1047), (.sttFinal, 2100)].map {
        TurnEvent($0, at: .ms($1))
      })
    #expect(metric.measure(trace) == .value(.milliseconds(47)))
  }

  @Test("names the fact that a missing value lacks, its start before its end", arguments: contract)
  func missing(id: String, start: Kind, end: Kind) throws {
    let metric = try #require(MetricCatalogue.metric(id))
    let onlyStart = TurnTrace(events: [TurnEvent(start, at: .ms(1))])
    let onlyEnd = TurnTrace(events: [TurnEvent(end, at: .ms(1))])
    #expect(metric.measure(onlyStart) == .missing("no \(end.rawValue)"))
    #expect(metric.measure(onlyEnd) == .missing("no \(start.rawValue)"))
    #expect(metric.measure(TurnTrace()) == .missing("no \(start.rawValue)"))
    #expect(metric.measure(onlyStart).value == nil)
  }

  @Test("says that virtual time is never late where a fact of real time is missing, and only there")
  func virtualTime() {
    let trace = TurnTrace(events: [TurnEvent(.firstAudibleSample, at: .ms(1))])
    let reasons = MetricCatalogue.all.filter {
      $0.measure(trace, inVirtualTime: true) == .missing("virtual time is never late")
    }
    #expect(reasons.map(\.id) == ["turn.v2v_sent", "turn.v2v_intended"])
    let sent = TurnTrace(events: [TurnEvent(.speechEndSent, at: .ms(1))])
    #expect(
      MetricCatalogue.voiceToVoiceSent.measure(sent, inVirtualTime: true) == .missing("no firstAudibleSample")
    )
  }

  @Test("measures a turn that was taken back by its second, lasting reply")
  func reopened() {
    let trace = TurnTrace(events: [
      TurnEvent(.userSpeechStarted, at: .ms(0)), TurnEvent(.speechDetected, at: .ms(30)),
      TurnEvent(.userSpeechEnded, at: .ms(1000)), TurnEvent(.sttFinal, at: .ms(1100)),
      TurnEvent(.turnCommitted, at: .ms(1700)), TurnEvent(.llmRequested, at: .ms(1701)),
      TurnEvent(.turnReopened, at: .ms(1900)), TurnEvent(.speechDetected, at: .ms(1900)),
      TurnEvent(.userSpeechEnded, at: .ms(3000)), TurnEvent(.sttFinal, at: .ms(3150)),
      TurnEvent(.turnCommitted, at: .ms(3700)), TurnEvent(.llmRequested, at: .ms(3705)),
      TurnEvent(.firstAudibleSample, at: .ms(4500)),
    ])
    func measured(_ id: String) -> Duration? { MetricCatalogue.metric(id)?.measure(trace).value }
    #expect(measured("turn.v2v") == .milliseconds(1500))
    #expect(measured("turn.endpointing") == .milliseconds(700))
    #expect(measured("stt.ttfs") == .milliseconds(150))
    #expect(measured("context.build") == .milliseconds(5))
    // The onset stays the first: that is when the caller began.
    #expect(measured("vad.onset") == .milliseconds(30))
  }

  @Test("measures an interruption by its first detection")
  func interruption() {
    let trace = TurnTrace(events: [
      TurnEvent(.interruptionStarted, at: .ms(100)), TurnEvent(.bargeInDetected, at: .ms(240)),
      TurnEvent(.bargeInDetected, at: .ms(900)),
    ])
    #expect(MetricCatalogue.metric("bargein.detect")?.measure(trace).value == .milliseconds(140))
  }

  @Test("finds a metric by its name with or without the unit, and nothing by another")
  func lookUp() {
    #expect(MetricCatalogue.metric("turn.v2v_ms") == MetricCatalogue.voiceToVoice)
    #expect(MetricCatalogue.metric("turn.v2v") == MetricCatalogue.voiceToVoice)
    #expect(MetricCatalogue.metric("turn.v2v_s") == nil)
  }

  @Test("explains every metric in a sentence and says what it contains")
  func words() {
    for metric in MetricCatalogue.all {
      #expect(metric.summary.hasSuffix("."), "\(metric.id)")
      #expect(metric.note.hasSuffix("."), "\(metric.id)")
      #expect(!metric.start.text.isEmpty && !metric.end.text.isEmpty, "\(metric.id)")
    }
  }
}
