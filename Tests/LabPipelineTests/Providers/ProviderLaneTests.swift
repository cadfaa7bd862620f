import LabProviders
import LabTimeline
import Testing

@testable import LabPipeline

@Suite("The lane of a provider")
struct ProviderLaneTests {
  private var lane = ProviderLane(.tts) {
    AnyTextToSpeech(
      session: ScriptedSession<TextToSpeechEvent>(events: [
        "two": [.unasked, .finished(RequestID(1))], "loss": [.lost(.lost)],
      ]))
  }
  private var wire = Wire()

  private mutating func open() {
    lane.command(at: .ms(0), into: &wire.out) { $0.open(at: .ms(0), into: &$1) }
  }

  @Test(
    "sends at once what it is asked to, and lets what is behind an event wait until the event was followed up"
  )
  mutating func order() {
    open()
    #expect(wire.take() == ["open tts.0"])
    lane.handle(wire.arrival("two", at: .tts), at: .ms(10), into: &wire.out)
    #expect(wire.take() == [])
    #expect(lane.poll(at: .ms(10), into: &wire.out) == .unasked)
    #expect(lane.poll(at: .ms(10), into: &wire.out) == .finished(RequestID(1)))
    #expect(wire.take() == [])
    #expect(lane.poll(at: .ms(10), into: &wire.out) == nil)
    #expect(wire.take() == ["after two"])
    #expect(lane.lastArrival == .ms(10))
  }

  @Test("replaces a lost session, closes what it left open, and drops what still arrives for it")
  mutating func replacement() {
    open()
    #expect(lane.replaceIfLost(at: .ms(20), into: &wire.out) == false)
    #expect(lane.keepsConnection)
    lane.handle(wire.arrival("two", at: .tts), at: .ms(10), into: &wire.out)
    lane.fail(.lost)
    _ = wire.take()
    #expect(lane.replaceIfLost(at: .ms(20), into: &wire.out) == true)
    #expect(
      wire.take() == [
        "cancel timer tts recovery", "close tts.0", "cancel timer tts keepAlive",
        "cancel timer tts deadline", "cancel timer tts finalize", "cancel timer tts retry", "open tts.1",
      ])
    #expect(lane.failure == nil)
    // What the lost session had to tell is void.
    #expect(lane.poll(at: .ms(20), into: &wire.out) == nil)
    lane.handle(wire.arrival("two", at: .tts, generation: 0), at: .ms(30), into: &wire.out)
    #expect(lane.poll(at: .ms(30), into: &wire.out) == nil)
    lane.handle(wire.arrival("two", at: .tts, generation: 1), at: .ms(40), into: &wire.out)
    #expect(lane.poll(at: .ms(40), into: &wire.out) == .unasked)
  }

  @Test("does not close once more what the other side has closed")
  mutating func closed() {
    open()
    let address = ConnectionAddress(stage: .tts, generation: 0, key: ConnectionKey(0))
    lane.handle(
      .arrival(address, WireArrival(.closed(code: 1006, reason: ""))), at: .ms(10), into: &wire.out)
    lane.fail(.lost)
    _ = wire.take()
    _ = lane.replaceIfLost(at: .ms(20), into: &wire.out)
    #expect(!wire.take().contains("close tts.0"))
  }
}
