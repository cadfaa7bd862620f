public import LabRecord
import LabTimeline

/// What a calibration found out about one metric.
public struct MetricCalibration: Hashable, Sendable, Codable {
  /// The metric's key, e.g. `llm.ttft_ms`.
  public var metric: String
  /// Why no truth is known; `nil` when it was planted.
  @NullCodable public var untold: String? = nil
  /// What was found in each mode that was run.
  public var modes: [Finding]

  /// One mode's errors.
  public struct Finding: Hashable, Sendable, Codable {
    /// How the conversations ran.
    public var mode: CalibrationMode
    /// The smallest and the largest planted latency, in milliseconds.
    public var planted: [Double]
    /// Measured minus planted; `nil` when nothing was measured.
    @NullCodable public var errors: ErrorDistribution? = nil
    /// Turns in which the metric has to have a value and has none.
    public var missing: Int
    /// Turns in which it must have none and has one.
    public var unexpected: Int
    /// What speaks against the instrument; empty when the metric is within its tolerance.
    public var complaints: [String]

    private enum CodingKeys: String, CodingKey {
      case mode, missing, unexpected, complaints
      case planted = "planted_ms"
      case errors = "error_ms"
    }
  }

  /// Whether every mode is within its tolerance.
  public var holds: Bool { modes.allSatisfy(\.complaints.isEmpty) }

  private enum CodingKeys: String, CodingKey {
    case metric, modes
    case untold = "no_truth_because"
  }
}
