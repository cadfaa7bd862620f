import LabTimeline

/// What a calibration found out about one metric.
public struct MetricCalibration: Hashable, Sendable, Codable {
  /// The metric's key, e.g. `llm.ttft_ms`.
  public var metric: String
  /// Why no truth is known; `nil` when it was planted.
  public var untold: String?
  /// What was found in each mode that was run.
  public var modes: [Finding]

  /// One mode's errors.
  public struct Finding: Hashable, Sendable, Codable {
    /// How the conversations ran.
    public var mode: CalibrationMode
    /// The smallest and the largest planted latency, in milliseconds.
    public var planted: [Double]
    /// Measured minus planted; `nil` when nothing was measured.
    public var errors: ErrorDistribution?
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

    /// Writes errors that there are none of as `null`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(mode, forKey: .mode)
      try container.encode(planted, forKey: .planted)
      try container.encode(errors, forKey: .errors)
      try container.encode(missing, forKey: .missing)
      try container.encode(unexpected, forKey: .unexpected)
      try container.encode(complaints, forKey: .complaints)
    }
  }

  /// Whether every mode is within its tolerance.
  public var holds: Bool { modes.allSatisfy(\.complaints.isEmpty) }

  private enum CodingKeys: String, CodingKey {
    case metric, modes
    case untold = "no_truth_because"
  }

  /// Writes that there is a truth as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(metric, forKey: .metric)
    try container.encode(untold, forKey: .untold)
    try container.encode(modes, forKey: .modes)
  }
}
