import GRDB

/// The rows of pinned baselines.
enum PinnedRows {
  /// The names with the identities of their runs.
  static func all(in database: Database) throws -> [(name: String, runs: Set<String>)] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT name, identity FROM baselines JOIN runs ON runs.id = run_id ORDER BY name")
    return Dictionary(grouping: rows) { $0["name"] as String }
      .map { name, rows in (name, Set(rows.map { $0["identity"] as String })) }
      .sorted { $0.name < $1.name }
  }

  /// The runs of a baseline, oldest first; empty when there is none of that name.
  static func runs(of name: String, in database: Database) throws -> [StoredRun] {
    try Row.fetchAll(
      database,
      sql: StoredRun.selection + """
         JOIN baselines ON baselines.run_id = runs.id WHERE baselines.name = ?
        ORDER BY started_at, identity
        """, arguments: [name]
    ).map(StoredRun.init(row:))
  }
}
