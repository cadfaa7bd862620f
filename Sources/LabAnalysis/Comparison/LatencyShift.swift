public import LabStatistics

/// How far one side lies from the other: an estimate, and what the data are compatible with.
public struct LatencyShift: Sendable, Hashable {
  /// Positive when the candidate is slower. A relative change (0.05 is five per cent) or milliseconds.
  public let estimate: Double
  /// The range that holds the true shift in 95 % of repetitions; `nil` when the values are too few for one,
  /// or when too many turns were lost on one side for it to have an end.
  public let interval: ConfidenceInterval?

  public init(estimate: Double, interval: ConfidenceInterval?) {
    self.estimate = estimate
    self.interval = interval
  }

  /// A shift of logarithms as a relative change.
  static func relative(logarithms shift: LatencyShift?) -> LatencyShift? {
    guard let shift else { return nil }
    return LatencyShift(
      estimate: change(shift.estimate),
      interval: shift.interval.map {
        ConfidenceInterval(lower: change($0.lower), upper: change($0.upper), level: $0.level)
      })
  }

  private static func change(_ logarithm: Double) -> Double {
    logarithm == 0 ? 0 : PortableMath.exp(logarithm) - 1
  }
}
