import LabStatistics
import LabTimeline

extension MetricSummary {
  /// Summarises one metric of the catalogue over conversations of measured turns.
  ///
  /// - Parameter generator: draws the conversations of the intervals' resamples; `nil` asks for no intervals.
  init(metricAt index: Int, of conversations: [[MeasuredTurn]], generator: SeededGenerator?) {
    var missing: [String: Int] = [:]
    var nanoseconds: [[Int64]] = []
    for turns in conversations {
      var values: [Int64] = []
      for turn in turns {
        switch turn.measurements[index] {
        case .value(let duration): values.append(duration.nanoseconds)
        case .missing(let reason): missing[reason, default: 0] += 1
        }
      }
      nanoseconds.append(values)
    }
    let total = nanoseconds.joined().reduce(0, +)
    self.init(n: nanoseconds.joined().count, missingReasons: missing)
    guard n > 0 else { return }
    // The sum of whole nanoseconds is exact, so that the means of contributions sum to this one.
    mean = Double(total) / Double(n) / 1e6
    addQuantiles(of: nanoseconds.map { $0.map { Double($0) / 1e6 } }, generator: generator)
  }

  private mutating func addQuantiles(of clusters: [[Double]], generator: SeededGenerator?) {
    let sample = Sample(clusters.joined())
    max = sample.maximum
    p50 = sample.quantile(0.5)
    p90 = sample.quantile(0.9)
    p95 = sample.quantile(0.95)
    p99 = sample.quantile(0.99)
    guard let generator, IntervalSupport.isEnough(n, for: 0.5) else { return }
    let bootstrap = ClusterBootstrap(generator: generator, resamples: 1000)
    let intervals = bootstrap.intervals(of: [.p50, .p90], in: clusters).map { interval in
      interval.map { [$0.lower, $0.upper] }
    }
    interval95.p50 = intervals[0]
    interval95.p90 = IntervalSupport.isEnough(n, for: 0.9) ? intervals[1] : nil
  }

  /// Summarises every metric of the catalogue, by key.
  static func all(
    of conversations: [[MeasuredTurn]], generator: SeededGenerator?
  ) -> [String: MetricSummary] {
    let pairs = MetricCatalogue.all.enumerated().map { index, metric in
      (
        metric.key,
        MetricSummary(
          metricAt: index, of: conversations, generator: generator?.derived(name: metric.key))
      )
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}
