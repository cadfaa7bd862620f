/// Calls loud hops speech: the level of the last 20 ms against a fixed threshold.
///
/// The plainest detector there is, kept because some applications ship it. Noise above the threshold is
/// speech to it, and quiet speech is not.
public struct EnergyDetector: VoiceActivityDetector {
  public let sampleRate: DetectorSampleRate

  /// The level that gets probability 0.5.
  public let thresholdDBFS: Float

  /// Decibels above the threshold at which the probability has risen to 0.73.
  private static let softnessDB: Float = 2

  private var hops: HopAssembler
  private var previousEnergy: Int64 = 0

  /// Makes a detector for one stream.
  ///
  /// - Parameters:
  ///   - sampleRate: The rate of the samples it will hear.
  ///   - thresholdDBFS: The root mean square level, relative to digital full scale, that gets probability
  ///     0.5.
  public init(sampleRate: DetectorSampleRate, thresholdDBFS: Float = -35) {
    self.sampleRate = sampleRate
    self.thresholdDBFS = thresholdDBFS
    hops = HopAssembler(hopSize: sampleRate.hopSize)
  }

  public mutating func process(_ samples: Span<Int16>, emit: (VoiceFrame) -> Void) {
    var position = 0
    while hops.fill(from: samples, at: &position) {
      emit(frame())
    }
  }

  public mutating func reset() {
    hops.reset()
    previousEnergy = 0
  }

  private mutating func frame() -> VoiceFrame {
    let energy = SignalLevel.energy(of: hops.hop)
    let level = SignalLevel.dBFS(energy: energy + previousEnergy, count: 2 * hops.hop.count)
    previousEnergy = energy
    return VoiceFrame(
      endSample: hops.endSample,
      probability: ReproducibleMath.logistic((level - thresholdDBFS) / Self.softnessDB),
      levelDBFS: SignalLevel.dBFS(energy: energy, count: hops.hop.count))
  }
}
