import Testing

@testable import LabPipeline

@Suite("The onset of audible sound")
struct AudibleOnsetTests {
  private func onset(_ samples: [Int16], sampleRate: Int = 16_000, pieces: Int = 1 << 20) -> Int? {
    var onset = AudibleOnset(sampleRate: sampleRate)
    for start in stride(from: 0, to: samples.count, by: pieces) {
      onset.hear(Sound.bytes(Array(samples[start..<min(start + pieces, samples.count)])))
    }
    return onset.position
  }

  @Test("is exact to the sample behind any silence", arguments: [0, 1, 15, 16, 17, 1234, 2160, 24_001])
  func exact(silence: Int) {
    #expect(onset(Sound.silence(silence) + Sound.tone(2000)) == silence)
  }

  @Test("does not depend on how the stream is cut", arguments: [1, 3, 160, 999])
  func cuts(pieces: Int) {
    #expect(onset(Sound.silence(777) + Sound.tone(2000), pieces: pieces) == 777)
  }

  @Test("holds at every sample rate", arguments: [8000, 16_000, 24_000, 44_100, 48_000])
  func rates(sampleRate: Int) {
    #expect(onset(Sound.silence(500) + Sound.tone(sampleRate / 10), sampleRate: sampleRate) == 500)
  }

  @Test("is not a click, however loud")
  func click() {
    let click = Sound.silence(1600) + Sound.tone(480, amplitude: 32_000) + Sound.silence(3200)
    #expect(onset(click) == nil)
    #expect(onset(click + Sound.tone(2000)) == click.count)
  }

  @Test("is not below −40 dBFS, and is at it")
  func threshold() {
    #expect(onset(Sound.tone(16_000, amplitude: 327)) == nil)
    #expect(onset(Sound.silence(48) + Sound.tone(16_000, amplitude: 328)) == 48)
  }

  @Test("is known once 50 ms were heard, not before")
  func whenKnown() {
    #expect(onset(Sound.tone(799)) == nil)
    #expect(onset(Sound.tone(800)) == 0)
  }

  @Test("stays where it was found")
  func stays() {
    #expect(onset(Sound.tone(900) + Sound.silence(5000) + Sound.tone(900)) == 0)
  }
}
