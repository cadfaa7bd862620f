/// Intervals for quantiles of turns that come in conversations.
///
/// Turns of one conversation are alike, so resampling turns would make intervals too short. Conversations are
/// drawn with replacement instead, as many as there are, each with all of its turns; the interval is between
/// the matching percentiles of the resampled quantiles (A. C. Davison and D. V. Hinkley, "Bootstrap Methods
/// and their Application", 1997, sections 3.8 and 5.3). The same seed gives the same interval.
public struct ClusterBootstrap: Sendable {
  /// The fewest conversations for which an interval is given; with fewer, the resamples hardly differ.
  public static let minimumClusters = 5

  /// How many times the conversations are drawn anew.
  public let resamples: Int

  /// The share of repetitions that an interval is to cover.
  public let level: Double

  let generator: SeededGenerator

  /// Makes a bootstrap.
  ///
  /// - Parameters:
  ///   - generator: Where the draws come from; derive it by the name of the cell and metric.
  ///   - resamples: At least 100.
  ///   - level: Above 0 and below 1.
  public init(generator: SeededGenerator, resamples: Int = 2_000, level: Double = 0.95) {
    precondition(resamples >= 100 && level > 0 && level < 1)
    self.generator = generator
    self.resamples = resamples
    self.level = level
  }

  /// The intervals of several quantiles, all from the same resamples, in the order asked for.
  ///
  /// An interval is nil when the values together do not support its quantile, or there are fewer than
  /// `minimumClusters` conversations with values.
  ///
  /// - Parameter clusters: The values of each conversation; an empty one has no weight.
  /// - Complexity: Per resample, the number of values.
  public func intervals(of quantiles: [Quantile], in clusters: [[Double]]) -> [ConfidenceInterval?] {
    let clusters = clusters.filter { !$0.isEmpty }
    let count = clusters.reduce(0) { $0 + $1.count }
    guard clusters.count >= Self.minimumClusters else { return quantiles.map { _ in nil } }
    let estimates = resampledEstimates(of: quantiles, in: clusters)
    let tail = (1 - level) / 2
    return zip(quantiles, estimates).map { quantile, estimates in
      guard count >= quantile.minimumCount else { return nil }
      let sorted = estimates.sorted()
      return ConfidenceInterval(
        lower: Quantile(tail).estimate(ofSorted: sorted),
        upper: Quantile(1 - tail).estimate(ofSorted: sorted), level: level)
    }
  }

  private func resampledEstimates(of quantiles: [Quantile], in clusters: [[Double]]) -> [[Double]] {
    // Sorted once, each value with its conversation: a resample then only counts how often each was drawn.
    let pooled = clusters.enumerated()
      .flatMap { index, values in values.map { (value: $0, cluster: index) } }
      .sorted { ($0.value, $0.cluster) < ($1.value, $1.cluster) }
    var generator = generator
    var estimates = quantiles.map { _ in [Double]() }
    var resample: [Double] = []
    for _ in 0..<resamples {
      var draws = Array(repeating: 0, count: clusters.count)
      for _ in clusters { draws[generator.integer(below: clusters.count)] += 1 }
      resample.removeAll(keepingCapacity: true)
      for (value, cluster) in pooled {
        for _ in 0..<draws[cluster] { resample.append(value) }
      }
      for index in quantiles.indices {
        estimates[index].append(quantiles[index].estimate(ofSorted: resample))
      }
    }
    return estimates
  }
}
