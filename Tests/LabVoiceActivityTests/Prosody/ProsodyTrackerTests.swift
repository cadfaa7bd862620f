import Foundation
import LabVoiceActivity
import Testing

@Suite("The melody of a phrase")
struct ProsodyTrackerTests {
  /// A voice of ten harmonics whose pitch goes from one value to another, the last half of the way in the last 300 ms.
  private func voice(
    from start: Double, to end: Double, seconds: Double = 1.2, fade: Double = 1, rate: Int = 16_000
  ) -> [Int16] {
    var phase = 0.0
    let count = Int(seconds * Double(rate))
    return (0..<count).map { index in
      let left = Double(count - index) / Double(rate)
      let share = left > 0.3 ? 0 : 1 - left / 0.3
      phase += (start + (end - start) * share) / Double(rate)
      let sum = (1...10).reduce(0.0) { $0 + sin(2 * .pi * phase * Double($1)) / Double($1) }
      return Int16(4000 * sum * (1 - share * (1 - fade)))
    }
  }

  private func ending(_ samples: [Int16], rate: DetectorSampleRate = .hz16000, buffer: Int = 512)
    -> PhraseEnding?
  {
    var tracker = ProsodyTracker(sampleRate: rate)
    for start in stride(from: 0, to: samples.count, by: buffer) {
      tracker.hear(Array(samples[start..<min(start + buffer, samples.count)]), isSpeech: true)
    }
    return tracker.ending(before: Int64(samples.count))
  }

  @Test("falls, rises and stays level, as the voice does")
  func contour() throws {
    let falling = try #require(ending(voice(from: 200, to: 120)))
    #expect(abs(falling.height) < 1 && falling.pitchSlope < -10)
    let rising = try #require(ending(voice(from: 150, to: 230)))
    #expect(rising.height > 4 && rising.pitchSlope > 10)
    let level = try #require(ending(voice(from: 180, to: 180)))
    #expect(abs(level.height) < 0.5 && abs(level.pitchSlope) < 2 && abs(level.level) < 1)
  }

  @Test("says how much fainter the end is")
  func level() throws {
    #expect(try #require(ending(voice(from: 180, to: 180, fade: 0.2))).level < -6)
  }

  @Test("depends neither on the sample rate nor on the buffers")
  func independence() throws {
    let reference = try #require(ending(voice(from: 200, to: 120)))
    let buffers = try #require(ending(voice(from: 200, to: 120), buffer: 301))
    #expect(buffers == reference)
    let fast = try #require(ending(voice(from: 200, to: 120, rate: 48_000), rate: .hz48000))
    #expect(abs(fast.height - reference.height) < 1)
  }

  @Test("is not known of noise, of silence and of a sound that is too short")
  func unknown() {
    var state: UInt32 = 1
    let noise = (0..<16_000).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: Int32(bitPattern: state) >> 18)
    }
    #expect(ending(noise) == nil)
    #expect(ending(Array(repeating: 0, count: 16_000)) == nil)
    #expect(ending(voice(from: 180, to: 180, seconds: 0.05)) == nil)
  }

  @Test("measures from the bottom of the voice in all turns so far")
  func memory() throws {
    let level = voice(from: 180, to: 180)
    #expect(abs(try #require(ending(level)).height) < 0.5)
    var tracker = ProsodyTracker(sampleRate: .hz16000)
    let before = voice(from: 200, to: 120) + voice(from: 120, to: 120, seconds: 0.3)
    tracker.hear(before, isSpeech: true)
    tracker.beginTurn()
    tracker.hear(level, isSpeech: true)
    // Twelve times the logarithm to the base 2 of 180/120.
    let height = try #require(tracker.ending(before: Int64(before.count + level.count))).height
    #expect(abs(height - 7) < 1)
  }

  @Test("leaves out what came after the end of speech, and what was said in the turn before")
  func causal() throws {
    let voice = voice(from: 200, to: 120)
    let later = self.voice(from: 300, to: 300, seconds: 0.2)
    var tracker = ProsodyTracker(sampleRate: .hz16000)
    tracker.hear(voice + later, isSpeech: true)
    #expect(tracker.ending(before: Int64(voice.count)) == ending(voice))
    tracker.beginTurn()
    #expect(tracker.ending(before: Int64(voice.count)) == nil)
  }
}
