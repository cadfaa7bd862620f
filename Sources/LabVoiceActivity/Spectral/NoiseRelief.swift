/// Moves the threshold with the noise: in loud noise every sign of speech is weaker, and speech would be
/// missed.
///
/// How loud the noise is follows from the range of loudness; noise alone has hardly any range and gets no
/// relief.
struct NoiseRelief: Sendable {
  private let parameters: SpectralDetector.Parameters.Relief

  init(_ parameters: SpectralDetector.Parameters.Relief) {
    self.parameters = parameters
  }

  /// What to add to the log odds of a frame, given the range of loudness in decibels.
  func amount(logOdds: Float, range: Float) -> Float {
    let noisy = range.ramp(from: parameters.quietRange, to: parameters.loudRange)
    let lively = range.ramp(from: parameters.steadyRange, to: parameters.livelyRange)
    let possible = logOdds.ramp(from: parameters.least, to: parameters.enough)
    return parameters.most * noisy * lively * possible
  }
}
