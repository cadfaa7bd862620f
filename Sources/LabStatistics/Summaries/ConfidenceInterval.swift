/// A range that contains the true value in a stated share of repetitions.
public struct ConfidenceInterval: Sendable, Hashable {
  /// The lower end.
  public var lower: Double

  /// The upper end.
  public var upper: Double

  /// The share of repetitions, 0.95 mostly.
  public var level: Double

  /// Makes an interval from its ends.
  public init(lower: Double, upper: Double, level: Double) {
    self.lower = lower
    self.upper = upper
    self.level = level
  }

  /// Whether a value lies in the range, ends included.
  public func contains(_ value: Double) -> Bool { lower <= value && value <= upper }
}
