import GRDB
import LabAnalysis
import LabCost
import LabRecord
import LabTimeline

extension RunRows {
  /// The rows of a cell: the one that all runs share, and the one of this run.
  struct CellRow {
    var cell: Int64
    var runCell: Int64
  }

  /// Writes the cells with their summaries, in the order of the plan.
  func insertCells(of run: Int64, into database: Database) throws -> [CellRow] {
    try recorded.analysis.report.cells.enumerated().map { place, report in
      let cell = try Self.cell(report.cell, in: database)
      try database.execute(
        sql: "INSERT INTO run_cells VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          run, cell, place, report.conversations, report.conversationSeconds, report.turns, report.completed,
          report.interrupted, report.failed, report.missed, report.cost.usdTotal?.approximation,
          report.cost.usdPerHour?.approximation,
        ])
      let row = CellRow(cell: cell, runCell: database.lastInsertedRowID)
      try insertSummaries(of: report, cell: row.runCell, into: database)
      return row
    }
  }

  private func insertSummaries(of report: CellReport, cell: Int64, into database: Database) throws {
    for metric in MetricCatalogue.all {
      guard let summary = report.metrics[metric.key], summary.n > 0 else { continue }
      try database.execute(
        sql: "INSERT INTO summaries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          cell, try Self.metric(metric.key, in: database), summary.n, summary.missing, summary.p50,
          summary.p90,
          summary.p95, summary.p99, summary.max, summary.mean,
        ])
    }
  }

  /// The number of a cell, which it keeps for ever.
  static func cell(_ cell: Cell, in database: Database) throws -> Int64 {
    if let id = try Self.known(cell, in: database) { return id }
    try database.execute(
      sql: "INSERT INTO cells VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      arguments: StatementArguments(Cell.axes.map { $0.value(cell) }))
    return database.lastInsertedRowID
  }

  /// The number of a cell that some run had; `nil` when none had it.
  static func known(_ cell: Cell, in database: Database) throws -> Int64? {
    let conditions = Cell.axes.map { "\($0.name) = ?" }.joined(separator: " AND ")
    return try Int64.fetchOne(
      database, sql: "SELECT id FROM cells WHERE \(conditions)",
      arguments: StatementArguments(Cell.axes.map { $0.value(cell) }))
  }
}
