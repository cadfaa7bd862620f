import LabStatistics

/// How far measured latencies were from the planted ones: measured minus planted, in milliseconds.
public struct ErrorDistribution: Hashable, Sendable, Codable {
  /// How many were measured.
  public let count: Int
  /// The arithmetic mean.
  public let mean: Double
  /// The smallest error, which may be negative.
  public let minimum: Double
  /// The median; `nil` for a single error.
  public let p50: Double?
  /// `nil` below 20 errors.
  public let p95: Double?
  /// `nil` below 100 errors.
  public let p99: Double?
  /// The largest error.
  public let maximum: Double
  /// The first percentile, for errors that make a latency too short; `nil` below 100 errors.
  public let p1: Double?

  /// - Parameter errors: In nanoseconds.
  /// - Returns: `nil` when there is none.
  public init?(nanoseconds errors: [Int64]) {
    let sample = Sample(errors.map { Double($0) / 1e6 })
    guard let mean = sample.mean, let minimum = sample.minimum, let maximum = sample.maximum else {
      return nil
    }
    count = sample.count
    self.mean = mean
    self.minimum = minimum
    self.maximum = maximum
    p1 = sample.quantile(0.01)
    p50 = sample.quantile(0.5)
    p95 = sample.quantile(0.95)
    p99 = sample.quantile(0.99)
  }

  private enum CodingKeys: String, CodingKey {
    case count = "n"
    case mean, p1, p50, p95, p99
    case minimum = "min"
    case maximum = "max"
  }

  /// Writes what is not supported as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(count, forKey: .count)
    try container.encode(mean, forKey: .mean)
    try container.encode(minimum, forKey: .minimum)
    try container.encode(p1, forKey: .p1)
    try container.encode(p50, forKey: .p50)
    try container.encode(p95, forKey: .p95)
    try container.encode(p99, forKey: .p99)
    try container.encode(maximum, forKey: .maximum)
  }
}
