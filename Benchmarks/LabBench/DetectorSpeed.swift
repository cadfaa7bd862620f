import LabVoiceActivity

/// What the spectral detector costs per 10 ms of sound at 16 kHz.
enum DetectorSpeed {
  static func run(_ workshop: Workshop) throws -> [Figure] {
    var state: UInt32 = 1
    let sound = (0..<16_000 * 60).map { index -> Int16 in
      state = state &* 1_664_525 &+ 1_013_904_223
      let isLoud = (index / 8000) % 2 == 0
      return Int16(truncatingIfNeeded: Int32(bitPattern: state) >> (isLoud ? 18 : 26))
    }
    let times = (0..<5).map { _ in
      var detector = SpectralDetector(sampleRate: .hz16000)
      let began = wallNanoseconds()
      var frames = 0
      detector.process(sound.span) { _ in frames += 1 }
      return Double(wallNanoseconds() - began) / 1000 / Double(frames)
    }
    return [
      Figure(
        name: "detector.spectral.per_10ms.p50", value: percentile(times, 0.5), unit: "µs", goal: .atMost(3))
    ]
  }
}
