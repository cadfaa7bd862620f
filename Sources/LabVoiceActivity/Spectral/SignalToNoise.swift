/// How far the bands stand out of the noise, in decibels, limited per band and averaged over bands.
///
/// Limiting each band before averaging makes many bands that stand out a little count more than one that stands
/// out a lot, which is what separates speech from a tone or a click.
struct SignalToNoise: Sendable {
  private let parameters: SpectralDetector.Parameters.Ratio
  /// One per band, summing to 1.
  let weights: [Float]
  private var smoother: AttackRelease

  init(bands: Int, _ parameters: SpectralDetector.Parameters.Ratio) {
    self.parameters = parameters
    let last = Float(max(bands - 1, 1))
    let raw = (0..<bands).map { 1 + parameters.tilt - 2 * parameters.tilt * Float($0) / last }
    let total = raw.reduce(0, +)
    weights = raw.map { $0 / total }
    smoother = AttackRelease(attack: parameters.attack, release: parameters.release)
  }

  /// Returns the smoothed statistic of a frame from the band sums of its power and of the noise.
  mutating func update(power: [Float], noise: [Float]) -> Float {
    var statistic: Float = 0
    for band in power.indices {
      let ratio = ReproducibleMath.decibels(power[band] / noise[band])
      let limited = min(max(ratio - parameters.offsetDB, 0), parameters.capDB)
      statistic += weights[band] * limited
    }
    return smoother.follow(statistic)
  }
}
