import GRDB
import LabTimeline

extension History {
  /// The runs, newest first; those of unknown date stand last.
  ///
  /// - Parameters:
  ///   - plan: Only the runs of a plan of this name.
  ///   - limit: At most this many.
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
    try read { database in try IdentifiedRun.named(name, in: database).run }
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
  /// - Throws: ``HistoryError``: `.missing` when there is no such run, `.input` when it is pinned as a
  ///   baseline.
  public func forget(named name: String) throws -> StoredRun {
    try write { database in
      let found = try IdentifiedRun.named(name, in: database)
      let (id, run) = (found.id, found.run)
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
      try NoiseMemory.refresh(cells, under: run.fingerprint, in: database)
      return run
    }
  }
}
