import GRDB
public import LabRecord
import LabTimeline

/// The figures of a cell in a run of the past.
public struct StoredCell: Hashable, Sendable {
  public var cell: Cell
  public var conversations: Int
  /// How long the conversations lasted, in seconds of their own time.
  public var conversationSeconds: Double
  public var turns: Int
  public var completed: Int
  public var interrupted: Int
  public var failed: Int
  public var missed: Int
  /// US dollars for all turns; `nil` when part of it had no price.
  public var usdTotal: Double?
  /// US dollars per hour of conversation; `nil` when the total is.
  public var usdPerHour: Double?
  /// One summary per metric that any turn had a value of, in the order of the catalogue.
  public var metrics: [Metric]

  /// A metric over the turns of the cell, in milliseconds; a figure that `n` could not support is `nil`.
  public struct Metric: Hashable, Sendable {
    /// The key with its unit, e.g. `turn.v2v_ms`.
    public var key: String
    public var n: Int
    public var missing: Int
    public var p50: Double?
    public var p90: Double?
    public var p95: Double?
    public var p99: Double?
    public var max: Double?
    public var mean: Double?
  }
}

extension StoredCell {
  init(row: Row, summaries: [Row]) {
    let order = MetricCatalogue.all.map(\.key)
    let metrics = summaries.map(Metric.init(row:)).sorted { left, right in
      let places = [left, right].map { order.firstIndex(of: $0.key) ?? order.count }
      return (places[0], left.key) < (places[1], right.key)
    }
    self.init(
      cell: Cell(row: row), conversations: row["conversations"],
      conversationSeconds: row["conversation_seconds"], turns: row["turns"], completed: row["completed"],
      interrupted: row["interrupted"], failed: row["failed"], missed: row["missed"],
      usdTotal: row["usd_total"], usdPerHour: row["usd_per_hour"], metrics: metrics)
  }
}

extension StoredCell.Metric {
  init(row: Row) {
    self.init(
      key: row["key"], n: row["n"], missing: row["missing"], p50: row["p50_ms"], p90: row["p90_ms"],
      p95: row["p95_ms"], p99: row["p99_ms"], max: row["max_ms"], mean: row["mean_ms"])
  }
}

extension Cell {
  /// The cell of a row with one column per axis.
  init(row: Row) {
    self.init(
      workload: row["workload"], stt: row["stt"], llm: row["llm"], tts: row["tts"], vad: row["vad"],
      network: row["network"], device: row["device"], preset: row["preset"],
      arm: Arm(rawValue: row["arm"]) ?? .candidate)
  }
}
