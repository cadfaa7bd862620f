/// Tells speech from noise by its spectrum: how far it stands out, how much it moves, how strongly it is
/// voiced.
///
/// The stages are the small types beside this one; what they measure is judged by a network of a few hundred
/// weights. It adapts to the level of the recording, and to noise that steps up within half a second. It
/// cannot reject all music, nor other talkers. Documentation/vad.md has its scores, its papers and how the
/// weights were trained. Its results are the same to the last bit on every processor of an architecture.
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
  private var levels: BandLevels
  private var ratio: SignalToNoise
  private var dynamics: SpectralDynamics
  private var voicing: Voicing
  private let fusion: EvidenceFusion
  private var peak: PeakNormaliser
  private var collector: EvidenceCollector
  private let network = SpectralDetector.trained
  private var dyingAway: DyingAway
  private let relief: NoiseRelief

  /// Makes a detector for one stream; every buffer it will need is allocated here.
  public init(sampleRate: DetectorSampleRate, parameters: Parameters = Parameters()) {
    self.sampleRate = sampleRate
    self.parameters = parameters
    hops = HopAssembler(hopSize: sampleRate.hopSize)
    history = SampleHistory(count: 2 * sampleRate.hopSize)
    spectrum = PowerSpectrum(sampleRate: sampleRate)
    bands = .bands(
      parameters.bands, binHertz: PowerSpectrum.binHertz, bins: spectrum.power.count)
    floor = RelativeFloor(parameters.floor)
    noise = NoiseTracker(bins: bands.count, parameters.noise)
    powerSums = Array(repeating: 0, count: bands.count)
    levels = BandLevels(bands: bands.count)
    ratio = SignalToNoise(bands: bands.count, parameters.ratio)
    dynamics = SpectralDynamics(bands: bands.count, parameters.dynamics)
    voicing = Voicing(sampleRate: sampleRate, parameters.voicing)
    fusion = EvidenceFusion(parameters.fusion)
    peak = PeakNormaliser(parameters.peak)
    collector = EvidenceCollector(bands: bands.count)
    dyingAway = DyingAway(parameters.dyingAway)
    relief = NoiseRelief(parameters.relief)
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
    let meanPower = spectrum.mean(from: parameters.floor.firstBin)
    spectrum.add(floor.update(meanPower: meanPower))
    bands.sums(of: spectrum.power, into: &powerSums)
    let movement = dynamics.update(power: powerSums)
    noise.update(with: powerSums, movement: movement)
    levels.update(power: powerSums, noise: noise.noise)
    let ratioNow = ratio.update(levels)
    let held = voicing.update(with: history)
    let recipe = peak.normalise(fusion.evidence(ratio: ratioNow, dynamics: movement, voicing: held))
    collector.update(
      levels,
      EvidenceCollector.Measurement(
        recipe: recipe, ratio: ratioNow, voicing: held,
        narrow: ratio.mean(levels, offsetDB: 1, capDB: 8), wide: ratio.mean(levels, offsetDB: 2, capDB: 20),
        distances: dynamics.distances, strength: voicing.strength, lag: voicing.lag,
        steadiness: voicing.steadiness, meanPower: meanPower, level: floor.level)
    )
    let faded = dyingAway.amount(
      fall: collector.evidence.values[Evidence.fall], voicing: collector.evidence.values[Evidence.voicingFast]
    )
    let judged = network.logOdds(collector.evidence) - faded
    let range = collector.evidence.values[Evidence.range]
    let logOdds = judged + relief.amount(logOdds: judged, range: range) - parameters.decision.midpoint
    return VoiceFrame(
      endSample: hops.endSample,
      probability: ReproducibleMath.logistic(logOdds),
      levelDBFS: SignalLevel.dBFS(energy: SignalLevel.energy(of: hops.hop), count: hops.hop.count))
  }

  /// What it knows about the frame heard last.
  public var evidence: Evidence { collector.evidence }
}
