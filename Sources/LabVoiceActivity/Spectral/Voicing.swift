/// How strongly the spectrum repeats at a spacing of 70 to 400 Hz, as the voice's harmonics do.
///
/// The height of the cepstral peak of a whitened spectrum, after A. M. Noll, "Cepstrum pitch determination",
/// Journal of the Acoustical Society of America 41(2), 1967: log power of 80–2500 Hz, minus its moving mean
/// over frequency, transformed back; the highest value among the lags of a voice. The recent maximum is held,
/// because the unvoiced sounds between voiced ones are speech too.
struct Voicing: Sendable {
  private static let frameCount = 320
  private static let binHertz = Float(Decimator.outputHertz) / Float(frameCount)
  /// How finely lags are told apart; nothing above 2.5 kHz goes into them.
  private static let lagHertz = 6_000
  private static let lagCount = lagHertz * frameCount / Decimator.outputHertz

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
  /// The lag of the peak, in samples at 6 kHz.
  private(set) var lag: Float
  /// How alike the whitened spectrum is to that of 100 ms ago, −1 to 1: held notes are, gliding voices are
  /// not.
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
    inverse = .plan(size: Self.lagCount, .inverse)
    window = .window(count: Self.frameCount, energy: 1)
    band =
      Int((parameters.lowHertz / Self.binHertz).rounded(.up))...Int(parameters.highHertz / Self.binHertz)
    let shortestLag = Self.lagHertz / parameters.highestPitchHertz
    lags = shortestLag...(Self.lagHertz / parameters.lowestPitchHertz)
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
    return smoother.follow(Self.largest(of: recent))
  }

  private mutating func advance(with history: SampleHistory) {
    let hop = Decimator.outputHertz / 100
    samples.dropFirstInPlace(hop)
    decimator.decimate(history, count: hop, into: &samples)
  }

  private mutating func measure() {
    forward.withRoom { windowed, bins in
      window.apply(toLastOf: samples, into: windowed)
      forward.forward(windowed, into: bins)
      PowerSpectrum.takePower(of: bins, from: band.lowerBound, into: &logarithms)
    }
    Self.takeLogarithms(of: &logarithms, floorShare: parameters.floorShare)
    whitening.subtract(from: &logarithms)
    compareWithPast()
    inverse.withRoom { cepstrum, whitened in
      Self.spread(logarithms, into: whitened, from: band.lowerBound)
      inverse.inverse(whitened, into: cepstrum)
      let highest = Lanes.largest(lags.count) { cepstrum[lags.lowerBound &+ $0] }
      var place = lags.lowerBound
      while place < lags.upperBound, cepstrum[place] < highest { place += 1 }
      lag = Float(place)
      peak = highest / Float(2 * band.count)
    }
  }

  private static func largest(of values: [Float]) -> Float {
    let values = values.span
    return Lanes.largest(values.count) { values[unchecked: $0] }
  }

  private static let steadinessFrames = 10

  private mutating func compareWithPast() {
    let slot = frames / parameters.intervalFrames % pastLengths.count
    (steadiness, pastLengths[slot]) = Self.compare(
      logarithms, &pastShapes, at: slot * logarithms.count, length: pastLengths[slot])
  }

  /// The cosine of the angle to the shape in the slot, which the new one then replaces, and the length of the
  /// new one.
  private static func compare(
    _ shape: [Float], _ past: inout [Float], at offset: Int, length: Float
  ) -> (cosine: Float, length: Float) {
    let product = Self.product(of: shape, past, at: offset)
    let square = Self.product(of: shape, shape, at: 0)
    let shape = shape.span
    var past = past.mutableSpan
    for index in shape.indices { past[unchecked: offset &+ index] = shape[unchecked: index] }
    let own = square.squareRoot() + 1e-6
    return (length > 0 ? product / (own * length) : 0, own)
  }

  private static func sum(of values: [Float]) -> Float {
    let values = values.span
    return Lanes.sum(values.count) { values[unchecked: $0] }
  }

  private static func product(of left: [Float], _ right: [Float], at offset: Int) -> Float {
    precondition(offset + left.count <= right.count)
    let left = left.span
    let right = right.span
    return Lanes.sum(left.count) { left[unchecked: $0] * right[unchecked: offset &+ $0] }
  }

  /// Replaces powers by their logarithms, above a floor that is a small share of the mean power.
  private static func takeLogarithms(of power: inout [Float], floorShare: Float) {
    let floor = floorShare * sum(of: power) / Float(power.count) + 1e-10
    var output = power.mutableSpan
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
