/// How much the shape of the spectrum changed over the last 50 ms, in decibels per band.
///
/// Speech moves; hum, hiss and held tones do not, however loud they are. The mean over bands is taken out first,
/// so that a mere change of loudness is no movement.
struct SpectralDynamics: Sendable {
  private let parameters: SpectralDetector.Parameters.Dynamics
  private var smoother: AttackRelease
  private var smoothed: [Float]
  private var shapes: [Float]
  private var frames = 0

  init(bands: Int, _ parameters: SpectralDetector.Parameters.Dynamics) {
    self.parameters = parameters
    smoother = AttackRelease(attack: parameters.attack, release: parameters.release)
    smoothed = Array(repeating: 0, count: bands)
    shapes = Array(repeating: 0, count: bands * (parameters.lagFrames + 1))
  }

  /// Returns the smoothed movement, 0 until enough frames have been heard to compare with.
  mutating func update(power: [Float]) -> Float {
    let bands = smoothed.count
    let slots = parameters.lagFrames + 1
    let now = (frames % slots) * bands
    let before = ((frames + 1) % slots) * bands
    let kept = frames == 0 ? 0 : parameters.smoothing
    var mean: Float = 0
    for band in 0..<bands {
      smoothed[band] = kept * smoothed[band] + (1 - kept) * power[band]
      shapes[now + band] = ReproducibleMath.decibels(smoothed[band])
      mean += shapes[now + band]
    }
    mean /= Float(bands)
    var movement: Float = 0
    for band in 0..<bands {
      shapes[now + band] -= mean
      movement += abs(shapes[now + band] - shapes[before + band])
    }
    let isComparable = frames >= parameters.lagFrames
    frames += 1
    return smoother.follow(isComparable ? movement / Float(bands) : 0)
  }
}
