import Foundation

/// Sounds of people and rooms that are no words, and that an agent should not yield to.
public enum NonSpeechSound: String, Sendable, CaseIterable {
  /// Two bursts of hissing noise, the second softer.
  case cough
  /// One hard hit that rings off, such as a cup put down.
  case knock

  /// Makes the sound, the same for the same seed, with a root mean square of `level`.
  public func clip(
    milliseconds: Double, at rate: SampleRate, level: Decibels, seed: UInt64, stream: String = ""
  ) -> AudioClip {
    var generator = SeededGenerator(seed: seed, stream: rawValue + "/" + stream)
    let count = max(1, rate.samples(inMilliseconds: milliseconds))
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
    }
  }
}
