public import LabRecord
import LabTimeline

/// What the harness found out about its own error, as reports show it.
public struct Instrument: Hashable, Sendable, Codable {
  /// Whether the figures may be used: no warning of the report is invalid.
  public var isValid: Bool
  /// What was seen that makes the run invalid, in sentences; the report's own warnings say more.
  public var warnings: [String]
  /// The smallest step of the clock; `nil` in virtual time.
  @NullCodable public var timerResolutionNanoseconds: Int64? = nil
  /// How late microphone frames were handed on; `nil` in virtual time.
  @NullCodable public var pacerLateness: InstrumentReading.Spread? = nil
  /// How long arrivals waited to be handled; `nil` in virtual time.
  @NullCodable public var loopLag: InstrumentReading.Spread? = nil
  /// How far the instrument may be wrong, from a calibration; `nil` in virtual time, which has no error.
  @NullCodable public var calibration: InstrumentCalibration? = nil

  /// The largest jump of the wall clock against the monotonic clock; `nil` in virtual time.
  @NullCodable public var clockStepMilliseconds: Double? = nil
  /// How long the machine was suspended; `nil` in virtual time and where nobody tells.
  @NullCodable public var suspendedMilliseconds: Double? = nil
  /// Processor time of the process, in seconds; `nil` in virtual time.
  @NullCodable public var processorSeconds: Double? = nil
  /// How much resident memory grew, in megabytes; `nil` in virtual time, where environment.json alone has it.
  @NullCodable public var memoryGrowthMegabytes: Double? = nil

  /// What the harness read, to be judged by the warnings that it leads to.
  ///
  /// Virtual time has no error to read, and its report holds nothing that differs from machine to machine.
  init(mode: RunMode, reading: InstrumentReading?) {
    isValid = true
    warnings = []
    guard mode != .offline, let reading else { return }
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
}
