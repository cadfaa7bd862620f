/// Lowers the evidence a little after strong speech, so that the end of a loud phrase is noticed sooner.
struct PeakNormaliser: Sendable {
  private let parameters: SpectralDetector.Parameters.Peak
  private var peak: Float

  init(_ parameters: SpectralDetector.Parameters.Peak) {
    self.parameters = parameters
    peak = parameters.reference
  }

  /// Follows the evidence's slow peak and returns the evidence relative to it.
  mutating func normalise(_ evidence: Float) -> Float {
    if evidence > peak {
      peak += parameters.rise * (evidence - peak)
    } else {
      peak -= parameters.fallPerFrame
    }
    peak = max(peak, parameters.minimum)
    return evidence - parameters.share * (peak - parameters.reference)
  }
}
