import Testing

@testable import LabVoiceActivity

/// What every detector promises, whatever it thinks of the signal.
@Suite("Every detector")
struct DetectorContractTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let detector: any VoiceActivityDetector

    var testDescription: String { "\(type(of: detector)) at \(detector.sampleRate.rawValue) Hz" }
  }

  static let cases: [Case] = DetectorSampleRate.allCases.flatMap {
    [Case(detector: SpectralDetector(sampleRate: $0)), Case(detector: EnergyDetector(sampleRate: $0))]
  }

  private func signal(_ rate: DetectorSampleRate) -> [Int16] {
    var signal = TestSignal(rate)
    signal.addNoise(dBFS: -50, seconds: 0.3)
    signal.addVoice(dBFS: -20, noiseDBFS: -50, seconds: 0.5)
    signal.addNoise(dBFS: -45, seconds: 0.213)
    return signal.pcm
  }

  @Test("gives one frame per ten milliseconds, numbered by the sample at which it ended", arguments: cases)
  func frames(of subject: Case) {
    var detector = subject.detector
    let hop = detector.sampleRate.hopSize
    let frames = detector.frames(of: signal(detector.sampleRate))
    #expect(frames.count == 101)
    #expect(frames.map(\.endSample) == (1...101).map { Int64($0 * hop) })
    #expect(frames.allSatisfy { (0...1).contains($0.probability) && (-120...0).contains($0.levelDBFS) })
  }

  @Test("gives the same frames however the stream is cut into buffers", arguments: cases)
  func chunking(of subject: Case) {
    let samples = signal(subject.detector.sampleRate)
    var whole = subject.detector
    let expected = whole.frames(of: samples)
    for size in [1, 160, 256, 1_000, 4_096] {
      var chunked = subject.detector
      var frames: [VoiceFrame] = []
      for start in stride(from: 0, to: samples.count, by: size) {
        frames += chunked.frames(of: samples[start..<min(start + size, samples.count)])
      }
      #expect(frames == expected, "buffers of \(size)")
    }
  }

  @Test("starts afresh after a reset, also in the middle of a hop", arguments: cases)
  func reset(of subject: Case) {
    let samples = signal(subject.detector.sampleRate)
    var fresh = subject.detector
    var used = subject.detector
    _ = used.frames(of: samples[..<10_007])
    used.reset()
    #expect(used.frames(of: samples) == fresh.frames(of: samples))
  }

  @Test("goes on from a copy as from the original, bit for bit", arguments: cases)
  func copies(of subject: Case) {
    let samples = signal(subject.detector.sampleRate)
    var original = subject.detector
    _ = original.frames(of: samples[..<8_000])
    var copy = original
    let rest = samples[8_000...]
    #expect(original.frames(of: rest) == copy.frames(of: rest))
  }

  @Test("takes an empty buffer for nothing", arguments: cases)
  func empty(of subject: Case) {
    var detector = subject.detector
    #expect(detector.frames(of: []).isEmpty)
  }

  @Test("refuses a sample rate that it does not work at, and says which it does")
  func sampleRate() {
    let error = #expect(throws: VoiceActivityError.self) { try DetectorSampleRate(hertz: 8_000) }
    #expect(error?.code == .unsupportedSampleRate)
    #expect(error?.description.contains("8000") == true)
    #expect((try? DetectorSampleRate(hertz: 24_000)) == .hz24000)
  }
}
