import LabTimeline

extension MetricSummary {
  /// Summarises one metric of the catalogue over conversations of measured turns.
  ///
  /// - Parameter seed: starts the resampling of the intervals.
  init(metricAt index: Int, of conversations: [[MeasuredTurn]], seed: UInt64) {
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
    let flat = nanoseconds.joined()
    self.init(n: flat.count, missingReasons: missing)
    guard let greatest = flat.max() else { return }
    max = Double(greatest) / 1e6
    mean = Double(flat.reduce(0, +)) / Double(n) / 1e6
    let values = ClusteredValues(clusters: nanoseconds.map { $0.map { Double($0) / 1e6 } })
    p50 = values.quantile(0.5)
    p90 = values.quantile(0.9)
    p95 = values.quantile(0.95)
    p99 = values.quantile(0.99)
    interval95.p50 = values.interval95(of: 0.5, seed: seed)
    interval95.p90 = values.interval95(of: 0.9, seed: seed)
  }

  /// Summarises every metric of the catalogue, by key.
  static func all(
    of conversations: [[MeasuredTurn]], seed: String
  ) -> [String: MetricSummary] {
    let pairs = MetricCatalogue.all.enumerated().map { index, metric in
      let seed = StableHash.of("\(seed)|\(metric.key)")
      return (metric.key, MetricSummary(metricAt: index, of: conversations, seed: seed))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}
