/// When a candidate counts as slower than its baseline.
///
/// FAIL when the paired test finds a slowdown at `alpha` and the estimate reaches `floor`; PASS when the one-sided 95 %
/// upper bound of the shift stays below `limit`; otherwise the data decide neither way.
public struct RelativeRule: Sendable, Hashable {
  /// The relative slowdown that must not pass unseen: 0.05 is five per cent.
  public var limit: Double
  /// Slowdowns below it are not worth a red gate, however certain; at most half the limit.
  public var floor: Double
  /// The accepted share of false alarms.
  public var alpha: Double
  /// The wanted share of true slowdowns of `limit` that are found.
  public var power: Double
  /// The fewest pairs that are judged.
  public var minimumPairs: Int
  /// The most pairs that will ever be measured.
  public var maximumPairs: Int

  public init(
    limit: Double = 0.05, floor: Double? = nil, alpha: Double = 0.005, power: Double = 0.95,
    minimumPairs: Int = 30, maximumPairs: Int = 200
  ) {
    self.limit = limit
    self.floor = floor ?? limit * 0.4
    self.alpha = alpha
    self.power = power
    self.minimumPairs = minimumPairs
    self.maximumPairs = maximumPairs
  }
}
