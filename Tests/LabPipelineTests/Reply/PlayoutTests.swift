import LabConversation
import LabTimeline
import Testing

@testable import LabPipeline

@Suite("The sink")
struct PlayoutTests {
  /// 16 samples are a millisecond; 640 fill the buffer of 40 ms.
  private var sink = Playout(sampleRate: 16_000, buffer: .milliseconds(40))

  init() {
    sink.prepare(for: ReplyID(0))
  }

  private mutating func append(_ samples: [Int16], at milliseconds: Int64) {
    sink.append(Sound.bytes(samples), at: .ms(milliseconds))
  }

  @Test("begins when its buffer is full")
  mutating func startBuffering() {
    append(Sound.tone(639), at: 100)
    #expect(sink.started == nil)
    #expect(sink.due == nil)
    append(Sound.tone(1), at: 110)
    #expect(sink.started == .ms(110))
    #expect(sink.due == .ms(150))
  }

  @Test("begins with less when a chunk is complete")
  mutating func shortChunk() {
    append(Sound.tone(200), at: 100)
    sink.chunkFinished(at: .ms(105))
    #expect(sink.started == .ms(105))
  }

  @Test("begins with the first sample when it has no buffer")
  mutating func unbuffered() {
    sink = Playout(sampleRate: 16_000, buffer: .zero)
    sink.prepare(for: ReplyID(0))
    append(Sound.tone(1), at: 7)
    #expect(sink.started == .ms(7))
  }

  @Test("plays the first audible sample behind the silence in front of it, to the nanosecond")
  mutating func audible() {
    append(Sound.silence(1601) + Sound.tone(3200), at: 200)
    let instant = LabInstant.ms(300) + .nanoseconds(62_500)
    #expect(sink.due == instant)
    #expect(sink.advance(to: instant - .nanoseconds(1)).isEmpty)
    #expect(sink.advance(to: instant) == [.audible(instant)])
    #expect(sink.advance(to: instant).isEmpty)
  }

  @Test("keeps apart when the audible sample arrived and when it is heard")
  mutating func arrival() {
    append(Sound.silence(960), at: 100)
    append(Sound.silence(640) + Sound.tone(320), at: 106)
    #expect(sink.audibleArrival == nil)
    append(Sound.tone(960), at: 112)
    // Known with the third message, arrived with the second, heard 100 ms after the start.
    #expect(sink.audibleArrival == .ms(106))
    #expect(sink.advance(to: .ms(200)) == [.audible(.ms(200))])
  }

  @Test("runs dry, and resumes when its buffer is full again")
  mutating func underrun() {
    append(Sound.tone(1600), at: 100)
    #expect(sink.advance(to: .ms(100)) == [.audible(.ms(100))])
    #expect(sink.due == .ms(200))
    #expect(sink.advance(to: .ms(200)) == [.ranDry(.ms(200))])
    append(Sound.tone(320), at: 250)
    #expect(sink.due == nil)
    append(Sound.tone(320), at: 260)
    #expect(sink.due == .ms(300))
    sink.expect(chunks: 1)
    sink.chunkFinished(at: .ms(270))
    #expect(sink.advance(to: .ms(300)) == [.finished(.ms(300))])
  }

  @Test("plays on without a gap when more arrives in time")
  mutating func gapless() {
    append(Sound.tone(1600), at: 100)
    append(Sound.tone(1600), at: 199)
    sink.chunkFinished(at: .ms(199))
    sink.expect(chunks: 1)
    #expect(sink.advance(to: .ms(299)) == [.audible(.ms(100))])
    #expect(sink.advance(to: .ms(300)) == [.finished(.ms(300))])
    #expect(sink.due == nil || sink.advance(to: .ms(301)).isEmpty)
  }

  @Test("waits for every chunk of the reply before it has finished")
  mutating func severalChunks() {
    append(Sound.tone(800), at: 100)
    sink.chunkFinished(at: .ms(101))
    #expect(sink.advance(to: .ms(150)) == [.audible(.ms(100)), .ranDry(.ms(150))])
    sink.expect(chunks: 2)
    append(Sound.tone(160), at: 170)
    sink.chunkFinished(at: .ms(171))
    #expect(sink.advance(to: .ms(181)) == [.finished(.ms(181))])
  }

  @Test("has finished at once when it turns out after running dry that nothing follows")
  mutating func lateEnd() {
    append(Sound.tone(800), at: 100)
    _ = sink.advance(to: .ms(150))
    sink.chunkFinished(at: .ms(190))
    sink.expect(chunks: 1)
    #expect(sink.due == .origin)
    #expect(sink.advance(to: .ms(200)) == [.finished(.ms(200))])
  }

  @Test("says when cleared how many chunks were heard, and how much of the next")
  mutating func heard() {
    append(Sound.tone(1600), at: 100)
    sink.chunkFinished(at: .ms(100))
    append(Sound.tone(3200), at: 110)
    sink.chunkFinished(at: .ms(110))
    #expect(sink.clear(at: .ms(250)) == HeardReply(wholeChunks: 1, fractionOfNext: 0.25))
    #expect(sink.reply == nil)
    #expect(sink.due == nil)
  }

  @Test("measures a chunk that is still arriving by what is there")
  mutating func heardInPart() {
    append(Sound.tone(1600), at: 100)
    #expect(sink.clear(at: .ms(175)) == HeardReply(wholeChunks: 0, fractionOfNext: 0.75))
  }

  @Test("does not count what it could not play while it was dry")
  mutating func heardWhileDry() {
    append(Sound.tone(1600), at: 100)
    sink.chunkFinished(at: .ms(100))
    _ = sink.advance(to: .ms(200))
    append(Sound.tone(320), at: 250)
    #expect(sink.clear(at: .ms(900)) == HeardReply(wholeChunks: 1, fractionOfNext: 0))
  }

  @Test("was not heard at all before it began", arguments: [0, 639])
  mutating func unheard(samples: Int) {
    append(Sound.tone(samples), at: 100)
    #expect(sink.clear(at: .ms(200)) == .nothing)
  }

  @Test("forgets one reply when it is prepared for the next")
  mutating func prepare() {
    append(Sound.tone(1600), at: 100)
    sink.prepare(for: ReplyID(1))
    #expect(sink.reply == ReplyID(1))
    #expect(sink.started == nil)
    #expect(sink.audibleArrival == nil)
  }
}
