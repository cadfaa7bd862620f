public import LabTimeline

/// What the harness found out about its own error, as reports show it.
public struct Instrument: Hashable, Sendable, Codable {
  /// Whether the figures may be trusted.
  public var isValid: Bool
  /// What speaks against it.
  public var warnings: [String]
  /// The smallest step of the clock; `nil` in virtual time.
  public var timerResolutionNanoseconds: Int64?
  /// How late microphone frames were handed on; `nil` in virtual time.
  public var pacerLateness: InstrumentReading.Spread?
  /// How long arrivals waited to be handled; `nil` in virtual time.
  public var loopLag: InstrumentReading.Spread?
  /// How far the instrument may be wrong, from a calibration; `nil` in virtual time, which has no error.
  public var calibration: InstrumentCalibration?

  /// Judges a run by what the harness read.
  ///
  /// Virtual time has no error to read. In real time a missing reading is itself a reason for doubt.
  public init(mode: String, reading: InstrumentReading?) {
    guard mode != RunMode.offline else {
      self.init(isValid: true, warnings: [])
      return
    }
    guard let reading else {
      self.init(isValid: false, warnings: ["The instrument's own error was not measured in this run."])
      return
    }
    self.init(isValid: reading.isValid, warnings: reading.warnings)
    timerResolutionNanoseconds = reading.timerResolutionNanoseconds
    pacerLateness = reading.pacerLateness
    loopLag = reading.loopLag
    calibration = reading.calibration
  }

  private init(isValid: Bool, warnings: [String]) {
    self.isValid = isValid
    self.warnings = warnings
  }

  private enum CodingKeys: String, CodingKey {
    case isValid = "valid"
    case warnings, calibration
    case timerResolutionNanoseconds = "timer_resolution_ns"
    case pacerLateness = "pacer_lateness_ms"
    case loopLag = "loop_lag_ms"
  }

  /// Writes what was not read as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isValid, forKey: .isValid)
    try container.encode(warnings, forKey: .warnings)
    try container.encode(timerResolutionNanoseconds, forKey: .timerResolutionNanoseconds)
    try container.encode(pacerLateness, forKey: .pacerLateness)
    try container.encode(loopLag, forKey: .loopLag)
    try container.encode(calibration, forKey: .calibration)
  }
}

/// The names of the modes that reports treat differently.
enum RunMode {
  /// Virtual time: nothing in the figures may vary between equal runs.
  static let offline = "offline"
}
