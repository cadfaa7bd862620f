import LabTimeline
import Testing

@Suite("What the device adds to a turn")
struct DeviceContributionTests {
  private static func trace(_ device: [(held: Int, done: Int)]) -> TurnTrace {
    var trace = TurnTrace()
    func at(_ milliseconds: Int, _ kind: TurnEvent.Kind) {
      trace.record(kind, at: .origin + .milliseconds(milliseconds))
    }
    at(0, .userSpeechEnded)
    at(10, .speechEndLocated)
    at(700, .endpointReached)
    at(760, .sttFinal)
    at(760, .turnCommitted)
    at(760, .llmRequested)
    at(1200, .llmFirstToken)
    at(1200, .llmFirstAnswerToken)
    at(1250, .llmFirstSentence)
    at(1250, .ttsRequested)
    at(1400, .ttsFirstByte)
    at(1410, .playoutStarted)
    at(1430, .firstAudibleSample)
    for (held, done) in device {
      at(held, .deviceHeld)
      at(done, .deviceDone)
    }
    return trace.sorted()
  }

  private static func milliseconds(of owner: Contribution.Owner, in parts: [Contribution]) -> Double {
    parts.filter { $0.owner == owner }.reduce(0) { $0 + $1.duration.milliseconds }
  }

  @Test("is taken from whoever waited for it, and all still sums to voice to voice")
  func sums() throws {
    let without = try #require(CriticalPath.explain(Self.trace([])))
    let with = try #require(CriticalPath.explain(Self.trace([(750, 760), (1180, 1200), (1390, 1400)])))
    for parts in [without, with] {
      #expect(parts.reduce(0) { $0 + $1.nanoseconds } == 1_430_000_000)
    }
    #expect(Self.milliseconds(of: .device, in: with) == 40)
    #expect(Self.milliseconds(of: .stt, in: without) - Self.milliseconds(of: .stt, in: with) == 10)
    #expect(Self.milliseconds(of: .llm, in: without) - Self.milliseconds(of: .llm, in: with) == 20)
    #expect(Self.milliseconds(of: .tts, in: without) - Self.milliseconds(of: .tts, in: with) == 10)
  }

  @Test("counts once where one thing waited behind another")
  func queue() throws {
    // The second came while the device was at the first.
    let parts = try #require(CriticalPath.explain(Self.trace([(1100, 1150), (1120, 1200)])))
    #expect(Self.milliseconds(of: .device, in: parts) == 100)
    #expect(parts.reduce(0) { $0 + $1.nanoseconds } == 1_430_000_000)
  }

  @Test("is nothing where it led to nothing on the way to the reply")
  func elsewhere() throws {
    let parts = try #require(CriticalPath.explain(Self.trace([(-500, -300), (1500, 1600)])))
    #expect(parts.allSatisfy { $0.owner != .device })
  }
}
