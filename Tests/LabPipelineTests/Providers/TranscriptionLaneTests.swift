import LabConversation
import LabProviders
import LabTimeline
import Testing

@testable import LabPipeline

@Suite("The lane of speech to text")
struct TranscriptionLaneTests {
  private static let answer = FinalTranscript(text: "Hello.", answersFinalize: true, endsUtterance: false)

  private var lane: TranscriptionLane
  private var wire = Wire()
  private var retry = RetrySchedule.twice

  init() {
    lane = Self.lane(.twice)
    lane.open(at: .ms(0), into: &wire.out)
  }

  /// Messages of 100 bytes at 1 kHz are 50 ms long.
  private static func lane(_ policy: RecoveryPolicy, message: Duration = .zero) -> TranscriptionLane {
    var settings = SessionSettings()
    settings.sampleRate = 1000
    settings.uplinkMessage = message
    return TranscriptionLane(settings: settings, reconnect: policy.reconnect) {
      ScriptedSession<SpeechToTextEvent>(events: [
        "ready": [.ready(ConnectionSetup(isReused: false))], "partial": [.partial("Hel")],
        "final": [.final(answer)], "loss": [.failed(.lost)],
      ])
    }
  }

  private mutating func arrives(_ text: String, at milliseconds: Int64) -> [String] {
    lane.handle(wire.arrival(text, at: .stt), at: .ms(milliseconds), into: &wire.out)
    return told(at: milliseconds)
  }

  private mutating func told(at milliseconds: Int64) -> [String] {
    var facts: [String] = []
    while let fact = lane.poll(at: .ms(milliseconds), isListening: true, retry: &retry, into: &wire.out) {
      switch fact {
      case .told(.partial(let text)): facts.append("partial \(text)")
      case .told(.final(let final)): facts.append("final \(final.text)")
      case .told(let event): facts.append("\(event)")
      case .ready(_, let isReplacement): facts.append(isReplacement ? "ready again" : "ready")
      case .lost(_, let open, let isRetried):
        facts.append("lost after \(open?.milliseconds ?? -1)\(isRetried ? ", retried" : "")")
      case .replaced: facts.append("replaced")
      case .sent(let utterances): facts.append("sent \(utterances)")
      }
    }
    return facts
  }

  @Test("sends sound in messages, charges it, and says when an utterance's last sound has left")
  mutating func messages() {
    lane = Self.lane(.none, message: .milliseconds(50))
    wire = Wire()
    lane.stream([UInt8](repeating: 0, count: 60), at: .ms(30), into: &wire.out)
    #expect(lane.utteranceEnds(4, inBufferOf: 60) == false)
    #expect(wire.take() == [])
    #expect(told(at: 30) == [])
    lane.stream([UInt8](repeating: 0, count: 60), at: .ms(60), into: &wire.out)
    #expect(wire.take() == ["audio 120"])
    #expect(told(at: 60) == ["sent [4]"])
    #expect(lane.takeUnchargedSeconds() == 0.06)
    #expect(lane.takeUnchargedSeconds() == 0)
    // What waits goes out before it is asked for.
    lane.stream([UInt8](repeating: 0, count: 40), at: .ms(80), into: &wire.out)
    #expect(lane.finalize(at: .ms(90), into: &wire.out) == .asked)
    #expect(wire.take() == ["audio 40", "finalize"])
  }

  @Test("tells transcripts, and how long the connection was open")
  mutating func transcripts() {
    #expect(arrives("ready", at: 40) == ["ready"])
    #expect(arrives("partial", at: 50) == ["partial Hel"])
    #expect(arrives("final", at: 60) == ["final Hello."])
    #expect(lane.takeConnectionTime(at: .ms(100)) == .milliseconds(60))
    #expect(lane.takeConnectionTime(at: .ms(200)) == nil)
  }

  @Test("opens a lost session again in the turn, with the turn's sound, and settles what was to be settled")
  mutating func reconnects() {
    _ = arrives("ready", at: 40)
    lane.beginTurn(at: .ms(100), into: &wire.out)
    lane.speechStarted(at: .ms(100), into: &wire.out)
    for time in 0..<3 {
      let sound = [UInt8](repeating: 0, count: 20)
      lane.keep(sound, isListening: true)
      lane.stream(sound, at: .ms(100 + Int64(time)), into: &wire.out)
    }
    _ = wire.take()
    #expect(arrives("loss", at: 140) == ["lost after 100.0, retried"])
    #expect(wire.take() == ["timer stt recovery 240", "after loss"])
    #expect(lane.finalize(at: .ms(200), into: &wire.out) == .postponed)
    lane.handle(.recovery, at: .ms(240), into: &wire.out)
    #expect(
      wire.take().suffix(6)
        == ["open stt.1", "speech started", "audio 20", "audio 20", "audio 20", "finalize"])
    #expect(told(at: 240) == ["replaced"])
    wire.generation = 1
    #expect(arrives("ready", at: 300) == ["ready again"])
    // Sound is paid for each time that it is sent.
    #expect(lane.takeUnchargedSeconds() == 0.06)
  }

  @Test("fails the turn when the plan does not reconnect, and replaces the session with the next turn")
  mutating func failed() {
    retry = .never
    #expect(arrives("loss", at: 140) == ["lost after -1.0"])
    guard case .failed = lane.finalize(at: .ms(200), into: &wire.out) else {
      Issue.record("there is nobody to ask")
      return
    }
    _ = wire.take()
    lane.stream([1, 2], at: .ms(210), into: &wire.out)
    #expect(wire.take() == [])
    lane.beginTurn(at: .ms(300), into: &wire.out)
    #expect(wire.take().last == "open stt.1")
    #expect(told(at: 300) == ["replaced"])
  }

  @Test("takes a service for lost that says nothing after it was asked to settle")
  mutating func silent() {
    _ = lane.finalize(at: .ms(100), into: &wire.out)
    #expect(arrives("partial", at: 150) == ["partial Hel"])
    #expect(lane.giveUpIfSilent() == false)
    _ = lane.finalize(at: .ms(200), into: &wire.out)
    #expect(lane.giveUpIfSilent() == true)
    #expect(lane.giveUpIfSilent() == false)
  }

  @Test("does not care about what fails once it is closed")
  mutating func closed() {
    lane.close(at: .ms(100), into: &wire.out)
    #expect(arrives("loss", at: 140) == [])
  }
}
