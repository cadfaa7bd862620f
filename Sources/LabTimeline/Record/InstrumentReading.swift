/// What the harness found out about itself during a run in real time.
///
/// Kept beside the record, in `environment.json`, because it differs from run to run. In virtual time there is
/// nothing to read: every field is `nil`.
public struct InstrumentReading: Hashable, Sendable, Codable {
  /// The smallest step that the clock was seen to make.
  public var timerResolutionNanoseconds: Int64?
  /// How late microphone frames were handed on.
  public var pacerLateness: Spread?
  /// How long an arrival waited between its stamp and its handling.
  public var loopLag: Spread?
  /// Whether the run may be trusted, and what speaks against it.
  public var warnings: [String]
  /// What is known of the instrument's error from a calibration; `nil` when nobody looked for one.
  public var calibration: InstrumentCalibration?

  public var isValid: Bool { warnings.isEmpty }

  public init(
    timerResolutionNanoseconds: Int64? = nil, pacerLateness: Spread? = nil, loopLag: Spread? = nil,
    warnings: [String] = [], calibration: InstrumentCalibration? = nil
  ) {
    self.timerResolutionNanoseconds = timerResolutionNanoseconds
    self.pacerLateness = pacerLateness
    self.loopLag = loopLag
    self.warnings = warnings
    self.calibration = calibration
  }

  private enum CodingKeys: String, CodingKey {
    case timerResolutionNanoseconds = "timer_resolution_ns"
    case pacerLateness = "pacer_lateness_ms"
    case loopLag = "loop_lag_ms"
    case warnings, calibration
  }

  /// Three points of a distribution, in milliseconds.
  public struct Spread: Hashable, Sendable, Codable {
    public var p50: Double
    public var p99: Double
    public var max: Double

    public init(p50: Double, p99: Double, max: Double) {
      self.p50 = p50
      self.p99 = p99
      self.max = max
    }
  }
}
