import GRDB
import LabRecord
import LabTimeline

/// Makes the series of a trend from the rows of its nights.
struct TrendSeriesReader {
  let metric: LatencyMetric
  let statistic: TrendStatistic
  /// The pinned baselines by name, with the identities of their runs.
  let pins: [(name: String, runs: Set<String>)]
  let database: Database

  /// The series of one cell under one set of conditions, with its changes and its drifts from baselines.
  func series(_ key: SeriesKey, rows: [NightRow]) throws -> TrendSeries {
    let nights = rows.map(\.night)
    let remembered =
      statistic == .p50
      ? try NoiseMemory(nights, cellID: rows[0].cellID, metric: metric, fingerprint: key.fingerprint)
        .changes(in: database) : nil
    let judgement = SeriesJudgement(nights, of: key, statistic: statistic, remembered: remembered)
    let counted = SeriesJudgement.counted(nights, statistic: statistic).map(\.index)
    return TrendSeries(
      fingerprint: key.fingerprint, cell: key.cell, nights: nights,
      changes: changes(judgement.changes, of: nights, counted: counted),
      drifts: pins.compactMap { pin in
        BaselineDrift(
          against: pin.name, runs: pin.runs, nights: counted.map { nights[$0] }, statistic: statistic,
          deviation: judgement.deviation)
      },
      betweenRunDeviation: judgement.deviation)
  }

  private func changes(_ places: [Int], of nights: [TrendNight], counted: [Int]) -> [TrendChange] {
    let bounds = [0] + places + [nights.count]
    func median(_ range: Range<Int>) -> Double {
      counted.filter(range.contains).compactMap { nights[$0].value }.median
    }
    return places.enumerated().map { index, place in
      let before = median(bounds[index]..<place)
      let after = median(place..<bounds[index + 2])
      let previous = counted.last { $0 < place } ?? place
      return TrendChange(
        index: place, run: nights[place].run, startedAt: nights[place].startedAt, before: before,
        after: after,
        change: statistic.change(from: before, to: after),
        planWasEdited: nights[previous].plan.sha256 != nights[place].plan.sha256)
    }
  }
}
