/// Turns what the stages measured in a frame into the evidence of that frame.
///
/// Statistics at several speeds stand side by side, because the fast ones tell when speech starts and ends and the
/// slow ones what kind of sound it is.
struct EvidenceCollector: Sendable {
  /// What the stages measured.
  struct Measurement {
    /// The recipe's verdict and its smoothed parts.
    var recipe: Float
    var ratio: Float
    var voicing: Float
    /// How much the spectrum's shape moved.
    var distances: SpectralDynamics.Distances
    /// The strength of the harmonics before it is held, the lag of their peak, and their likeness to 100 ms ago.
    var strength: Float
    var lag: Float
    var steadiness: Float
    /// Mean power of the frame, and the level it is relative to.
    var meanPower: Float
    var level: Float
  }

  private(set) var evidence = Evidence()
  private var history = EvidenceHistory()

  private let bands: Int
  private var decibels: [Float]

  private var narrow = AttackRelease(attack: 0.5, release: 0.6)
  private var wide = AttackRelease(attack: 0.6, release: 0.8)
  private var movements = (
    short: Smoothed(keeping: 0.88), middle: Smoothed(keeping: 0.88), long: Smoothed(keeping: 0.88),
    fast: Smoothed(keeping: 0.6)
  )
  private var strengths = (
    AttackRelease(attack: 0.5, release: 0.7), AttackRelease(attack: 0.97, release: 0.97)
  )
  private var groups = [Float](repeating: 0, count: 5)
  private var loudness = Smoothed(keeping: 0.5)
  private var loudnessSlow = Smoothed(keeping: 0.7)
  private var loudnessSlower = Smoothed(keeping: 0.95)
  private var recent: RecentValues
  private var minimum: RecentValues
  private var level = Smoothed(keeping: 0.6)
  private var tilt = Smoothed(keeping: 0.8)
  private var lag: (Float, Float) = (0, 0)
  private var pitchJump = Smoothed(keeping: 0.9)
  private var steadiness = Smoothed(keeping: 0.8)
  private var steadinessSlow = Smoothed(keeping: 0.985)

  private static let groupEdges = [0, 5, 10, 15, 20, 24]

  init(bands: Int) {
    self.bands = bands
    decibels = Array(repeating: 0, count: bands)
    recent = RecentValues(count: 25)
    minimum = RecentValues(count: 150)
  }

  /// Takes in the band sums of the frame and of the noise, and the rest.
  mutating func update(power: [Float], noise: [Float], weights: [Float], _ measurement: Measurement) {
    evidence.values[0] = measurement.recipe
    addRatios(power: power, noise: noise, weights: weights, measurement)
    addMovement(measurement.distances)
    addVoicing(measurement)
    addLoudness(measurement)
    addTilt()
    history.update(&evidence)
  }

  private mutating func addRatios(
    power: [Float], noise: [Float], weights: [Float], _ measurement: Measurement
  ) {
    var (narrowSum, wideSum) = (Float(0), Float(0))
    for group in 0..<5 {
      var sum: Float = 0
      let (first, last) = (Self.groupEdges[group], min(Self.groupEdges[group + 1], bands))
      for band in first..<last {
        decibels[band] = ReproducibleMath.decibels(power[band])
        let ratio = decibels[band] - ReproducibleMath.decibels(noise[band])
        narrowSum += weights[band] * min(max(ratio - 1, 0), 8)
        wideSum += weights[band] * min(max(ratio - 2, 0), 20)
        sum += min(max(ratio, -3), 15)
      }
      groups[group] = 0.7 * groups[group] + 0.3 * sum / Float(last - first)
      evidence.values[11 + group] = groups[group]
    }
    evidence.values[1] = ReproducibleMath.log(measurement.ratio + 1)
    evidence.values[2] = ReproducibleMath.log(narrow.follow(narrowSum) + 1)
    evidence.values[3] = ReproducibleMath.log(wide.follow(wideSum) + 1)
  }

  private mutating func addMovement(_ distances: SpectralDynamics.Distances) {
    let (short, middle, long) = distances
    evidence.values[4] = ReproducibleMath.log(movements.short.follow(short) + 0.1)
    evidence.values[5] = ReproducibleMath.log(movements.middle.follow(middle) + 0.1)
    evidence.values[6] = ReproducibleMath.log(movements.long.follow(long) + 0.1)
    evidence.values[7] = ReproducibleMath.log(movements.fast.follow(middle) + 0.1)
  }

  private mutating func addVoicing(_ measurement: Measurement) {
    evidence.values[8] = ReproducibleMath.log(max(measurement.voicing, 0) + 0.2)
    evidence.values[9] = ReproducibleMath.log(max(strengths.0.follow(measurement.strength), 0) + 0.1)
    evidence.values[10] = ReproducibleMath.log(max(strengths.1.follow(measurement.strength), 0) + 0.1)
    // Measured every second frame, so the frame before last is the measurement before.
    let jump = lag.1 > 0 ? abs(ReproducibleMath.log(measurement.lag / lag.1)) : 0
    lag = (measurement.lag, lag.0)
    evidence.values[22] = pitchJump.follow(min(jump, 0.3))
    evidence.values[23] = steadiness.follow(measurement.steadiness)
    evidence.values[24] = steadinessSlow.follow(measurement.steadiness)
  }

  private mutating func addLoudness(_ measurement: Measurement) {
    var mean: Float = 0
    for band in 0..<bands { mean += decibels[band] }
    mean /= Float(bands)
    let now = loudness.follow(mean)
    let slow = loudnessSlow.follow(mean)
    recent.append(now)
    minimum.append(slow)
    evidence.values[16] = now - recent.highest
    evidence.values[17] = slow - loudnessSlower.follow(mean)
    evidence.values[18] = min(max(now - minimum.lowest, 0), 40)
    evidence.values[19] = now - recent.lowest(ofLast: 12)
    let relative = ReproducibleMath.decibels((measurement.meanPower + 1e-12) / measurement.level)
    evidence.values[20] = level.follow(min(max(relative, -40), 6))
  }

  private mutating func addTilt() {
    var (low, high) = (Float(0), Float(0))
    for band in 0..<10 { low += decibels[band] }
    for band in (bands - 10)..<bands { high += decibels[band] }
    evidence.values[21] = tilt.follow((low - high) / 10)
  }
}
