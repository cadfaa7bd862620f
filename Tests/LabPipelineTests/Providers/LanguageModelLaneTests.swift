import LabProviders
import LabTimeline
import Testing

@testable import LabPipeline

@Suite("The lane of the language model")
struct LanguageModelLaneTests {
  private static let setup = ConnectionSetup(isReused: false, nameLookup: .milliseconds(5))
  private static func usage(_ tokens: Int) -> TokenUsage {
    TokenUsage(input: tokens, cachedInput: 0, output: tokens, reasoning: 0)
  }
  private static let first = RequestID(0)

  private var lane = LanguageModelLane {
    ScriptedSession<LanguageModelEvent>(events: [
      "head": [.connected(Self.first, Self.setup)], "token": [.token(Self.first, "Yes.", nil)],
      "end": [.finished(Self.first, .stop, Self.usage(7))], "loss": [.failed(Self.first, .lost)],
    ])
  }
  private var wire = Wire()
  private var retry = RetrySchedule.twice

  /// What follows from a text that arrives: the instants of what is told, and marks for what is new and current.
  private mutating func arrives(_ text: String, at milliseconds: Int64) -> [String] {
    lane.handle(wire.arrival(text, at: .llm), at: .ms(milliseconds), into: &wire.out)
    return told(at: milliseconds)
  }

  private mutating func told(at milliseconds: Int64) -> [String] {
    var facts: [String] = []
    while let fact = lane.poll(at: .ms(milliseconds), retry: &retry, into: &wire.out) {
      switch fact {
      case .retried(let id, _): facts.append("retried \(id.number)")
      case .told(let telling):
        let marks = (telling.isNew ? " new" : "") + (telling.isCurrent ? " current" : "")
        facts.append("\(telling.instant.nanoseconds / 1_000_000)\(marks)")
      }
    }
    return facts
  }

  @Test("tells what arrives as it arrives")
  mutating func plain() {
    let asked = lane.request(Self.first, messages: [], at: .ms(100), into: &wire.out)
    #expect(asked.instant == .ms(100) && asked.isNew)
    #expect(wire.take() == ["request 0"])
    #expect(arrives("head", at: 200) == ["200 new current"])
    #expect(arrives("token", at: 300) == ["300 new current"])
  }

  @Test("holds an early reply back, and tells it with its own instants when the turn takes it up")
  mutating func eager() {
    lane.requestEagerly(Self.first, messages: [], at: .ms(100), into: &wire.out)
    #expect(arrives("head", at: 200) == ["200 new"])
    #expect(arrives("token", at: 300) == ["300 new"])
    _ = wire.take()
    let asked = lane.request(Self.first, messages: [], at: .ms(500), into: &wire.out)
    #expect(asked.instant == .ms(100) && !asked.isNew)
    #expect(wire.take() == [])
    #expect(told(at: 500) == ["200 current", "300 current"])
    #expect(arrives("end", at: 600) == ["600 new current"])
  }

  @Test("asks again when the early reply has failed, or was for other words")
  mutating func eagerInVain() {
    lane.requestEagerly(Self.first, messages: [], at: .ms(100), into: &wire.out)
    #expect(arrives("loss", at: 200) == ["200 new"])
    #expect(lane.request(Self.first, messages: [], at: .ms(500), into: &wire.out).isNew == true)
    #expect(told(at: 500) == [])

    lane.requestEagerly(Self.first, messages: [], at: .ms(600), into: &wire.out)
    #expect(lane.cancelEager(RequestID(9), at: .ms(700), into: &wire.out).wasAsked == false)
    #expect(arrives("end", at: 650) == ["650 new"])
    _ = wire.take()
    let cancelled = lane.cancelEager(Self.first, at: .ms(700), into: &wire.out)
    #expect(cancelled.wasAsked && cancelled.usage == Self.usage(7))
    #expect(wire.take() == ["cancel 0"])
  }

  @Test("repeats a request that failed before anything of its answer was there, and no other")
  mutating func retries() {
    _ = lane.request(Self.first, messages: [], at: .ms(100), into: &wire.out)
    _ = wire.take()
    #expect(arrives("loss", at: 200) == ["200 new"])
    #expect(wire.take() == ["timer llm recovery 300", "after loss"])
    lane.handle(.recovery, at: .ms(300), into: &wire.out)
    #expect(told(at: 300) == ["retried 0"])
    #expect(wire.take() == ["request 0"])
    #expect(arrives("token", at: 400) == ["400 new current"])
    #expect(arrives("loss", at: 500) == ["500 new current"])
    #expect(wire.take() == ["after token", "after loss"])
  }

  @Test("does not repeat what was abandoned")
  mutating func cancelled() {
    _ = lane.request(Self.first, messages: [], at: .ms(100), into: &wire.out)
    _ = arrives("loss", at: 200)
    lane.cancel(Self.first, at: .ms(250), into: &wire.out)
    _ = wire.take()
    lane.handle(.recovery, at: .ms(300), into: &wire.out)
    #expect(wire.take() == [])
    #expect(told(at: 300) == [])
  }
}
