public import LabRecord
import LabTimeline

/// What the harness found out about its own error, as reports show it.
public struct Instrument: Hashable, Sendable, Codable {
  /// Whether the figures may be used: no warning of the report is invalid.
  public var isValid: Bool
  /// What was seen that makes the run invalid, in sentences; the report's own warnings say more.
  public var warnings: [String]
  /// The smallest step of the clock; `nil` in virtual time.
  public var timerResolutionNanoseconds: Int64?
  /// How late microphone frames were handed on; `nil` in virtual time.
  public var pacerLateness: InstrumentReading.Spread?
  /// How long arrivals waited to be handled; `nil` in virtual time.
  public var loopLag: InstrumentReading.Spread?
  /// How far the instrument may be wrong, from a calibration; `nil` in virtual time, which has no error.
  public var calibration: InstrumentCalibration?

  /// The largest jump of the wall clock against the monotonic clock; `nil` in virtual time.
  public var clockStepMilliseconds: Double?
  /// How long the machine was suspended; `nil` in virtual time and where nobody tells.
  public var suspendedMilliseconds: Double?
  /// Processor time of the process, in seconds; `nil` in virtual time.
  public var processorSeconds: Double?
  /// How much resident memory grew, in megabytes; `nil` in virtual time, where environment.json alone has it.
  public var memoryGrowthMegabytes: Double?

  /// What the harness read, to be judged by the warnings that it leads to.
  ///
  /// Virtual time has no error to read, and its report holds nothing that differs from machine to machine.
  init(mode: String, reading: InstrumentReading?) {
    isValid = true
    warnings = []
    guard mode != RunMode.offline, let reading else { return }
    timerResolutionNanoseconds = reading.timerResolutionNanoseconds
    pacerLateness = reading.pacerLateness
    loopLag = reading.loopLag
    clockStepMilliseconds = reading.clockStepMilliseconds
    suspendedMilliseconds = reading.suspendedMilliseconds
    processorSeconds = reading.processorSeconds
    memoryGrowthMegabytes = reading.memoryGrowthMegabytes
    calibration = reading.calibration
  }

  private enum CodingKeys: String, CodingKey {
    case isValid = "valid"
    case warnings, calibration
    case timerResolutionNanoseconds = "timer_resolution_ns"
    case pacerLateness = "pacer_lateness_ms"
    case loopLag = "loop_lag_ms"
    case clockStepMilliseconds = "clock_step_ms"
    case suspendedMilliseconds = "suspended_ms"
    case processorSeconds = "processor_seconds"
    case memoryGrowthMegabytes = "memory_growth_mb"
  }

  /// Writes what was not read as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isValid, forKey: .isValid)
    try container.encode(warnings, forKey: .warnings)
    try container.encode(timerResolutionNanoseconds, forKey: .timerResolutionNanoseconds)
    try container.encode(pacerLateness, forKey: .pacerLateness)
    try container.encode(loopLag, forKey: .loopLag)
    try container.encode(clockStepMilliseconds, forKey: .clockStepMilliseconds)
    try container.encode(suspendedMilliseconds, forKey: .suspendedMilliseconds)
    try container.encode(processorSeconds, forKey: .processorSeconds)
    try container.encode(memoryGrowthMegabytes, forKey: .memoryGrowthMegabytes)
    try container.encode(calibration, forKey: .calibration)
  }
}

/// The names of the modes that reports treat differently.
enum RunMode {
  /// Virtual time: nothing in the figures may vary between equal runs.
  static let offline = "offline"
}
