public import LabAnalysis
import LabCost
import LabRecord
import LabTimeline

/// `cells.csv`: one row per cell with every figure of its report.
public enum CellsCSV {
  /// The file.
  public static func bytes(_ report: RunReport) -> [UInt8] {
    var text = CSVText(header: header)
    for cell in report.cells { text.add(row(cell)) }
    return text.bytes
  }

  private static let header =
    Cell.axes.map(\.name)
    + [
      "conversations", "conversation_seconds", "turns", "completed", "interrupted", "failed", "missed",
      "discarded",
    ]
    + MetricCatalogue.all.flatMap { metric in figures.map { "\(metric.id)_\($0.name)" } }
    + TurnCounts.all.map(\.name) + UsageColumns.names + costs.map(\.name) + ["unpriced"]
    + ["arrival_wait_n", "arrival_wait_p50_ms", "arrival_wait_p90_ms", "arrival_wait_max_ms"]

  private static let costs: [(name: String, amount: @Sendable (CellCost) -> Dollars?)] = [
    ("usd_total", { $0.usdTotal }), ("usd_per_hour", { $0.usdPerHour }),
    ("usd_per_hour_ci95_low", { $0.usdPerHourInterval?.first }),
    ("usd_per_hour_ci95_high", { $0.usdPerHourInterval?.last }),
    ("usd_per_session", { $0.usdPerSession }), ("usd_per_turn", { $0.usdPerTurn }),
  ]

  private static let figures: [(name: String, text: @Sendable (MetricSummary) -> String?)] = [
    ("n", { "\($0.n)" }),
    ("missing", { "\($0.missing)" }),
    ("p50_ms", { CSVText.milliseconds($0.p50) }),
    ("p50_ci95_low_ms", { CSVText.milliseconds($0.interval95.p50?.first) }),
    ("p50_ci95_high_ms", { CSVText.milliseconds($0.interval95.p50?.last) }),
    ("p90_ms", { CSVText.milliseconds($0.p90) }),
    ("p90_ci95_low_ms", { CSVText.milliseconds($0.interval95.p90?.first) }),
    ("p90_ci95_high_ms", { CSVText.milliseconds($0.interval95.p90?.last) }),
    ("p95_ms", { CSVText.milliseconds($0.p95) }),
    ("p99_ms", { CSVText.milliseconds($0.p99) }),
    ("max_ms", { CSVText.milliseconds($0.max) }),
    ("mean_ms", { CSVText.milliseconds($0.mean) }),
  ]

  private static func row(_ cell: CellReport) -> [String?] {
    let numbers = [
      cell.turns, cell.completed, cell.interrupted, cell.failed, cell.missed,
      cell.discarded.values.reduce(0, +),
    ]
    var row: [String?] = Cell.axes.map { $0.value(cell.cell) }
    row += ["\(cell.conversations)", FixedPoint.text(cell.conversationSeconds, decimals: 3)]
    row += numbers.map { "\($0)" }
    for metric in MetricCatalogue.all { row += figures.map { $0.text(cell.summary(of: metric)) } }
    row += TurnCounts.all.map { "\(cell.counts[keyPath: $0.path])" }
    row += UsageColumns.values(cell.usage) as [String?]
    row += costs.map { $0.amount(cell.cost)?.text() }
    row += [cell.cost.unpriced.isEmpty ? nil : cell.cost.unpriced.joined(separator: " ")]
    row += [cell.arrivalWait.map { "\($0.n)" }]
    row += [cell.arrivalWait?.p50, cell.arrivalWait?.p90, cell.arrivalWait?.max].map(CSVText.milliseconds)
    return row
  }
}
