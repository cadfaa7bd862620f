public import LabRecord

/// What a calibration found out: the content of `calibration.json`, which reports of real time cite.
public struct CalibrationCertificate: Hashable, Sendable, Codable {
  /// The format of the file; a reader refuses one that it does not know.
  public static let currentSchema = "turnlab.calibration/1"

  /// The format of this certificate.
  public var schema = currentSchema
  /// When, on which machine and with which version the calibration was made.
  public var environment: RunEnvironment
  /// The seed that the planted delays were drawn with.
  public var seed: UInt64
  /// Whether it was a short calibration of few cells.
  public var isQuick: Bool
  /// The modes that were run.
  public var modes: [CalibrationMode]
  /// What the errors were held to, by mode.
  public var tolerances: Tolerances
  /// The delays that were planted.
  public var planted: PlantedDelays
  /// Every metric of the catalogue.
  public var metrics: [MetricCalibration]
  /// Metrics that had the same value in every turn, so that one could stand in for the other unnoticed.
  public var toldApartNever: [[String]]
  /// Voice to voice in loopback minus offline, first turns; `nil` unless both modes were run.
  public var overhead: ErrorDistribution?
  /// The client's stamp of a first token minus the server's log of its writing; `nil` without loopback.
  public var stamps: ErrorDistribution?
  /// The proofs of every gate kind; `nil` when they were left out.
  public var gates: [GateProof]?
  /// What speaks against the instrument; empty when it is fit.
  public var complaints: [String]

  /// Whether the instrument is fit: every error within its tolerance and every gate proof as it should be.
  public var holds: Bool { complaints.isEmpty }

  /// What each mode is held to.
  public struct Tolerances: Hashable, Sendable, Codable {
    /// In virtual time.
    public var offline = Tolerance.offline
    /// Over sockets of this machine.
    public var loopback = Tolerance.loopback
  }

  /// - Parameters:
  ///   - environment: Machine, version and date.
  ///   - truth: What was planted.
  ///   - runs: What was measured.
  ///   - isQuick: Whether it was a short calibration.
  ///   - stamps: The stamps held against the write log.
  ///   - gates: The proofs of the gates.
  public init(
    environment: RunEnvironment, truth: PlantedTruth, runs: [MeasuredRun], isQuick: Bool,
    stamps: ErrorDistribution?, gates: [GateProof]?
  ) {
    let recovery = Recovery(truth: truth)
    self.environment = environment
    seed = truth.plan.seed
    self.isQuick = isQuick
    modes = runs.map(\.mode)
    tolerances = Tolerances()
    planted = truth.plan.delays
    metrics = recovery.metrics(of: runs)
    toldApartNever = runs.first.map(Recovery.metricsNeverToldApart) ?? []
    let offline = runs.first { $0.mode == .offline }
    let loopback = runs.first { $0.mode == .loopback }
    overhead = loopback.flatMap { loopback in
      offline.flatMap { Recovery.overhead(loopback: loopback, offline: $0) }
    }
    self.stamps = stamps
    self.gates = gates
    // Collected step by step: as one sum of lists it took the compiler half a minute to type-check.
    var complaints = runs.flatMap(recovery.surprises)
    for metric in metrics {
      for finding in metric.modes {
        complaints += finding.complaints.map { "\(metric.metric), \(finding.mode.rawValue): \($0)" }
      }
    }
    if let stamps {
      complaints += Tolerance.loopback.complaints(about: stamps).map { "stamps against the write log: \($0)" }
    }
    complaints += (gates ?? []).filter { !$0.holds }.map(\.complaint)
    self.complaints = complaints
  }

  /// The errors of voice to voice, which contains all others, in a mode.
  public func voiceToVoice(_ mode: CalibrationMode) -> ErrorDistribution? {
    metrics.first { $0.metric == "turn.v2v_ms" }?.modes.first { $0.mode == mode }?.errors
  }

  private enum CodingKeys: String, CodingKey {
    case schema, environment, seed, modes, tolerances, planted, metrics, gates, complaints, holds, conclusion
    case isQuick = "quick"
    case toldApartNever = "never_told_apart"
    case overhead = "v2v_loopback_minus_offline_ms"
    case stamps = "stamp_minus_write_log_ms"
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    schema = try values.decode(String.self, forKey: .schema)
    environment = try values.decode(RunEnvironment.self, forKey: .environment)
    seed = try values.decode(UInt64.self, forKey: .seed)
    isQuick = try values.decode(Bool.self, forKey: .isQuick)
    modes = try values.decode([CalibrationMode].self, forKey: .modes)
    tolerances = try values.decode(Tolerances.self, forKey: .tolerances)
    planted = try values.decode(PlantedDelays.self, forKey: .planted)
    metrics = try values.decode([MetricCalibration].self, forKey: .metrics)
    toldApartNever = try values.decode([[String]].self, forKey: .toldApartNever)
    overhead = try values.decodeIfPresent(ErrorDistribution.self, forKey: .overhead)
    stamps = try values.decodeIfPresent(ErrorDistribution.self, forKey: .stamps)
    gates = try values.decodeIfPresent([GateProof].self, forKey: .gates)
    complaints = try values.decode([String].self, forKey: .complaints)
  }

  /// Writes what was left out as `null`, and the verdict and the conclusion for readers that do not work them
  /// out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schema, forKey: .schema)
    try container.encode(environment, forKey: .environment)
    try container.encode(seed, forKey: .seed)
    try container.encode(isQuick, forKey: .isQuick)
    try container.encode(modes, forKey: .modes)
    try container.encode(tolerances, forKey: .tolerances)
    try container.encode(planted, forKey: .planted)
    try container.encode(metrics, forKey: .metrics)
    try container.encode(toldApartNever, forKey: .toldApartNever)
    try container.encode(overhead, forKey: .overhead)
    try container.encode(stamps, forKey: .stamps)
    try container.encode(gates, forKey: .gates)
    try container.encode(complaints, forKey: .complaints)
    try container.encode(holds, forKey: .holds)
    try container.encode(conclusion, forKey: .conclusion)
  }
}
