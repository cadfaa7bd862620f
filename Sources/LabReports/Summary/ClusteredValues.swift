/// The values of a metric, kept together by conversation: turns of one conversation resemble each other.
///
/// Everything that reports compute from values is computed here.
struct ClusteredValues {
  /// Values with the number of their conversation, ascending by value.
  private let sorted: [(value: Double, cluster: Int)]
  private let clusters: Int

  /// - Parameter clusters: one list per conversation; empty lists are left out.
  init(clusters: [[Double]]) {
    let filled = clusters.filter { !$0.isEmpty }
    self.clusters = filled.count
    sorted = filled.enumerated().flatMap { index, values in values.map { ($0, index) } }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
  }

  var count: Int { sorted.count }

  /// The quantile by linear interpolation between order statistics (type 7), if there are values enough.
  func quantile(_ quantile: Double) -> Double? {
    guard QuantileSupport.supports(quantile: quantile, n: count) else { return nil }
    return interpolated(quantile, weights: nil)
  }

  /// The 95 % interval of a quantile from `resamples` resamplings of whole conversations, if it can be told.
  func interval95(of quantile: Double, seed: UInt64, resamples: Int = 1000) -> [Double]? {
    guard QuantileSupport.supportsInterval(quantile: quantile, n: count),
      clusters >= QuantileSupport.fewestClusters
    else { return nil }
    var random = SplitMix(state: seed)
    var estimates: [Double] = []
    estimates.reserveCapacity(resamples)
    for _ in 0..<resamples {
      var weights = [Int](repeating: 0, count: clusters)
      for _ in 0..<clusters { weights[Int.random(in: 0..<clusters, using: &random)] += 1 }
      estimates.append(interpolated(quantile, weights: weights))
    }
    estimates.sort()
    return [0.025, 0.975].map { estimates[Int((Double(resamples - 1) * $0).rounded())] }
  }

  /// The quantile when every conversation stands in the sample as often as its weight says.
  private func interpolated(_ quantile: Double, weights: [Int]?) -> Double {
    let total = weights.map { weights in sorted.reduce(0) { $0 + weights[$1.cluster] } } ?? count
    let position = Double(total - 1) * quantile
    let lower = Int(position)
    var seen = 0
    var below: Double?
    for (value, cluster) in sorted {
      let weight = weights?[cluster] ?? 1
      guard weight > 0 else { continue }
      seen += weight
      if let below { return below + (value - below) * (position - Double(lower)) }
      if seen > lower + 1 { return value }
      if seen == lower + 1 { below = value }
    }
    return below ?? .nan
  }
}

/// The splitmix64 generator: one number of state, the same sequence everywhere.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
