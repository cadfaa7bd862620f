extension ClusterBootstrap {
  /// The interval of any figure that is computed from whole conversations, such as a cost per hour.
  ///
  /// Conversations are drawn as for quantiles; nil when there are fewer than `minimumClusters`, and when a
  /// resample has no value.
  ///
  /// - Parameters:
  ///   - clusters: How many conversations there are.
  ///   - estimate: The figure when each conversation counts as often as the list says, which has one number
  ///     for each.
  /// - Complexity: `resamples` estimates.
  public func interval(clusters: Int, of estimate: ([Int]) -> Double?) -> ConfidenceInterval? {
    guard clusters >= Self.minimumClusters else { return nil }
    var generator = generator
    var estimates: [Double] = []
    estimates.reserveCapacity(resamples)
    var draws = Array(repeating: 0, count: clusters)
    for _ in 0..<resamples {
      for index in draws.indices { draws[index] = 0 }
      for _ in 0..<clusters { draws[generator.integer(below: clusters)] += 1 }
      guard let value = estimate(draws), value.isFinite else { return nil }
      estimates.append(value)
    }
    estimates.sort()
    let tail = (1 - level) / 2
    return ConfidenceInterval(
      lower: Quantile(tail).estimate(ofSorted: estimates),
      upper: Quantile(1 - tail).estimate(ofSorted: estimates), level: level)
  }
}
