import Foundation

@testable import LabVoiceActivity

/// Builds signals whose every part is known, as samples of full scale 1.
struct TestSignal {
  let sampleRate: DetectorSampleRate
  private(set) var samples: [Float] = []
  private var state: UInt64

  init(_ sampleRate: DetectorSampleRate, seed: UInt64 = 1) {
    self.sampleRate = sampleRate
    state = seed
  }

  /// The signal as 16-bit samples, clipped at full scale.
  var pcm: [Int16] {
    samples.map { Int16(max(-32_768, min(32_767, ($0 * 32_768).rounded()))) }
  }

  private func count(_ seconds: Double) -> Int { Int((seconds * Double(sampleRate.rawValue)).rounded()) }

  /// A number from −1 to 1.
  private mutating func random() -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(Int32(truncatingIfNeeded: state >> 32)) / 2_147_483_648
  }

  mutating func addConstant(_ value: Float, seconds: Double) {
    samples += Array(repeating: value, count: count(seconds))
  }

  mutating func addNoise(dBFS: Float, seconds: Double) {
    let peak = pow(10, dBFS / 20) * Float(3).squareRoot()
    for _ in 0..<count(seconds) { samples.append(peak * random()) }
  }

  mutating func addTone(hertz: Double, dBFS: Float, noiseDBFS: Float, seconds: Double) {
    let start = samples.count
    addNoise(dBFS: noiseDBFS, seconds: seconds)
    let peak = pow(10, dBFS / 20) * Float(2).squareRoot()
    for index in start..<samples.count {
      samples[index] += peak * Float(sin(2 * .pi * hertz * Double(index) / Double(sampleRate.rawValue)))
    }
  }

  /// Something with the make-up of a voice: harmonics of a gliding pitch under two formants that wander,
  /// in syllables of a fifth of a second, on top of noise.
  mutating func addVoice(dBFS: Float, noiseDBFS: Float, seconds: Double) {
    let start = samples.count
    addNoise(dBFS: noiseDBFS, seconds: seconds)
    let gain = pow(10, dBFS / 20) * 0.9
    var phase = 0.0
    for index in start..<samples.count {
      let time = Double(index - start) / Double(sampleRate.rawValue)
      let pitch = 130 + 25 * sin(2 * .pi * 0.7 * time)
      phase += pitch / Double(sampleRate.rawValue)
      let first = 450 + 250 * sin(2 * .pi * 2.3 * time)
      let second = 1_500 + 600 * sin(2 * .pi * 3.1 * time + 1)
      var value = 0.0
      for harmonic in 1...28 {
        let frequency = Double(harmonic) * pitch
        let formants =
          exp(-pow((frequency - first) / 180, 2)) + 0.6 * exp(-pow((frequency - second) / 250, 2))
        value += (formants + 0.03) * sin(2 * .pi * Double(harmonic) * phase)
      }
      let syllable = 0.25 + 0.75 * abs(sin(.pi * 2.5 * time))
      samples[index] += gain * Float(value * syllable)
    }
  }
}

extension Collection where Element == VoiceFrame {
  /// The share of frames at or above the default threshold.
  var speechShare: Double { Double(count { $0.probability >= 0.5 }) / Double(count) }
}

extension Array where Element == VoiceFrame {
  /// The frames that end in a range of seconds.
  func between(_ start: Double, _ end: Double, _ rate: DetectorSampleRate) -> [VoiceFrame] {
    filter { frame in
      let time = Double(frame.endSample) / Double(rate.rawValue)
      return time > start && time <= end
    }
  }
}
