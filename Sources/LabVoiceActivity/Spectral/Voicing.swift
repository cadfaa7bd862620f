/// How strongly the spectrum repeats at a spacing of 70 to 400 Hz, as the voice's harmonics do.
///
/// The height of the cepstral peak of a whitened spectrum, after A. M. Noll, "Cepstrum pitch determination",
/// Journal of the Acoustical Society of America 41(2), 1967: log power of 80–2500 Hz, minus its moving mean over
/// frequency, transformed back; the highest value among the lags of a voice. The recent maximum is held, because
/// the unvoiced sounds between voiced ones are speech too.
struct Voicing: Sendable {
  private static let frameCount = 320
  private static let binHertz = Float(Decimator.outputHertz) / Float(frameCount)

  private let parameters: SpectralDetector.Parameters.Voicing
  private let decimator: Decimator
  private let forward: FourierPlan
  private let inverse: FourierPlan
  private let window: HannWindow
  private let band: ClosedRange<Int>
  private let lags: ClosedRange<Int>
  private var whitening: MovingMean

  private var samples: [Float]
  private var logarithms: [Float]

  private var peak: Float = 0
  /// The lag of the peak, in samples at 8 kHz.
  private(set) var lag: Float
  /// How alike the whitened spectrum is to that of 100 ms ago, −1 to 1: held notes are, gliding voices are not.
  private(set) var steadiness: Float = 0
  /// The strength, lightly smoothed, before it is held.
  var strength: Float { smoothed }
  private var pastShapes: [Float]
  private var pastLengths: [Float]
  private var smoothed: Float = 0
  private var recent: [Float]
  private var smoother: AttackRelease
  private var frames = 0

  init(sampleRate: DetectorSampleRate, _ parameters: SpectralDetector.Parameters.Voicing) {
    self.parameters = parameters
    decimator = Decimator(sampleRate: sampleRate)
    forward = .plan(size: Self.frameCount, .forward)
    inverse = .plan(size: Self.frameCount, .inverse)
    window = .window(count: Self.frameCount, energy: 1)
    band =
      Int((parameters.lowHertz / Self.binHertz).rounded(.up))...Int(parameters.highHertz / Self.binHertz)
    let shortestLag = Decimator.outputHertz / parameters.highestPitchHertz
    lags = shortestLag...(Decimator.outputHertz / parameters.lowestPitchHertz)
    whitening = MovingMean(
      count: band.count, halfWidth: Int(parameters.whiteningHertz / Self.binHertz / 2))
    samples = Array(repeating: 0, count: Self.frameCount)
    logarithms = Array(repeating: 0, count: band.count)
    recent = Array(repeating: 0, count: parameters.holdFrames)
    lag = Float(shortestLag)
    let steps = max(1, Self.steadinessFrames / parameters.intervalFrames)
    pastShapes = Array(repeating: 0, count: band.count * steps)
    pastLengths = Array(repeating: 0, count: steps)
    smoother = AttackRelease(attack: parameters.attack, release: parameters.release)
  }

  /// Hears the last hop of the history and returns the held and smoothed strength, about 0 to 1.
  mutating func update(with history: SampleHistory) -> Float {
    advance(with: history)
    if frames % parameters.intervalFrames == 0 { measure() }
    smoothed = frames == 0 ? peak : parameters.smoothing * smoothed + (1 - parameters.smoothing) * peak
    recent[frames % recent.count] = smoothed
    frames += 1
    var held = recent[0]
    for value in recent { held = max(held, value) }
    return smoother.follow(held)
  }

  private mutating func advance(with history: SampleHistory) {
    let hop = Decimator.outputHertz / 100
    var all = samples.mutableSpan
    for index in 0..<(all.count - hop) {
      all[unchecked: index] = all[unchecked: index &+ hop]
    }
    decimator.decimate(history, count: hop, into: &samples)
  }

  private mutating func measure() {
    forward.withRoom { measure($0, $1) }
  }

  private mutating func measure(
    _ windowed: UnsafeMutableBufferPointer<Float>, _ bins: UnsafeMutableBufferPointer<Float>
  ) {
    window.apply(toLastOf: samples, into: windowed)
    forward.forward(windowed, into: bins)
    PowerSpectrum.takePower(of: bins, from: band.lowerBound, into: &logarithms)
    Self.takeLogarithms(of: &logarithms, floorShare: parameters.floorShare)
    whitening.subtract(from: &logarithms)
    compareWithPast()
    Self.spread(logarithms, into: bins, from: band.lowerBound)
    inverse.inverse(bins, into: windowed)
    var highest = -Float.greatestFiniteMagnitude
    for lag in lags where windowed[lag] > highest {
      highest = windowed[lag]
      self.lag = Float(lag)
    }
    peak = highest / Float(2 * band.count)
  }

  private static let steadinessFrames = 10

  private mutating func compareWithPast() {
    let slot = frames / parameters.intervalFrames % pastLengths.count
    (steadiness, pastLengths[slot]) = Self.compare(
      logarithms, &pastShapes, at: slot * logarithms.count, length: pastLengths[slot])
  }

  /// The cosine of the angle to the shape in the slot, which the new one then replaces, and the length of the new one.
  private static func compare(
    _ shape: [Float], _ past: inout [Float], at offset: Int, length: Float
  ) -> (cosine: Float, length: Float) {
    let shape = shape.span
    var past = past.mutableSpan
    var (product, square) = (Float(0), Float(0))
    for index in shape.indices {
      let value = shape[unchecked: index]
      product += value * past[unchecked: offset &+ index]
      square += value * value
      past[unchecked: offset &+ index] = value
    }
    let own = square.squareRoot() + 1e-6
    return (length > 0 ? product / (own * length) : 0, own)
  }

  /// Replaces powers by their logarithms, above a floor that is a small share of the mean power.
  private static func takeLogarithms(of power: inout [Float], floorShare: Float) {
    var output = power.mutableSpan
    var total: Float = 0
    for index in 0..<output.count { total += output[unchecked: index] }
    let floor = floorShare * total / Float(output.count) + 1e-10
    for index in 0..<output.count {
      output[unchecked: index] = ReproducibleMath.log(output[unchecked: index] + floor)
    }
  }

  /// Writes the values as real parts of the bins from `firstBin` on, and 0 elsewhere.
  private static func spread(
    _ values: [Float], into bins: UnsafeMutableBufferPointer<Float>, from firstBin: Int
  ) {
    precondition(bins.count >= 2 * (firstBin + values.count))
    let values = values.span
    bins.update(repeating: 0)
    for index in values.indices {
      bins[2 &* (index &+ firstBin)] = values[unchecked: index]
    }
  }
}
