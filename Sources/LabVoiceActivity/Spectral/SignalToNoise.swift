/// How far the bands stand out of the noise, in decibels, limited per band and averaged over bands.
///
/// Limiting each band before averaging makes many bands that stand out a little count more than one that
/// stands out a lot, which is what separates speech from a tone or a click.
struct SignalToNoise: Sendable {
  private let parameters: SpectralDetector.Parameters.Ratio
  /// One per band, summing to 1, filled up with zeros to whole eights.
  private let weights: [SIMD8<Float>]
  private var smoother: AttackRelease

  init(bands: Int, _ parameters: SpectralDetector.Parameters.Ratio) {
    self.parameters = parameters
    let last = Float(max(bands - 1, 1))
    let raw = (0..<bands).map { 1 + parameters.tilt - 2 * parameters.tilt * Float($0) / last }
    let total = raw.reduce(0, +)
    let padded = raw.map { $0 / total } + [Float](repeating: 0, count: 7)
    weights = stride(from: 0, to: bands, by: 8).map { SIMD8(padded[$0..<$0 + 8]) }
    smoother = AttackRelease(attack: parameters.attack, release: parameters.release)
  }

  /// Returns the smoothed statistic of a frame.
  mutating func update(_ levels: BandLevels) -> Float {
    smoother.follow(mean(levels, offsetDB: parameters.offsetDB, capDB: parameters.capDB))
  }

  /// The mean of one frame, of what every band stands out of the noise by more than `offsetDB`, up to
  /// `capDB`.
  func mean(_ levels: BandLevels, offsetDB: Float, capDB: Float) -> Float {
    let ratio = levels.ratio.span
    let weights = weights.span
    precondition(ratio.count >= 8 * weights.count)
    var sum = SIMD8<Float>.zero
    for index in weights.indices {
      let ratios = Lanes.eight(ratio, from: 8 &* index)
      sum += weights[unchecked: index] * Lanes.limited(ratios - offsetDB, 0, capDB)
    }
    return Lanes.sum(of: sum)
  }
}
