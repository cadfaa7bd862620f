/// Takes off the log odds while the sound has become much softer and nothing has been voiced for a while.
///
/// That is how a voice ends in a room that rings on. Within speech a softer stretch without voice is a
/// consonant, which is over sooner.
struct DyingAway: Sendable {
  private let parameters: SpectralDetector.Parameters.DyingAway
  private var framesWithoutVoice: Float = 0

  init(_ parameters: SpectralDetector.Parameters.DyingAway) {
    self.parameters = parameters
  }

  /// What to take off a frame's log odds.
  ///
  /// - Parameters:
  ///   - fall: How far the loudness is from its highest of the last 250 ms, in decibels, 0 or less.
  ///   - voicing: The logarithm of how strongly the frame is voiced.
  mutating func amount(fall: Float, voicing: Float) -> Float {
    // More frames than count would change nothing, and a number that is counted up for days would stop at
    // some point.
    framesWithoutVoice =
      voicing > parameters.voiced ? 0 : min(framesWithoutVoice + 1, parameters.longUnvoiced)
    let softer = (-fall).ramp(from: parameters.softer, to: parameters.muchSofter)
    let unvoiced = framesWithoutVoice.ramp(
      from: parameters.shortlyUnvoiced, to: parameters.longUnvoiced)
    return parameters.most * softer * unvoiced
  }
}
