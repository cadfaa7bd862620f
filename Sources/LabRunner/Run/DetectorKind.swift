import LabConversation
import LabVoiceActivity

/// The detectors that a plan can name.
public enum DetectorKind: String, Hashable, Sendable, CaseIterable {
  /// Loudness against `vadEnergyThresholdDBFS`.
  case energy
  /// The spectral detector.
  case spectral

  /// Makes a detector and the segmenter that joins its verdicts.
  ///
  /// - Throws: a `VoiceActivityError` when a setting is out of the detector's range.
  func make(settings: SessionSettings) throws -> (any VoiceActivityDetector, SpeechSegmenter) {
    let rate = try DetectorSampleRate(hertz: settings.sampleRate)
    let detector: any VoiceActivityDetector =
      switch self {
      case .energy: EnergyDetector(sampleRate: rate, thresholdDBFS: Float(settings.vadEnergyThresholdDBFS))
      case .spectral: SpectralDetector(sampleRate: rate)
      }
    let segmenter = try SegmenterSettings(
      threshold: Float(settings.vadThreshold), contextWindow: settings.vadContextWindow,
      smoothingWindow: settings.vadSmoothingWindow)
    return (detector, SpeechSegmenter(settings: segmenter))
  }
}
