import GRDB
public import LabRecord
import LabStatistics
public import LabTimeline

extension History {
  /// How a figure went from night to night.
  ///
  /// Unfinished runs, shards and runs of unknown date have no place in it.
  ///
  /// - Parameters:
  ///   - metric: What the figure is of; an error rate and a price are of no metric.
  ///   - plan: Only the runs of a plan of this name.
  ///   - isWanted: Which cells.
  public func trend(
    of metric: LatencyMetric = MetricCatalogue.voiceToVoice, statistic: TrendStatistic = .p50,
    plan: String? = nil, isWanted: (Cell) -> Bool = { _ in true }
  ) throws -> Trend {
    try read { database in
      let rows = try NightRow.fetch(
        NightRow.Query(metric: metric, statistic: statistic, plan: plan), in: database)
      let groups = Dictionary(grouping: rows.filter { isWanted($0.cell) }) {
        SeriesKey(fingerprint: $0.fingerprint, cell: $0.cell)
      }
      let reader = TrendSeriesReader(
        metric: metric, statistic: statistic, pins: try PinnedRows.all(in: database), database: database)
      let series = try groups.sorted { $0.key.text < $1.key.text }.map { key, rows in
        try reader.series(key, rows: rows)
      }
      return Trend(metric: metric, statistic: statistic, series: series)
    }
  }
}

extension TrendStatistic {
  /// A change as a share, or as a difference where 0 is a figure like any other.
  func change(from before: Double, to after: Double) -> Double {
    isRelative ? (after - before) / before : after - before
  }
}

extension BaselineDrift {
  private static let nightsToCompare = 3
  private static let deviations = 3.0

  /// Compares the last nights outside of the baseline with it; `nil` when either has no figure.
  init?(
    against name: String, runs: Set<String>, nights: [TrendNight], statistic: TrendStatistic,
    deviation: Double?
  ) {
    let pinned = nights.filter { runs.contains($0.run) }.compactMap(\.value)
    // Nights before the baseline tell nothing of what came after it.
    let start = nights.lastIndex { runs.contains($0.run) }.map { $0 + 1 } ?? nights.endIndex
    let recent = nights[start...].suffix(Self.nightsToCompare).compactMap(\.value)
    guard !pinned.isEmpty, !recent.isEmpty else { return nil }
    let (before, after) = (pinned.median, recent.median)
    let change = statistic.change(from: before, to: after)
    let shift = statistic.isRelative ? PortableMath.log(after / before) : after - before
    let spread = (1 / Double(pinned.count) + 1 / Double(recent.count)).squareRoot()
    let isKnown = deviation.map { abs(shift) > Self.deviations * $0 * spread } ?? false
    self.init(
      baseline: name, pinned: before, recent: after, nights: recent.count, change: change,
      isBeyondNoise: isKnown && abs(change) >= statistic.smallestChange * (1 - 1e-9))
  }
}
