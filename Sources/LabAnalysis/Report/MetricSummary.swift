/// A metric over the turns of a cell, in milliseconds.
///
/// A figure that `n` cannot support is `nil`, never an extrapolation.
public struct MetricSummary: Hashable, Sendable, Codable {
  /// Turns that have a value.
  public var n: Int
  /// Turns that have none; `n` and `missing` sum to the turns.
  public var missing: Int
  /// Why they have none.
  public var missingReasons: [String: Int]
  public var p50: Double?
  public var p90: Double?
  public var p95: Double?
  public var p99: Double?
  public var max: Double?
  public var mean: Double?
  public var interval95: Intervals

  /// A summary without figures.
  public init(n: Int, missingReasons: [String: Int]) {
    self.n = n
    self.missingReasons = missingReasons
    missing = missingReasons.values.reduce(0, +)
    interval95 = Intervals()
  }

  /// The 95 % confidence intervals of two quantiles: lower and upper bound.
  public struct Intervals: Hashable, Sendable, Codable {
    public var p50: [Double]?
    public var p90: [Double]?

    /// Writes a missing interval as `null`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(p50, forKey: .p50)
      try container.encode(p90, forKey: .p90)
    }

    private enum CodingKeys: String, CodingKey {
      case p50, p90
    }
  }

  private enum CodingKeys: String, CodingKey {
    case n, missing, p50, p90, p95, p99, max, mean
    case missingReasons = "missing_reasons"
    case interval95 = "ci95"
  }

  /// Writes missing figures as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(n, forKey: .n)
    try container.encode(missing, forKey: .missing)
    try container.encode(missingReasons, forKey: .missingReasons)
    try container.encode(p50, forKey: .p50)
    try container.encode(p90, forKey: .p90)
    try container.encode(p95, forKey: .p95)
    try container.encode(p99, forKey: .p99)
    try container.encode(max, forKey: .max)
    try container.encode(mean, forKey: .mean)
    try container.encode(interval95, forKey: .interval95)
  }
}
