/// Middle and tail of a set of delays, in milliseconds.
public struct DelaySummary: Sendable, Hashable {
  /// How many edges there were, those never noticed included.
  public let count: Int
  /// Edges that were never noticed. They count as infinitely late.
  public let never: Int
  /// Percentiles by linear interpolation; nil without edges, and where one reaches into those never noticed.
  public let p50: Double?
  public let p80: Double?
  public let p95: Double?

  init(seconds: [Double], never: Int) {
    count = seconds.count + never
    self.never = never
    let sorted = seconds.sorted()
    let total = count
    func percentile(_ share: Double) -> Double? {
      guard total > 0 else { return nil }
      let position = share * Double(total - 1)
      let lower = Int(position)
      let upper = min(lower + (position > Double(lower) ? 1 : 0), total - 1)
      guard upper < sorted.count else { return nil }
      return 1_000 * (sorted[lower] + (position - Double(lower)) * (sorted[upper] - sorted[lower]))
    }
    (p50, p80, p95) = (percentile(0.5), percentile(0.8), percentile(0.95))
  }
}
