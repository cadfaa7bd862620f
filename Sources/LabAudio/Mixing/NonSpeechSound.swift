import Foundation

/// Sounds of people and rooms that are not words, and that an agent should not yield to.
public enum NonSpeechSound: String, Sendable, CaseIterable {
  /// Two bursts of hissing noise, the second softer.
  case cough
  /// One hard hit that rings off, such as a cup put down.
  case knock
  /// Keys that are struck six to nine times in a second: a click, a softer release, and next to nothing
  /// between.
  case keyboard
  /// A made-up piece: see ``Noise/music(count:at:level:seed:stream:)``.
  case music

  /// Makes the sound, the same for the same seed, with a root mean square of `level`.
  public func clip(
    milliseconds: Double, at rate: SampleRate, level: Decibels, seed: UInt64, stream: String = ""
  ) -> AudioClip {
    var generator = SoundGenerator(seed: seed, stream: rawValue + "/" + stream)
    let count = max(1, rate.samples(inMilliseconds: milliseconds))
    if self == .music { return Noise.music(count: count, at: rate, level: level, seed: seed, stream: stream) }
    if self == .keyboard { return Self.keys(count: count, at: rate, level: level, &generator) }
    let samples = (0..<count).map { index in
      generator.normal() * loudness(at: Double(index) / Double(count))
    }
    return AudioClip(unscaled: samples, sampleRate: rate, level: level)
  }

  /// The envelope over the sound, from 0 at its start to 1 at its end.
  private func loudness(at position: Double) -> Double {
    switch self {
    case .cough:
      position < 0.45 ? exp(-6 * position) : 0.6 * exp(-6 * (position - 0.45))
    case .knock:
      exp(-10 * position)
    case .keyboard, .music: 1
    }
  }

  private static func keys(
    count: Int, at rate: SampleRate, level: Decibels, _ generator: inout SoundGenerator
  ) -> AudioClip {
    var sum = [Double](repeating: 0, count: count)
    func strike(at start: Int, loudness: Double, decay: Double, _ generator: inout SoundGenerator) {
      for index in start..<min(count, start + Int(0.03 * Double(rate.hertz))) {
        let time = Double(index - start) / Double(rate.hertz)
        sum[index] += loudness * generator.normal() * exp(-time / decay)
      }
    }
    var start = 0
    while start < count {
      let loudness = 0.6 + 0.4 * generator.uniform()
      strike(at: start, loudness: loudness, decay: 0.003 + 0.003 * generator.uniform(), &generator)
      let release = start + Int((0.05 + 0.03 * generator.uniform()) * Double(rate.hertz))
      if release < count { strike(at: release, loudness: 0.4 * loudness, decay: 0.002, &generator) }
      start += Int((0.11 + 0.06 * generator.uniform()) * Double(rate.hertz))
    }
    return AudioClip(unscaled: sum, sampleRate: rate, level: level)
  }
}
