import LabStatistics

/// How sure the emulated Flux is that a turn is over: it grows with the silence after the last word.
///
/// The curve reaches the default threshold of 0.7 after a silence that is drawn from the profile once a turn,
/// and comes ever nearer to 1 without reaching it. Eager thresholds of 0.3 to 0.5 are crossed 0.42 to 0.7 of
/// that silence ahead of the end, 85 to 140 ms at the default median of 200, somewhat less than the 150 to
/// 250 ms that Deepgram states. In a pause within an utterance the model hears that more is to come, and 900
/// ms pass until the default threshold [assumption].
struct FluxConfidence: Sendable {
  static let defaultThreshold = 0.7
  /// While somebody speaks.
  static let speaking = 0.02
  private static let pause = 0.9

  let sampleRate: Int
  /// The silence after which the default threshold is reached, in samples.
  let silence: Double

  func value(after samples: Int, isMidUtterance: Bool) -> Double {
    let scale = isMidUtterance ? Self.pause * Double(sampleRate) : max(1, silence)
    let grown = 1 - PortableMath.pow(1 - Self.defaultThreshold, Double(samples) / scale)
    return min(0.9999, max(Self.speaking, grown))
  }
}
