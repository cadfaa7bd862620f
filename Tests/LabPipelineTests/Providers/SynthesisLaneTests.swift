import LabConversation
import LabProviders
import LabTimeline
import Testing

@testable import LabPipeline

@Suite("The lane of speech synthesis")
struct SynthesisLaneTests {
  /// A second of sound.
  private static let second = [UInt8](repeating: 0, count: 48_000)
  private static let (zero, one) = (
    ChunkID(reply: ReplyID(3), index: 0), ChunkID(reply: ReplyID(3), index: 1)
  )

  private var lane = SynthesisLane {
    ScriptedSession<TextToSpeechEvent>(events: [
      "audio 0": [.audio(RequestID(0), Self.second, nil)], "end 0": [.finished(RequestID(0))],
      "audio 1": [.audio(RequestID(1), Self.second, nil)], "end 1": [.finished(RequestID(1))],
      "loss 0": [.failed(RequestID(0), .lost)], "loss 2": [.failed(RequestID(2), .lost)],
      "gone": [.lost(.lost)],
    ])
  }
  private var wire = Wire()
  private var retry = RetrySchedule.twice

  init() {
    lane.open(at: .ms(0), into: &wire.out)
    lane.begin(ReplyID(3), into: &wire.out)
    _ = wire.take()
  }

  private mutating func arrives(_ text: String, at milliseconds: Int64) -> [String] {
    lane.handle(wire.arrival(text, at: .tts), at: .ms(milliseconds), into: &wire.out)
    return told(at: milliseconds)
  }

  private mutating func told(at milliseconds: Int64) -> [String] {
    var facts: [String] = []
    while let fact = lane.poll(at: .ms(milliseconds), retry: &retry, into: &wire.out) {
      switch fact {
      case .connected: facts.append("connected")
      case .audio(let audio, let chunk, _):
        facts.append("\(audio.count) of \(chunk.map { "chunk \($0.index)" } ?? "nothing")")
      case .finished(let chunk, let isLast):
        facts.append("chunk \(chunk.index) ends\(isLast ? ", last" : "")")
      case .failed(let reply, let reason): facts.append("reply \(reply.number) fails: \(reason)")
      case .retried(let chunk): facts.append("chunk \(chunk.index) again")
      case .replaced: facts.append("replaced")
      case .unasked: facts.append("unasked")
      }
    }
    return facts
  }

  private mutating func speak() {
    lane.speak(Self.zero, "It is big.", at: .ms(100), into: &wire.out)
    lane.speak(Self.one, "And far.", at: .ms(110), into: &wire.out)
  }

  @Test("speaks chunks, and says whose audio arrives and which is the last")
  mutating func speaks() {
    speak()
    #expect(wire.take() == ["speak 0 It is big.", "speak 1 And far."])
    #expect(arrives("audio 0", at: 200) == ["48000 of chunk 0"])
    #expect(arrives("end 0", at: 210) == ["chunk 0 ends"])
    #expect(arrives("end 1", at: 220) == ["chunk 1 ends, last"])
    #expect(arrives("audio 1", at: 230) == ["48000 of nothing"])
  }

  @Test("fails a reply whose speech is too short for its text")
  mutating func implausible() {
    lane.speak(Self.zero, "Nobody can say all of this in no time at all.", at: .ms(100), into: &wire.out)
    #expect(arrives("end 0", at: 200) == ["reply 3 fails: audio_too_short"])
  }

  @Test("asks again for a chunk of which nothing was there, and for those behind it, on a new session")
  mutating func retries() {
    speak()
    _ = wire.take()
    #expect(arrives("loss 0", at: 200) == [])
    #expect(wire.take() == ["after loss 0", "clear", "timer tts recovery 300"])
    // A chunk that comes meanwhile waits behind them.
    lane.speak(ChunkID(reply: ReplyID(3), index: 2), "Far away.", at: .ms(250), into: &wire.out)
    #expect(wire.take() == [])
    lane.handle(.recovery, at: .ms(300), into: &wire.out)
    #expect(told(at: 300) == ["replaced", "chunk 0 again", "chunk 1 again", "chunk 2 again"])
    #expect(
      wire.take().suffix(4) == ["open tts.1", "speak 2 It is big.", "speak 3 And far.", "speak 4 Far away."])
  }

  @Test("gives up after as many tries as the plan allows, and takes the session for lost")
  mutating func givesUp() {
    retry = .never
    speak()
    #expect(arrives("loss 0", at: 200) == ["reply 3 fails: lost"])
    _ = wire.take()
    lane.beginTurn(at: .ms(900), into: &wire.out)
    #expect(told(at: 900) == ["replaced"])
  }

  @Test("drops what was cleared, and its second try with it")
  mutating func cleared() {
    speak()
    _ = arrives("loss 0", at: 200)
    _ = wire.take()
    lane.clear(at: .ms(250), into: &wire.out)
    #expect(wire.take() == ["cancel timer tts recovery", "clear"])
    lane.handle(.recovery, at: .ms(300), into: &wire.out)
    #expect(told(at: 300) == [])
    #expect(wire.take() == [])
  }

  @Test("replaces a session that owed a chunk when the reply was given up")
  mutating func silent() {
    lane.giveUpIfSilent()
    lane.beginTurn(at: .ms(100), into: &wire.out)
    #expect(told(at: 100) == [])
    speak()
    lane.giveUpIfSilent()
    lane.beginTurn(at: .ms(200), into: &wire.out)
    #expect(told(at: 200) == ["replaced"])
  }
}
