import GRDB
import LabTimeline

extension History {
  /// The runs, newest first; those of unknown date stand last.
  ///
  /// - Parameters:
  ///   - plan: Only the runs of a plan of this name.
  ///   - limit: No more than so many.
  public func runs(ofPlan plan: String? = nil, limit: Int? = nil) throws -> [StoredRun] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: StoredRun.selection + """
           WHERE ?1 IS NULL OR plan_name = ?1
          ORDER BY started_at IS NULL, started_at DESC, identity LIMIT ?2
          """,
        arguments: [plan, limit ?? -1]
      ).map(StoredRun.init(row:))
    }
  }

  /// The run that a person means.
  ///
  /// - Parameter name: The beginning of its identity, four digits at least, or its folder.
  /// - Throws: ``HistoryError``: `.missing` when no run is meant, `.input` when several are.
  public func run(named name: String) throws -> StoredRun {
    try read { database in try Self.row(named: name, in: database).run }
  }

  static func row(named name: String, in database: Database) throws -> (id: Int64, run: StoredRun) {
    let isIdentity = name.count >= 4 && name.allSatisfy(\.isHexDigit)
    let rows = try Row.fetchAll(
      database,
      sql: StoredRun.selection + " WHERE folder = ? OR (? AND substr(identity, 1, ?) = ?) ORDER BY identity",
      arguments: [RecordedRun.absolute(name), isIdentity, name.count, name.lowercased()])
    guard let row = rows.first else {
      throw HistoryError(
        .missing, "The history has no run “\(name)”.",
        hint: "Give a run folder or the beginning of a RUN of: turnlab history list")
    }
    guard rows.count == 1 else {
      let identities = rows.map { $0["identity"] as String }.joined(separator: ", ")
      throw HistoryError(
        .input, "“\(name)” is the beginning of \(rows.count) runs: \(identities).", hint: "Give more digits.")
    }
    return (row["id"], StoredRun(row: row))
  }

  /// The figures of a run's cells, in the order of its plan.
  public func cells(of run: StoredRun) throws -> [StoredCell] {
    try read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT run_cells.*, run_cells.id AS run_cell_id, cells.* FROM run_cells
          JOIN runs ON runs.id = run_cells.run_id JOIN cells ON cells.id = run_cells.cell_id
          WHERE runs.identity = ? ORDER BY place
          """, arguments: [run.identity])
      return try rows.map { row in
        let summaries = try Row.fetchAll(
          database,
          sql: """
            SELECT key, summaries.* FROM summaries JOIN metrics ON metrics.id = metric_id
            WHERE run_cell_id = ?
            """, arguments: [row["run_cell_id"] as Int64])
        return StoredCell(row: row, summaries: summaries)
      }
    }
  }

  /// Takes a run out of the history; its folder stays.
  ///
  /// - Returns: The run as it was.
  /// - Throws: ``HistoryError``: `.missing` when there is no such run, `.input` when it is pinned as a baseline.
  public func forget(named name: String) throws -> StoredRun {
    try write { database in
      let (id, run) = try Self.row(named: name, in: database)
      let pins = try String.fetchAll(
        database, sql: "SELECT name FROM baselines WHERE run_id = ? ORDER BY name", arguments: [id])
      guard pins.isEmpty else {
        throw HistoryError(
          .input,
          "The run \(run.shortIdentity) is pinned as the baseline “\(pins.joined(separator: "”, “"))”.",
          hint: "Unpin it first: turnlab history unpin \(pins[0])")
      }
      let cells = try Int64.fetchAll(
        database, sql: "SELECT cell_id FROM run_cells WHERE run_id = ?", arguments: [id])
      try database.execute(sql: "DELETE FROM runs WHERE id = ?", arguments: [id])
      try Self.refreshNoise(of: cells, under: run.fingerprint, in: database)
      return run
    }
  }
}
