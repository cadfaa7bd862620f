import Testing

@testable import LabVoiceActivity

@Suite("Energy detector")
struct EnergyDetectorTests {
  @Test("gives a half at its threshold and more above", arguments: [-36, -35, -34] as [Float])
  func threshold(dBFS: Float) {
    var signal = TestSignal(.hz16000)
    signal.addTone(hertz: 400, dBFS: dBFS, noiseDBFS: -110, seconds: 0.1)
    var detector = EnergyDetector(sampleRate: .hz16000)
    let last = detector.frames(of: signal.pcm)[9]
    let expected: Float = dBFS < -35 ? 0.3775 : dBFS > -35 ? 0.6225 : 0.5
    #expect(abs(last.probability - expected) < 0.01)
    #expect(abs(last.levelDBFS - dBFS) < 0.05)
  }

  @Test("looks back 20 ms: the first loud hop after silence counts for half")
  func window() {
    var signal = TestSignal(.hz16000)
    signal.addConstant(0, seconds: 0.02)
    signal.addConstant(0.5, seconds: 0.02)
    var detector = EnergyDetector(sampleRate: .hz16000, thresholdDBFS: -9.03)
    let frames = detector.frames(of: signal.pcm)
    #expect(frames.map { $0.probability > 0.45 } == [false, false, true, true])
    #expect(abs(frames[2].probability - 0.5) < 0.01)
    #expect(abs(frames[3].levelDBFS + 6.02) < 0.01)
  }

  @Test("calls digital silence −120 dBFS and no speech")
  func silence() {
    var detector = EnergyDetector(sampleRate: .hz48000)
    for frame in detector.frames(of: Array(repeating: 0, count: 4_800)) {
      #expect(frame.levelDBFS == -120)
      #expect(frame.probability < 1e-6)
    }
  }

  @Test("calls a full-scale square wave 0 dBFS")
  func fullScale() {
    var detector = EnergyDetector(sampleRate: .hz16000)
    let samples = (0..<1_600).map { $0 / 20 % 2 == 0 ? Int16.min : Int16.max }
    #expect(detector.frames(of: samples).allSatisfy { abs($0.levelDBFS) < 0.001 })
  }
}
