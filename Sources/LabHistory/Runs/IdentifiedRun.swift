import GRDB

/// A run with the number of its row.
struct IdentifiedRun {
  let id: Int64
  let run: StoredRun

  /// The run that a person means, by its folder or the beginning of its identity.
  static func named(_ name: String, in database: Database) throws -> Self {
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
    return IdentifiedRun(id: row["id"], run: StoredRun(row: row))
  }
}
