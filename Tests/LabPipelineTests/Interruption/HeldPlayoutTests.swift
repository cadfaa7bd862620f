import LabConversation
import LabTimeline
import Testing

@testable import LabPipeline

@Suite("A held sink")
struct HeldPlayoutTests {
  /// 200 ms of a steady level at 1 kHz, all of it there at once.
  private func playing() -> Playout {
    var playout = Playout(sampleRate: 1000, buffer: .zero, keepsSound: true)
    playout.prepare(for: ReplyID(1))
    playout.append(Array(repeating: [0, 0x10], count: 200).flatMap(\.self), at: .ms(100))
    playout.chunkFinished(at: .ms(100))
    playout.expect(chunks: 1)
    return playout
  }

  @Test("goes on with the very next sample, and ends later by the pause")
  func resumes() {
    var playout = playing()
    playout.hold(at: .ms(150))
    #expect(playout.position(heardAt: .ms(149)) == 49)
    #expect(playout.position(heardAt: .ms(160)) == nil)
    #expect(playout.due == nil)
    playout.resume(at: .ms(400))
    #expect(playout.position(heardAt: .ms(400)) == 50)
    #expect(playout.advance(to: .ms(540)).isEmpty || playout.heard(at: .ms(540)) < .milliseconds(200))
    #expect(playout.advance(to: .ms(550)).last == .finished(.ms(550)))
  }

  @Test("takes audio that arrives meanwhile, and says how far it was heard when it is cleared")
  func cleared() {
    var playout = playing()
    playout.hold(at: .ms(150))
    playout.append(Array(repeating: 0, count: 100), at: .ms(160))
    #expect(playout.position(heardAt: .ms(170)) == nil)
    #expect(playout.heard(at: .ms(900)) == .milliseconds(50))
    #expect(playout.clear(at: .ms(900)).fractionOfNext == 0.25)
  }

  @Test("is heard in the microphone late and softer, through a sparse tail")
  func echo() {
    var settings = SessionSettings()
    settings.echoLevelDB = -20
    settings.echoDelay = .milliseconds(10)
    var playout = Playout(sampleRate: 16_000, buffer: .zero, keepsSound: true)
    playout.prepare(for: ReplyID(1))
    // One click.
    playout.append([0, 0x40] + Array(repeating: 0, count: 3200), at: .origin)
    playout.chunkFinished(at: .origin)
    var sink = SinkHistory(sampleRate: 16_000, keepsSamples: true)
    sink.capture(playout, upTo: 1600)
    var heard = [Int16](repeating: 0, count: 1600)
    EchoPath(settings: settings).add(to: &heard, at: 0, from: sink)
    #expect(heard.firstIndex { $0 != 0 } == 160)
    let power = heard.reduce(0.0) { $0 + Double($1) * Double($1) }
    #expect(abs(power / (16_384.0 * 16_384) - 0.01) < 0.001)
  }

  @Test("is as loud where only levels are kept, and has no samples there")
  func levels() {
    var playout = Playout(sampleRate: 24_000, buffer: .zero, keepsSound: true)
    playout.prepare(for: ReplyID(1))
    playout.append(Array(repeating: 0x20, count: 24_000), at: .origin)
    playout.chunkFinished(at: .origin)
    var whole = SinkHistory(sampleRate: 16_000, keepsSamples: true)
    var levels = SinkHistory(sampleRate: 16_000, keepsSamples: false)
    // The reply lasts half a second; what follows is silence, which drives the sound out of the history.
    for position in stride(from: 320, through: 32_000, by: 320) {
      whole.capture(playout, upTo: position)
      levels.capture(playout, upTo: position)
      let level = whole.loudestLevel(before: position, within: .milliseconds(400))
      #expect(levels.loudestLevel(before: position, within: .milliseconds(400)) == level)
      #expect((level > -60) == (position < 8000 + 6400))
      #expect(levels[position - 1] == 0)
      #expect((whole[position - 1] != 0) == (position <= 8000))
    }
  }
}
