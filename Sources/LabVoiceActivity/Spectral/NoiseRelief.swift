/// Moves the threshold with the noise: in loud noise every sign of speech is weaker, and speech would be missed.
///
/// How loud the noise is follows from the range of loudness; noise alone has hardly any range and gets no relief.
struct NoiseRelief: Sendable {
  private let parameters: SpectralDetector.Parameters.Relief

  init(_ parameters: SpectralDetector.Parameters.Relief) {
    self.parameters = parameters
  }

  /// What to add to the log odds of a frame, given the range of loudness in decibels.
  func amount(logOdds: Float, range: Float) -> Float {
    let noisy = Self.share(of: range, from: parameters.quietRange, to: parameters.loudRange)
    let lively = Self.share(of: range, from: parameters.steadyRange, to: parameters.livelyRange)
    let possible = Self.share(of: logOdds, from: parameters.least, to: parameters.enough)
    return parameters.most * noisy * lively * possible
  }

  /// How far a value is on the way, 0 to 1.
  private static func share(of value: Float, from start: Float, to end: Float) -> Float {
    min(max((value - start) / (end - start), 0), 1)
  }
}
