/// Which figures a sample is large enough for. Smaller samples get `nil` instead of a number.
enum QuantileSupport {
  /// Whether a quantile can be read from `n` values: at least one value must be expected above it.
  ///
  /// The median needs 2 values, p90 10, p95 20 and p99 100.
  static func supports(quantile: Double, n: Int) -> Bool {
    Double(n) * (1 - quantile) >= 1 - 1e-9
  }

  /// Whether `n` values can bound a quantile from above with 95 % confidence, whatever their distribution.
  ///
  /// The chance that all of them fall below it must be 2.5 % at most: the median needs 6 values, p90 36.
  static func supportsInterval(quantile: Double, n: Int) -> Bool {
    var chance = 1.0
    for _ in 0..<n where chance > 0.025 { chance *= quantile }
    return chance <= 0.025
  }

  /// Fewer conversations than this say nothing about how conversations differ.
  static let fewestClusters = 5
}
