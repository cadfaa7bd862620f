/// Tells speech from noise by its spectrum: how far it stands out, how much it moves, how strongly it is voiced.
///
/// No trained weights; a fixed recipe whose stages are the small types beside this one. It adapts to the noise and
/// to the level of the recording within about a second and a half. It cannot reject music or other talkers.
/// Its results are the same to the last bit on every processor of an architecture.
public struct SpectralDetector: VoiceActivityDetector {
  public let sampleRate: DetectorSampleRate

  /// The numbers it works with.
  public let parameters: Parameters

  private let bands: MelBands
  private var hops: HopAssembler
  private var history: SampleHistory
  private var spectrum: PowerSpectrum
  private var floor: RelativeFloor
  private var noise: NoiseTracker
  private var powerSums: [Float]
  private var noiseSums: [Float]
  private var ratio: SignalToNoise
  private var dynamics: SpectralDynamics
  private var voicing: Voicing
  private let fusion: EvidenceFusion
  private var peak: PeakNormaliser

  /// Makes a detector for one stream; every buffer it will need is allocated here.
  public init(sampleRate: DetectorSampleRate, parameters: Parameters = Parameters()) {
    self.sampleRate = sampleRate
    self.parameters = parameters
    hops = HopAssembler(hopSize: sampleRate.hopSize)
    history = SampleHistory(count: 2 * sampleRate.hopSize)
    spectrum = PowerSpectrum(sampleRate: sampleRate)
    bands = MelBands(
      parameters.bands, binHertz: PowerSpectrum.binHertz, bins: spectrum.power.count)
    floor = RelativeFloor(parameters.floor)
    noise = NoiseTracker(bins: spectrum.power.count, parameters.noise)
    powerSums = Array(repeating: 0, count: bands.count)
    noiseSums = powerSums
    ratio = SignalToNoise(bands: bands.count, parameters.ratio)
    dynamics = SpectralDynamics(bands: bands.count, parameters.dynamics)
    voicing = Voicing(sampleRate: sampleRate, parameters.voicing)
    fusion = EvidenceFusion(parameters.fusion)
    peak = PeakNormaliser(parameters.peak)
  }

  public mutating func process(_ samples: Span<Int16>, emit: (VoiceFrame) -> Void) {
    var position = 0
    while hops.fill(from: samples, at: &position) {
      emit(frame())
    }
  }

  public mutating func reset() {
    self = SpectralDetector(sampleRate: sampleRate, parameters: parameters)
  }

  private mutating func frame() -> VoiceFrame {
    history.append(hops.hop)
    spectrum.update(with: history)
    spectrum.add(floor.update(meanPower: spectrum.mean(from: parameters.floor.firstBin)))
    noise.update(with: spectrum.power)
    bands.sums(of: spectrum.power, into: &powerSums)
    bands.sums(of: noise.noise, into: &noiseSums)
    let evidence = fusion.evidence(
      ratio: ratio.update(power: powerSums, noise: noiseSums),
      dynamics: dynamics.update(power: powerSums),
      voicing: voicing.update(with: history))
    let decision = parameters.decision
    let logOdds = decision.slope * (peak.normalise(evidence) - decision.midpoint)
    return VoiceFrame(
      endSample: hops.endSample,
      probability: ReproducibleMath.logistic(logOdds),
      levelDBFS: SignalLevel.dBFS(energy: SignalLevel.energy(of: hops.hop), count: hops.hop.count))
  }
}
