import Testing

@testable import LabVoiceActivity

@Suite("Spectral detector")
struct SpectralDetectorTests {
  private func frames(_ signal: TestSignal) -> [VoiceFrame] {
    var detector = SpectralDetector(sampleRate: signal.sampleRate)
    return detector.frames(of: signal.pcm)
  }

  @Test("finds a voice between stretches of noise", arguments: DetectorSampleRate.allCases)
  func voice(rate: DetectorSampleRate) {
    var signal = TestSignal(rate)
    signal.addNoise(dBFS: -50, seconds: 1)
    signal.addVoice(dBFS: -25, noiseDBFS: -50, seconds: 1)
    signal.addNoise(dBFS: -50, seconds: 1)
    let frames = frames(signal)
    #expect(frames.between(0.1, 1, rate).speechShare == 0)
    #expect(frames.between(1.1, 2, rate).speechShare > 0.95)
    #expect(frames.between(2.3, 3, rate).speechShare == 0)
  }

  @Test("says much the same of a recording twenty decibels quieter")
  func gain() {
    func verdicts(_ offset: Float) -> [Bool] {
      var signal = TestSignal(.hz16000)
      signal.addNoise(dBFS: -45 + offset, seconds: 0.8)
      signal.addVoice(dBFS: -20 + offset, noiseDBFS: -45 + offset, seconds: 0.8)
      signal.addNoise(dBFS: -45 + offset, seconds: 0.8)
      return frames(signal).map { $0.probability >= 0.5 }
    }
    let disagreements = zip(verdicts(0), verdicts(-20)).count { $0 != $1 }
    #expect(disagreements <= 4)
  }

  @Test("calls digital silence, and a constant offset, no speech", arguments: [0, 0.25, -1] as [Float])
  func constant(value: Float) {
    var signal = TestSignal(.hz16000)
    signal.addConstant(value, seconds: 1.5)
    #expect(frames(signal).allSatisfy { $0.probability < 0.5 })
  }

  @Test("finds a voice on top of a constant offset")
  func offset() {
    var signal = TestSignal(.hz16000)
    signal.addNoise(dBFS: -50, seconds: 0.6)
    signal.addVoice(dBFS: -25, noiseDBFS: -50, seconds: 0.8)
    let plain = signal.pcm
    var detector = SpectralDetector(sampleRate: .hz16000)
    let frames = detector.frames(of: plain.map { $0 + 8_000 })
    #expect(frames.between(0.1, 0.6, .hz16000).speechShare == 0)
    #expect(frames.between(0.75, 1.4, .hz16000).speechShare > 0.9)
  }

  @Test("finds a voice that clips at full scale")
  func clipping() {
    var signal = TestSignal(.hz16000)
    signal.addNoise(dBFS: -40, seconds: 0.6)
    signal.addVoice(dBFS: 12, noiseDBFS: -40, seconds: 0.8)
    let frames = frames(signal)
    #expect(signal.pcm.contains(.max) && signal.pcm.contains(.min))
    #expect(frames.between(0.7, 1.4, .hz16000).speechShare > 0.9)
  }

  @Test("lets go of a held tone, which a level would call speech")
  func tone() {
    var signal = TestSignal(.hz16000)
    signal.addNoise(dBFS: -50, seconds: 0.6)
    signal.addTone(hertz: 1_000, dBFS: -20, noiseDBFS: -50, seconds: 1.4)
    let frames = frames(signal)
    #expect(frames.between(0.6 + 0.6, 2, .hz16000).speechShare == 0)
    var energy = EnergyDetector(sampleRate: .hz16000)
    #expect(energy.frames(of: signal.pcm).between(1.2, 2, .hz16000).speechShare == 1)
  }

  @Test("gets used to noise that steps up by fifteen decibels within three seconds")
  func noiseStep() {
    var signal = TestSignal(.hz16000)
    signal.addNoise(dBFS: -55, seconds: 1.5)
    signal.addNoise(dBFS: -40, seconds: 4)
    let frames = frames(signal)
    #expect(frames.between(0, 1.5, .hz16000).speechShare == 0)
    #expect(frames.between(4.5, 5.5, .hz16000).speechShare == 0)
  }

  @Test("keeps quiet through twenty seconds of steady noise")
  func steadyNoise() {
    var signal = TestSignal(.hz16000, seed: 7)
    signal.addNoise(dBFS: -30, seconds: 20)
    #expect(frames(signal).speechShare == 0)
  }

  #if arch(x86_64)
    /// Changed on purpose only: records made before and after such a change are not comparable.
    @Test("gives the very bits of a known signal that every processor of the architecture has to give")
    func bits() {
      var state: UInt32 = 1
      let samples = (0..<32_000).map { index in
        state = state &* 1_664_525 &+ 1_013_904_223
        let buzz = index / 8_000 % 2 == 1 ? (index % (120 + index / 400) - 60) * 120 : 0
        return Int16(buzz + Int(state >> 24) - 128)
      }
      var detector = SpectralDetector(sampleRate: .hz16000)
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for frame in detector.frames(of: samples) {
        hash = (hash ^ UInt64(frame.probability.bitPattern)) &* 0x100_0000_01B3
      }
      #expect(hash == 13_639_255_519_543_340_524)
    }
  #endif
}
