import GRDB
public import LabRecord
public import LabTimeline

extension History {
  /// The standard deviation, between runs under these conditions, of the logarithm of a cell's median.
  ///
  /// Robust, and with changes taken out: a step that really happened is not noise. For gates that have only a
  /// stored baseline; in virtual time it is 0 where equal runs are equal.
  ///
  /// - Parameter metric: In milliseconds above 0; runs whose median is not count for nothing.
  /// - Returns: `nil` when the history has fewer than five valid, whole, comparable runs, and when the
  ///   machine is not known.
  public func betweenRunDeviation(
    cell: Cell, metric: LatencyMetric, fingerprint: RunFingerprint
  ) throws -> Double? {
    guard fingerprint.machine?.isUnknown != true else { return nil }
    return try read { database in
      guard let id = try RunRows.known(cell, in: database) else { return nil }
      let rows = try NightRow.fetch(
        NightRow.Query(metric: metric, plan: fingerprint.plan, mode: fingerprint.mode, cells: [id]),
        in: database)
      let nights = rows.filter { $0.fingerprint == fingerprint }.map(\.night)
      let key = SeriesKey(fingerprint: fingerprint, cell: cell)
      let memory = NoiseMemory(nights, cellID: id, metric: metric, fingerprint: fingerprint)
      let remembered = try memory.changes(in: database)
      return SeriesJudgement(nights, of: key, statistic: .p50, remembered: remembered).deviation
    }
  }
}

extension NoiseMemory {
  /// Judges the series of cells anew and remembers it, so that neither trends nor gates have to.
  ///
  /// Only for voice to voice: other metrics are judged when somebody asks.
  static func refresh(_ cells: [Int64], under fingerprint: RunFingerprint, in database: Database) throws {
    let metric = MetricCatalogue.voiceToVoice
    let rows = try NightRow.fetch(
      NightRow.Query(metric: metric, plan: fingerprint.plan, mode: fingerprint.mode, cells: cells),
      in: database)
    let series = Dictionary(grouping: rows.filter { $0.fingerprint == fingerprint }, by: \.cellID)
    for cell in Set(cells).sorted() {
      let nights = (series[cell] ?? []).map(\.night)
      let memory = NoiseMemory(nights, cellID: cell, metric: metric, fingerprint: fingerprint)
      guard let first = series[cell]?.first else {
        try memory.forget(in: database)
        continue
      }
      let key = SeriesKey(fingerprint: fingerprint, cell: first.cell)
      try memory.remember(SeriesJudgement(nights, of: key, statistic: .p50), nights: nights, in: database)
    }
  }
}
