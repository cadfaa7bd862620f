import LabAudio
import Testing

@testable import LabVoiceActivity

@Suite(
  "Voice processing", .enabled(if: VoiceProcessor.isAvailable, "libwebrtc-audio-processing1 is not installed")
)
struct VoiceProcessorTests {
  /// The level of what comes out of three seconds, over the last of them.
  private func levels(
    _ steps: VoiceProcessor.Steps, near: [Int16], far: [Int16], buffer: Int = 512
  ) throws -> (before: Double, after: Double) {
    let processor = try VoiceProcessor(steps)
    var out: [Int16] = []
    for start in stride(from: 0, to: near.count - buffer + 1, by: buffer) {
      var piece = Array(near[start..<start + buffer])
      processor.process(&piece) { Float(far[start + $0]) }
      out += piece
    }
    #expect(out.count <= near.count)
    func level(_ samples: ArraySlice<Int16>) -> Double {
      AudioClip(samples: Array(samples), sampleRate: .wideband).level.value
    }
    return (level(near[32_000..<47_000]), level(out[32_000..<47_000]))
  }

  @Test("takes the echo of what is played out of the microphone")
  func echo() throws {
    var voice = TestSignal(.hz16000, seed: 5)
    for _ in 0..<3 { voice.addVoice(dBFS: -20, noiseDBFS: -80, seconds: 1) }
    let far = voice.pcm
    let near = far.indices.map { $0 < 800 ? 0 : Int16(Double(far[$0 - 800]) * 0.1) }
    let levels = try levels(
      .init(cancelsEcho: true, noiseLevel: nil, controlsGain: false, delay: 50), near: near, far: far)
    #expect(levels.after < levels.before - 15)
  }

  @Test("takes steady noise away")
  func noise() throws {
    var signal = TestSignal(.hz16000, seed: 6)
    signal.addNoise(dBFS: -40, seconds: 3)
    let silence = [Int16](repeating: 0, count: signal.pcm.count)
    let levels = try levels(
      .init(cancelsEcho: false, noiseLevel: 2, controlsGain: false, delay: 0), near: signal.pcm, far: silence)
    #expect(levels.after < levels.before - 8)
  }

  @Test("brings a soft voice up")
  func gain() throws {
    var voice = TestSignal(.hz16000, seed: 7)
    for _ in 0..<3 { voice.addVoice(dBFS: -42, noiseDBFS: -80, seconds: 1) }
    let silence = [Int16](repeating: 0, count: voice.pcm.count)
    let levels = try levels(
      .init(cancelsEcho: false, noiseLevel: nil, controlsGain: true, delay: 0), near: voice.pcm, far: silence)
    #expect(levels.after > levels.before + 3)
  }

  @Test("with nothing to do hands on the sound 10 ms later, whatever the buffers")
  func nothing() throws {
    let processor = try VoiceProcessor(
      .init(cancelsEcho: false, noiseLevel: nil, controlsGain: false, delay: 0))
    let samples = (0..<2000).map { Int16($0 % 300) }
    var out: [Int16] = []
    for start in stride(from: 0, to: 2000, by: 250) {
      var piece = Array(samples[start..<start + 250])
      processor.process(&piece) { _ in 0 }
      out += piece
    }
    #expect(Array(out[processor.lag...]) == Array(samples[..<(2000 - processor.lag)]))
  }
}
