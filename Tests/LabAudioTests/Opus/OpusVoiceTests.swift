import LabAudio
import Testing

@Suite("A voice through Opus")
struct OpusVoiceTests {
  /// A tone that swells, so that its course can be recognised.
  private static func tone(_ count: Int, rate: Int) -> [Int16] {
    // A triangle of 200 Hz, without a sine that differs between machines.
    let period = rate / 200
    return (0..<count).map { index in
      let phase = index % period
      let value = phase < period / 2 ? phase : period - phase
      return Int16((value * 4 * 8000) / period - 8000)
    }
  }

  private static func energy(_ samples: ArraySlice<Int16>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))
  }

  @Test("comes out as loud as it went in, a fifth of its size", arguments: [16_000, 24_000, 48_000])
  func roundTrip(rate: Int) throws {
    let voice = try OpusVoice(sampleRate: rate)
    #expect(voice.frame == rate / 50)
    #expect(voice.lookahead > 0 && voice.lookahead < voice.frame)
    let sound = Self.tone(voice.frame * 25, rate: rate)
    var heard: [Int16] = []
    var bytes = 0
    for start in stride(from: 0, to: sound.count, by: voice.frame) {
      let packet = voice.encode(Array(sound[start..<(start + voice.frame)]))
      bytes += packet.count
      heard += voice.decode(packet)
    }
    #expect(heard.count == sound.count)
    let ratio = Self.energy(heard[(heard.count / 2)...]) / Self.energy(sound[(sound.count / 2)...])
    #expect((0.6...1.6).contains(ratio))
    #expect(bytes > 0 && bytes < sound.count * 2 / 5)
  }

  @Test("goes on for a lost packet, and fades when several are lost")
  func concealment() throws {
    let voice = try OpusVoice(sampleRate: 24_000)
    let sound = Self.tone(voice.frame, rate: 24_000)
    for _ in 0..<10 { _ = voice.decode(voice.encode(sound)) }
    let first = Self.energy(voice.decode(nil)[...])
    var last = first
    for _ in 0..<20 { last = Self.energy(voice.decode(nil)[...]) }
    #expect(first > 1_000_000)
    #expect(last < first / 20)
  }

  @Test("does not exist at a rate that Opus has not")
  func rate() {
    #expect(throws: AudioError.self) { _ = try OpusVoice(sampleRate: 22_050) }
  }
}
