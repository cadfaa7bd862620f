import LabConversation
import LabTimeline
import Testing

@testable import LabPipeline

@Suite("The lane of the reply")
struct ReplyLaneTests {
  private var lane = ReplyLane(sampleRate: 16_000, buffer: .zero, keepsSound: false, media: nil)
  private var wire = Wire()

  private mutating func told(at milliseconds: Int64) -> [ReplyLane.Fact] {
    var facts: [ReplyLane.Fact] = []
    while let fact = lane.poll(at: .ms(milliseconds), into: &wire.out) { facts.append(fact) }
    return facts
  }

  /// A tenth of a second that is heard.
  private static let tenth = Sound.bytes(Sound.tone(1600))

  private mutating func begin() {
    lane.prepare(for: ReplyID(2))
    lane.expect(ChunkID(reply: ReplyID(2), index: 0))
  }

  @Test("tells what happens at the sink, and asks for the timer of what comes next")
  mutating func plays() {
    #expect(lane.id == nil)
    begin()
    #expect(lane.id == ReplyID(2))
    #expect(told(at: 0) == [])
    lane.append(Self.tenth, at: .ms(100))
    #expect(told(at: 100) == [.audibleArrived(.ms(100)), .started(.ms(100)), .audible(.ms(100), left: nil)])
    #expect(wire.take() == ["timer playout 200"])
    // Nobody asks for what has not changed.
    #expect(told(at: 150) == [])
    #expect(wire.take() == [])
    lane.chunkFinished(at: .ms(150))
    lane.endOfChunks()
    _ = told(at: 150)
    #expect(wire.take() == ["timer playout 200"])
    lane.timerFired()
    #expect(told(at: 200).last == .finished(.ms(200)))
    #expect(wire.take() == [])
  }

  @Test("tells that it ran dry when more is to come")
  mutating func dry() {
    begin()
    lane.append(Self.tenth, at: .ms(100))
    _ = told(at: 100)
    lane.timerFired()
    #expect(told(at: 200).last == .ranDry(.ms(200)))
  }

  @Test("is silent since it was held, when it is interrupted then")
  mutating func interrupted() {
    begin()
    lane.append(Self.tenth, at: .ms(100))
    _ = told(at: 100)
    _ = wire.take()
    lane.hold(at: .ms(140), into: &wire.out)
    #expect(wire.take() == ["cancel timer playout"])
    #expect(lane.interrupted(at: .ms(190)) == .ms(140))
    #expect(lane.silenceHeard(at: .ms(190)) == .ms(140))
    #expect(lane.heard(at: .ms(190)) == .milliseconds(40))
    #expect(lane.clear(at: .ms(190), into: &wire.out).fractionOfNext == 0.4)
    #expect(lane.id == nil)
    // Sound of a reply that was cleared leads to nothing.
    lane.append(Self.tenth, at: .ms(200))
    #expect(told(at: 200) == [])
  }
}
