/// Joins the three kinds of evidence into one number: the logarithm of their weighted geometric mean.
///
/// A product, not a sum: noise that is loud but still, or moves but is not voiced, fails in one factor.
struct EvidenceFusion: Sendable {
  private let parameters: SpectralDetector.Parameters.Fusion

  init(_ parameters: SpectralDetector.Parameters.Fusion) {
    self.parameters = parameters
  }

  /// The joint evidence for speech, about −1 to 1.5.
  func evidence(ratio: Float, dynamics: Float, voicing: Float) -> Float {
    let sum =
      ReproducibleMath.log(ratio + parameters.ratioOffset)
      + parameters.dynamicsWeight * ReproducibleMath.log(dynamics + parameters.dynamicsOffset)
      + parameters.voicingWeight * ReproducibleMath.log(max(voicing, 0) + parameters.voicingOffset)
    return sum / (1 + parameters.dynamicsWeight + parameters.voicingWeight)
  }
}
