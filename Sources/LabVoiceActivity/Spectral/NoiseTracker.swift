/// The power of the background noise per band, followed through speech.
///
/// The unbiased minimum mean-square error estimator with a fixed prior signal-to-noise ratio: T. Gerkmann and
/// R. C. Hendriks, "Unbiased MMSE-based noise power estimation with low complexity and low tracking delay",
/// IEEE Transactions on Audio, Speech and Language Processing 20(4), 2012. The first frames are averaged as
/// noise, and a floor from minimum statistics catches noise that steps up.
struct NoiseTracker: Sendable {
  /// Noise power per band.
  private(set) var noise: [Float]

  private let parameters: SpectralDetector.Parameters.Noise
  private var presence: [Float]
  private var minima: MinimumTracker
  private var frames = 0
  private var steadyFrames = 0

  init(bins: Int, _ parameters: SpectralDetector.Parameters.Noise) {
    self.parameters = parameters
    noise = Array(repeating: 0, count: bins)
    presence = Array(repeating: 0.5, count: bins)
    minima = MinimumTracker(bins: bins, parameters)
  }

  /// Updates the estimate with the power of one frame and the movement of the spectrum's shape up to it.
  mutating func update(with power: [Float], movement: Float) {
    precondition(power.count == noise.count)
    minima.update(with: power)
    steadyFrames = movement < parameters.steadyMovement ? steadyFrames + 1 : 0
    if frames < parameters.initialFrames {
      frames += 1
      Self.average(power, share: 1 / Float(frames), into: &noise)
    } else if steadyFrames >= parameters.steadyFrames {
      // Nobody holds a sound so still for so long: it is noise, also when it is new.
      Self.average(power, share: 1 - parameters.steadySmoothing, into: &noise)
    } else {
      Self.follow(power, parameters, presence: &presence, noise: &noise)
      minima.raise(&noise)
    }
    minima.endFrame()
  }

  private static func average(_ power: [Float], share: Float, into noise: inout [Float]) {
    let power = power.span
    var noise = noise.mutableSpan
    for bin in power.indices {
      noise[unchecked: bin] += share * (power[unchecked: bin] - noise[unchecked: bin])
    }
  }

  private static func follow(
    _ power: [Float], _ parameters: SpectralDetector.Parameters.Noise, presence: inout [Float],
    noise: inout [Float]
  ) {
    let prior = parameters.priorRatio
    let exponent = -prior / (1 + prior)
    let keptPresence = parameters.presenceSmoothing
    let keptNoise = parameters.smoothing
    let stuck = parameters.stuckPresence
    let power = power.span
    var noise = noise.mutableSpan
    var presence = presence.mutableSpan
    for bin in power.indices {
      let observed = power[unchecked: bin]
      let estimate = noise[unchecked: bin]
      let ratio = min(observed / estimate, 200)
      let speech = 1 / (1 + (1 + prior) * ReproducibleMath.exp(ratio * exponent))
      let smoothed = keptPresence * presence[unchecked: bin] + (1 - keptPresence) * speech
      presence[unchecked: bin] = smoothed
      // A bin that has looked like speech for long may be noise that grew: let a little through.
      let limited = smoothed > stuck ? min(speech, stuck) : speech
      let expected = limited * estimate + (1 - limited) * observed
      noise[unchecked: bin] = keptNoise * estimate + (1 - keptNoise) * expected
    }
  }
}
