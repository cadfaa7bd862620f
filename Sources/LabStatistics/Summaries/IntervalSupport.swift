/// Whether a sample is large enough for the interval of a quantile.
public enum IntervalSupport {
  /// Whether `count` values can bound a quantile from above with 95 % confidence, whatever their
  /// distribution.
  ///
  /// The chance that all of them fall below it must be 2.5 % at most, so the median needs 6 values and p90
  /// 36. A bootstrap of fewer cannot reach beyond the greatest value and would give an interval that is too
  /// short.
  public static func isEnough(_ count: Int, for probability: Double) -> Bool {
    count >= minimumCount(for: probability)
  }

  /// The fewest values that bound a quantile.
  public static func minimumCount(for probability: Double) -> Int {
    var chance = 1.0
    var count = 0
    while chance > 0.025 {
      chance *= probability
      count += 1
    }
    return count
  }
}
