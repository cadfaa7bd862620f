/// How much the shape of the spectrum changed over the last 20, 50 and 100 ms, in decibels per band.
///
/// Speech moves; hum, hiss and held tones do not, however loud they are. The mean over bands is taken out
/// first, so that a mere change of loudness does not count as movement.
struct SpectralDynamics: Sendable {
  /// Frames between the shapes that are compared; the middle one is that of the recipe.
  private static let lags = (2, 5, 10)

  /// What was measured over each of the lags; 0 until enough frames have been heard to compare with.
  typealias Distances = (short: Float, middle: Float, long: Float)

  private(set) var distances: Distances = (0, 0, 0)

  private let parameters: SpectralDetector.Parameters.Dynamics
  private var smoother: AttackRelease
  private var smoothed: [Float]
  /// The shapes of the last frames, slot by slot.
  private var shapes: [Float]
  private var frames = 0

  private static var slots: Int { lags.2 + 1 }

  init(bands: Int, _ parameters: SpectralDetector.Parameters.Dynamics) {
    self.parameters = parameters
    smoother = AttackRelease(attack: parameters.attack, release: parameters.release)
    smoothed = Array(repeating: 0, count: bands)
    shapes = Array(repeating: 0, count: bands * Self.slots)
  }

  /// Returns the smoothed movement over the middle lag.
  mutating func update(power: [Float]) -> Float {
    let now = frames % Self.slots * smoothed.count
    Self.takeShape(
      of: power, kept: frames == 0 ? 0 : parameters.smoothing, smoothed: &smoothed, into: &shapes, at: now)
    distances = (distance(Self.lags.0, now), distance(Self.lags.1, now), distance(Self.lags.2, now))
    frames += 1
    return smoother.follow(distances.middle)
  }

  private func distance(_ lag: Int, _ now: Int) -> Float {
    guard frames >= lag else { return 0 }
    let bands = smoothed.count
    let before = (frames - lag) % Self.slots * bands
    let shapes = shapes.span
    return Lanes.sum(bands) { abs(shapes[unchecked: now &+ $0] - shapes[unchecked: before &+ $0]) }
      / Float(bands)
  }

  private static func takeShape(
    of power: [Float], kept: Float, smoothed: inout [Float], into shapes: inout [Float], at now: Int
  ) {
    let power = power.span
    var smoothed = smoothed.mutableSpan
    var shapes = shapes.mutableSpan
    for band in power.indices {
      let value = kept * smoothed[unchecked: band] + (1 - kept) * power[unchecked: band]
      smoothed[unchecked: band] = value
      shapes[unchecked: now &+ band] = ReproducibleMath.decibels(value)
    }
    var mean: Float = 0
    for band in power.indices { mean += shapes[unchecked: now &+ band] }
    mean /= Float(power.count)
    for band in power.indices { shapes[unchecked: now &+ band] -= mean }
  }
}
