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
    let cost = microseconds(of: SpectralDetector(sampleRate: .hz16000), hearing: sound)
    func figure(_ name: String, ratio: Figure.Goal, to reference: Reference) -> Figure {
      Figure(
        name: "detector.spectral.\(name).p50", value: cost, unit: "µs", goal: .atMost(3), ratio: ratio,
        to: reference)
    }
    var figures = [figure("per_10ms", ratio: .atMost(18), to: .transforms())]
    if WebRTCDetector.isAvailable {
      let webRTC = microseconds(of: try WebRTCDetector(sampleRate: .hz16000), hearing: sound)
      figures.append(
        figure(
          "per_10ms_beside_webrtc", ratio: .atMost(2),
          to: Reference(name: "WebRTC's detector", value: webRTC)))
    }
    return figures
  }

  /// Per frame, in the median of five rounds with a new copy of the detector each.
  private static func microseconds<Detector: VoiceActivityDetector>(
    of detector: Detector, hearing sound: [Int16]
  ) -> Double {
    let times = (0..<5).map { _ in
      var detector = detector
      let began = threadNanoseconds()
      var frames = 0
      detector.process(sound.span) { _ in frames += 1 }
      return Double(threadNanoseconds() - began) / 1000 / Double(frames)
    }
    return percentile(times, 0.5)
  }
}
