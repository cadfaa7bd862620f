/// Turns what the stages measured in a frame into the evidence of that frame.
///
/// Statistics at several speeds stand side by side, because the fast ones tell when speech starts and ends
/// and the slow ones what kind of sound it is.
struct EvidenceCollector: Sendable {
  /// What the stages measured.
  struct Measurement {
    /// The recipe's verdict and its smoothed parts.
    var recipe: Float
    var ratio: Float
    var voicing: Float
    /// How far the bands stood out in this very frame, limited like the recipe's, and less limited.
    var narrow: Float
    var wide: Float
    /// How much the spectrum's shape moved.
    var distances: SpectralDynamics.Distances
    /// The strength of the harmonics before it is held, the lag of their peak, and their likeness to 100 ms
    /// ago.
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

  private var lift = Lift()
  private var narrow = AttackRelease(attack: 0.5, release: 0.6)
  private var wide = AttackRelease(attack: 0.6, release: 0.8)
  private var movements = (
    short: Smoothed(keeping: 0.88), middle: Smoothed(keeping: 0.88), long: Smoothed(keeping: 0.88),
    fast: Smoothed(keeping: 0.6)
  )
  private var strengths = (
    AttackRelease(attack: 0.5, release: 0.7), AttackRelease(attack: 0.97, release: 0.97)
  )
  private var loudness = Smoothed(keeping: 0.5)
  private var loudnessSlow = Smoothed(keeping: 0.7)
  private var loudnessSlower = Smoothed(keeping: 0.95)
  private var recent: RecentValues
  private var minimum: RecentValues
  private var range = LoudnessRange(blocks: 32, framesPerBlock: 10)
  private var level = Smoothed(keeping: 0.6)
  private var tilt = Smoothed(keeping: 0.8)
  private var lag: (Float, Float) = (0, 0)
  private var pitchJump = Smoothed(keeping: 0.9)
  private var steadiness = Smoothed(keeping: 0.8)
  private var steadinessSlow = Smoothed(keeping: 0.985)

  private static let groupEdges = [0, 5, 10, 15, 20, 24]
  /// The places of the statistics that are logarithms.
  private static let logarithms = 1...10

  init(bands: Int) {
    self.bands = bands
    recent = RecentValues(count: 25)
    minimum = RecentValues(count: 150)
  }

  /// Takes in the levels of the frame's bands, and the rest.
  mutating func update(_ levels: BandLevels, _ measurement: Measurement) {
    evidence.values[0] = measurement.recipe
    evidence.values[Evidence.lift] = lift.update(measurement.recipe)
    addRatios(levels, measurement)
    addMovement(measurement.distances)
    addVoicing(measurement)
    Self.takeLogarithms(&evidence)
    addLoudness(levels, measurement)
    let high = levels.mean(max(0, bands - 10)..<bands)
    evidence.values[21] = tilt.follow(levels.mean(0..<min(10, bands)) - high)
    history.update(&evidence)
  }

  private mutating func addRatios(_ levels: BandLevels, _ measurement: Measurement) {
    evidence.values[1] = measurement.ratio + 1
    evidence.values[2] = narrow.follow(measurement.narrow) + 1
    evidence.values[3] = wide.follow(measurement.wide) + 1
    let ratio = levels.ratio.span
    for group in 0..<5 {
      var sum: Float = 0
      let (first, last) = (Self.groupEdges[group], min(Self.groupEdges[group + 1], bands))
      for band in first..<last { sum += min(max(ratio[band], -3), 15) }
      evidence.values[11 + group] = 0.7 * evidence.values[11 + group] + 0.3 * sum / Float(last - first)
    }
  }

  private mutating func addMovement(_ distances: SpectralDynamics.Distances) {
    let (short, middle, long) = distances
    evidence.values[4] = movements.short.follow(short) + 0.1
    evidence.values[5] = movements.middle.follow(middle) + 0.1
    evidence.values[6] = movements.long.follow(long) + 0.1
    evidence.values[7] = movements.fast.follow(middle) + 0.1
  }

  private mutating func addVoicing(_ measurement: Measurement) {
    evidence.values[8] = max(measurement.voicing, 0) + 0.2
    evidence.values[9] = max(strengths.0.follow(measurement.strength), 0) + 0.1
    evidence.values[10] = max(strengths.1.follow(measurement.strength), 0) + 0.1
    // Measured every second frame, so the frame before last is the measurement before.
    let jump = lag.1 > 0 && lag.1 != measurement.lag ? abs(ReproducibleMath.log(measurement.lag / lag.1)) : 0
    lag = (measurement.lag, lag.0)
    evidence.values[22] = pitchJump.follow(min(jump, 0.3))
    evidence.values[23] = steadiness.follow(measurement.steadiness)
    evidence.values[24] = steadinessSlow.follow(measurement.steadiness)
  }

  private static func takeLogarithms(_ evidence: inout Evidence) {
    var values = evidence.values.mutableSpan
    precondition(logarithms.upperBound < values.count)
    // A count that the compiler knows, so that it takes them side by side.
    for place in 1..<9 { values[unchecked: place] = ReproducibleMath.log(values[unchecked: place]) }
    for place in 9...10 { values[unchecked: place] = ReproducibleMath.log(values[unchecked: place]) }
  }

  private mutating func addLoudness(_ levels: BandLevels, _ measurement: Measurement) {
    let mean = levels.mean(0..<bands)
    let now = loudness.follow(mean)
    let slow = loudnessSlow.follow(mean)
    recent.append(now)
    minimum.append(slow)
    let lowest = minimum.lowest
    evidence.values[16] = now - recent.highest
    evidence.values[17] = slow - loudnessSlower.follow(mean)
    evidence.values[18] = min(max(now - lowest, 0), 40)
    evidence.values[19] = now - recent.lowest(ofLast: 12)
    let relative = ReproducibleMath.decibels((measurement.meanPower + 1e-12) / measurement.level)
    evidence.values[20] = level.follow(min(max(relative, -40), 6))
    evidence.values[Evidence.range] = range.update(slow)
  }
}
