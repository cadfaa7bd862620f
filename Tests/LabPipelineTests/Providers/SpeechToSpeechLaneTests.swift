import LabConversation
import LabProviders
import LabTimeline
import Testing

@testable import LabPipeline

@Suite("The lane of a service that hears and speaks")
struct SpeechToSpeechLaneTests {
  private static let first = RequestID(1)

  private var lane = SpeechToSpeechLane(settings: SessionSettings()) {
    ScriptedSession<SpeechToSpeechEvent>(events: [
      "end": [.turnEnded(located: .milliseconds(700))], "reply": [.replyStarted(Self.first)],
      "audio": [.audio(Self.first, [0, 0], nil)], "done": [.finished(Self.first)], "loss": [.lost(.lost)],
      "words": [.transcript(turn: 0, "Hello.")], "spent": [.transcribed(turn: 0, .seconds(2))],
    ])
  }
  private var wire = Wire()

  private mutating func arrives(
    _ text: String, at milliseconds: Int64, turn: Int = 5, isAwaited: Bool = true
  ) -> [String] {
    lane.handle(wire.arrival(text, at: .s2s), at: .ms(milliseconds), into: &wire.out)
    return told(at: milliseconds, turn: turn, isAwaited: isAwaited)
  }

  private mutating func told(at milliseconds: Int64, turn: Int = 5, isAwaited: Bool = true) -> [String] {
    var facts: [String] = []
    while let fact = lane.poll(at: .ms(milliseconds), turn: turn, isAwaited: isAwaited, into: &wire.out) {
      switch fact {
      case .turnEnded(let located):
        facts.append("turn ended at \((located ?? .origin).nanoseconds / 1_000_000)")
      case .transcript(let turn, let text): facts.append("turn \(turn): \(text)")
      case .transcribed(let turn, let length): facts.append("turn \(turn): \(length.milliseconds) ms")
      case .audio(_, _, let isStale): facts.append(isStale ? "stale" : "audio")
      case .replyStarted: facts.append("reply")
      case .finished: facts.append("done")
      case .failed(let reason): facts.append(reason)
      case .replaced: facts.append("replaced")
      default: facts.append("\(fact)")
      }
    }
    return facts
  }

  @Test("plays the reply to the turn that waits for one, and names turns as the machine does")
  mutating func reply() {
    #expect(arrives("end", at: 1000) == ["turn ended at 700"])
    #expect(arrives("words", at: 1100, turn: 6) == ["turn 5: Hello."])
    #expect(arrives("spent", at: 1100, turn: 6) == ["turn 5: 2000.0 ms"])
    #expect(arrives("audio", at: 1200) == ["stale"])
    #expect(arrives("reply", at: 1300, isAwaited: false) == [])
    #expect(arrives("reply", at: 1300) == ["reply"])
    #expect(arrives("audio", at: 1400) == ["audio"])
    _ = wire.take()
    lane.truncate(heard: .milliseconds(200), at: .ms(1500), into: &wire.out)
    #expect(wire.take() == ["truncate 1 200.0"])
    #expect(arrives("audio", at: 1600) == ["stale"])
    #expect(arrives("done", at: 1600) == [])
  }

  @Test("is tried again a second after it was lost, and counts time from there")
  mutating func lost() {
    #expect(arrives("loss", at: 1000) == ["lost"])
    #expect(lane.failure != nil)
    _ = wire.take()
    lane.stream([1, 2], captured: .ms(1500), at: .ms(1520), into: &wire.out)
    #expect(told(at: 1520) == [])
    lane.stream([1, 2], captured: .ms(2000), at: .ms(2020), into: &wire.out)
    #expect(told(at: 2020) == ["replaced"])
    #expect(wire.take().suffix(2) == ["open s2s.1", "audio 2"])
    wire.generation = 1
    #expect(arrives("end", at: 3000) == ["turn ended at 2700"])
  }
}
