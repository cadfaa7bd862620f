import LabTimeline
import Testing

@testable import LabAnalysis

@Suite("Turns computed anew")
struct TurnRetimingTests {
  /// A turn in real time, in milliseconds: speech ends at 1000, the silence of 700 ms has passed at 1703, the model takes
  /// 400 ms, the first chunk 60 ms, synthesis 150 ms, and the voice pads 100 ms on.
  ///
  /// - Parameter final: When the transcript arrives; the request to finalise was sent at 1160.
  private func trace(final: Int64) -> TurnTrace {
    let commit = max(1703, final) + 2
    let moments: [(TurnEvent.Kind, Int64)] = [
      (.userSpeechStarted, 0), (.userSpeechEnded, 1000), (.speechDetected, 90), (.speechEndLocated, 1000),
      (.speechEndDetected, 1160), (.sttFinalizeSent, 1160), (.sttFinal, final), (.endpointReached, 1703),
      (.turnCommitted, commit), (.llmRequested, commit + 1), (.llmFirstToken, commit + 401),
      (.llmFirstAnswerToken, commit + 401), (.llmFirstSentence, commit + 461), (.ttsRequested, commit + 462),
      (.ttsFirstByte, commit + 612), (.playoutStarted, commit + 652), (.firstAudibleSample, commit + 752),
      (.llmDone, commit + 900), (.playoutFinished, commit + 4000),
    ]
    return TurnTrace(events: moments.map { TurnEvent($0.0, at: LabInstant(nanoseconds: $0.1 * 1_000_000)) })
  }

  private func gain(_ final: Int64, _ retiming: TurnRetiming) throws -> Duration {
    let before = trace(final: final)
    let metric = MetricCatalogue.voiceToVoice
    return try #require(metric.measure(retiming.retimed(before)).value)
      - #require(metric.measure(before).value)
  }

  @Test("Without a change every fact stays where it was")
  func keeps() {
    for final in [1300, 2000] as [Int64] {
      #expect(TurnRetiming().retimed(trace(final: final)) == trace(final: final))
    }
  }

  @Test("A faster transcript gains nothing behind the silence, and only what it was late by beyond it")
  func hidesBehindSilence() throws {
    let faster = TurnRetiming(latencies: [.finalize: .by(.milliseconds(-100))])
    #expect(try gain(1300, faster) == .zero)
    #expect(try gain(1750, faster) == .milliseconds(-47))
    #expect(try gain(2000, faster) == .milliseconds(-100))
    let slower = TurnRetiming(latencies: [.finalize: .by(.milliseconds(500))])
    #expect(try gain(1300, slower) == .milliseconds(97))
    #expect(try gain(2000, slower) == .milliseconds(500))
  }

  @Test("What follows the commit is passed on in full")
  func passesOn() throws {
    #expect(try gain(1300, TurnRetiming(latencies: [.firstToken: .times(0.8)])) == .milliseconds(-80))
    #expect(
      try gain(1300, TurnRetiming(latencies: [.firstAudio: .to(.milliseconds(90))])) == .milliseconds(-60))
    #expect(try gain(1300, TurnRetiming(latencies: [.tokenInterval: .times(0.5)])) == .milliseconds(-30))
    #expect(try gain(1300, TurnRetiming(latencies: [.leadingSilence: .times(0)])) == .milliseconds(-100))
    let all = TurnRetiming(latencies: [
      .firstToken: .times(0.8), .firstAudio: .by(.milliseconds(-10)), .finalize: .times(0.1),
    ])
    #expect(try gain(1300, all) == .milliseconds(-90))
  }

  @Test("A shorter silence gains until the transcript is what is waited for")
  func shortensSilence() throws {
    let shorter = TurnRetiming(silence: .init(from: .milliseconds(700), to: .milliseconds(500)))
    #expect(try gain(1300, shorter) == .milliseconds(-200))
    #expect(try gain(1600, shorter) == .milliseconds(-103))
    // The detector's own hangover is the least that can pass.
    let none = TurnRetiming(silence: .init(from: .milliseconds(700), to: .zero))
    #expect(try gain(1161, none) == .milliseconds(-540))
  }

  @Test("A service on the far side is changed without the way to it and back")
  func leavesNetwork() throws {
    var known = trace(final: 1300)
    known.record(.llmRequestReceived, at: LabInstant(nanoseconds: 1_726_000_000))
    known.record(.llmFirstTokenSent, at: LabInstant(nanoseconds: 2_086_000_000))
    let metric = MetricCatalogue.voiceToVoice
    let retimed = TurnRetiming(latencies: [.firstToken: .times(0)]).retimed(known)
    let change = try #require(metric.measure(retimed).value) - #require(metric.measure(known).value)
    #expect(change == .milliseconds(-360))
    let parts = try #require(CriticalPath.explain(retimed))
    #expect(parts.first { $0.name == "llm.service" }?.duration == .zero)
    #expect(parts.allSatisfy { $0.nanoseconds >= 0 })
  }

  @Test("Where the service ends the turn, its transcript does")
  func endsWithService() throws {
    let commit: Int64 = 1252
    let moments: [(TurnEvent.Kind, Int64)] = [
      (.userSpeechEnded, 1000), (.speechEndLocated, 1000), (.speechEndDetected, 1160), (.sttFinal, 1250),
      (.endpointReached, 1250), (.turnCommitted, commit), (.llmRequested, commit),
      (.llmFirstToken, commit + 300), (.firstAudibleSample, commit + 800),
    ]
    let before = TurnTrace(
      events: moments.map { TurnEvent($0.0, at: LabInstant(nanoseconds: $0.1 * 1_000_000)) })
    let after = TurnRetiming(latencies: [.transcript: .by(.milliseconds(-40))]).retimed(before)
    #expect(after.last(.endpointReached) == LabInstant(nanoseconds: 1_210_000_000))
    #expect(after.last(.firstAudibleSample) == LabInstant(nanoseconds: 2_012_000_000))
  }
}
