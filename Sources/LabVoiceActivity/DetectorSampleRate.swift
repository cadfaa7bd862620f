/// A rate, in samples per second, at which the detectors work.
public enum DetectorSampleRate: Int, Sendable, Hashable, CaseIterable {
  case hz16000 = 16_000
  case hz24000 = 24_000
  case hz48000 = 48_000

  /// Samples in one hop of ten milliseconds.
  public var hopSize: Int { rawValue / 100 }

  /// Accepts a rate in hertz.
  ///
  /// - Throws: `VoiceActivityError` with the code `unsupportedSampleRate` for any other rate.
  public init(hertz: Int) throws(VoiceActivityError) {
    guard let rate = DetectorSampleRate(rawValue: hertz) else {
      throw VoiceActivityError(
        .unsupportedSampleRate,
        "Voice activity detection works at 16000, 24000 or 48000 Hz, not at \(hertz) Hz.",
        hint: "Resample the audio, or set sampleRate to one of the three.")
    }
    self = rate
  }
}
