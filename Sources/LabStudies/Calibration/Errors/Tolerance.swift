public import LabRecord

/// How far the instrument may be wrong before it is not fit; all in milliseconds, whichever way the error
/// goes.
public struct Tolerance: Hashable, Sendable, Codable {
  /// The largest error of any single latency; `nil` for no bound.
  @NullCodable public var maximum: Double? = nil
  /// The largest median error; `nil` for no bound.
  @NullCodable public var p50: Double? = nil
  /// The largest error of 99 in 100; held against the extremes when there are too few for a 99th percentile.
  @NullCodable public var p99: Double? = nil

  /// Virtual time has no error at all.
  public static let offline = Tolerance(maximum: 0, p50: nil, p99: nil)
  /// Real time over sockets of this machine.
  public static let loopback = Tolerance(maximum: nil, p50: 1, p99: 5)

  /// What a mode is held to.
  public static func of(_ mode: CalibrationMode) -> Tolerance {
    switch mode {
    case .offline: offline
    case .loopback: loopback
    }
  }

  /// What breaks it, in words; empty when it holds.
  public func complaints(about errors: ErrorDistribution) -> [String] {
    let median = errors.p50 ?? errors.mean
    let checks: [(what: String, value: Double, limit: Double?)] = [
      ("the largest error", max(errors.maximum, -errors.minimum), maximum),
      ("the median error", max(median, -median), p50),
      (
        errors.p99 == nil ? "the largest error, of fewer than 100," : "the error of 99 in 100",
        max(errors.p99 ?? errors.maximum, -(errors.p1 ?? errors.minimum)), p99
      ),
    ]
    return checks.compactMap { what, value, limit in
      guard let limit, value > limit else { return nil }
      return "\(what) is \(Figure.text(value)) ms, above \(Figure.text(limit)) ms"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case p50, p99
    case maximum = "max"
  }
}
