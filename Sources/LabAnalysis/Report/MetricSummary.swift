public import LabRecord

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
  @NullCodable public var p50: Double? = nil
  @NullCodable public var p90: Double? = nil
  @NullCodable public var p95: Double? = nil
  @NullCodable public var p99: Double? = nil
  @NullCodable public var max: Double? = nil
  @NullCodable public var mean: Double? = nil
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
    @NullCodable public var p50: [Double]? = nil
    @NullCodable public var p90: [Double]? = nil

    private enum CodingKeys: String, CodingKey {
      case p50, p90
    }
  }

  private enum CodingKeys: String, CodingKey {
    case n, missing, p50, p90, p95, p99, max, mean
    case missingReasons = "missing_reasons"
    case interval95 = "ci95"
  }
}
