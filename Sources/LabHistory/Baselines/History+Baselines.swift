import Foundation
import GRDB
public import LabRecord
import LabTimeline

extension History {
  /// The pinned baselines, by name.
  public func baselines() throws -> [Baseline] {
    try read { database in
      try String.fetchAll(database, sql: "SELECT DISTINCT name FROM baselines ORDER BY name").map { name in
        Baseline(name: name, runs: try PinnedRows.runs(of: name, in: database))
      }
    }
  }

  /// Gives runs a name, in the place of those that had it.
  ///
  /// - Parameter runs: Beginnings of identities or folders; at least one.
  /// - Throws: ``HistoryError``: `.missing` when a run is not there, `.input` when a run is invalid or partial, when
  ///   the runs were made under unlike conditions, or when the name is empty.
  @discardableResult
  public func pin(_ name: String, runs names: [String]) throws -> Baseline {
    guard name.contains(where: { !$0.isWhitespace }), !names.isEmpty else {
      throw HistoryError(
        .input, "A baseline needs a name and at least one run.",
        hint: "Write: turnlab history pin NAME RUN")
    }
    return try write { database in
      let rows = try names.map { try IdentifiedRun.named($0, in: database) }
      for row in rows { try row.run.requireFitForBaseline(beside: rows[0].run) }
      try database.execute(sql: "DELETE FROM baselines WHERE name = ?", arguments: [name])
      for row in rows {
        try database.execute(sql: "INSERT OR IGNORE INTO baselines VALUES (?, ?)", arguments: [name, row.id])
      }
      return Baseline(name: name, runs: try PinnedRows.runs(of: name, in: database))
    }
  }

  /// Takes a name away; the runs stay.
  ///
  /// - Throws: ``HistoryError`` with `.missing` when there is no such baseline.
  public func unpin(_ name: String) throws {
    try write { database in
      try database.execute(sql: "DELETE FROM baselines WHERE name = ?", arguments: [name])
      if database.changesCount == 0 { throw Self.noBaseline(name) }
    }
  }

  /// The run folders of a pinned baseline, oldest first.
  ///
  /// - Parameter fingerprint: The conditions of the run that is to be held against it; `nil` when nobody cares.
  /// - Throws: ``HistoryError``: `.missing` when there is no such baseline or a folder has gone, `.notComparable` when
  ///   it was made under other conditions.
  public func baseline(named name: String, for fingerprint: RunFingerprint? = nil) throws -> [String] {
    let runs = try read { try PinnedRows.runs(of: name, in: $0) }
    guard !runs.isEmpty else { throw Self.noBaseline(name) }
    for run in runs {
      if let difference = fingerprint?.difference(from: run.fingerprint) {
        throw HistoryError(
          .notComparable, "The baseline “\(name)” cannot be compared with this run: \(difference).",
          hint: "Pin a run that was made under the same conditions: turnlab history pin \(name) RUN")
      }
      try run.requireFolder()
    }
    return runs.map(\.folder)
  }

  /// The run folders of the last comparable runs, oldest first: whole, valid, and with all of the cells.
  ///
  /// - Parameters:
  ///   - count: How many at most; there may be fewer.
  ///   - fingerprint: The conditions of the run that is to be held against them.
  ///   - cells: The cells that each of them must have.
  ///   - excluded: Folders of runs that are not to be among them, such as the run itself.
  /// - Throws: ``HistoryError``: `.missing` when there is none or a folder has gone.
  public func baseline(
    rolling count: Int, for fingerprint: RunFingerprint, cells: [Cell], excluding excluded: [String] = []
  ) throws -> [String] {
    let left = Set(excluded.map(RecordedRun.absolute))
    let candidates = try runs(ofPlan: fingerprint.plan).filter { run in
      run.startedAt != nil && run.isValid && !run.isPartial && !left.contains(run.folder)
        && fingerprint.difference(from: run.fingerprint) == nil
    }
    var chosen: [StoredRun] = []
    for run in candidates where chosen.count < count {
      if Set(cells).isSubset(of: try self.cells(of: run).map(\.cell)) { chosen.append(run) }
    }
    guard !chosen.isEmpty else {
      throw HistoryError(
        .missing, "The history has no run that is comparable: whole, valid, of \(fingerprint.name).",
        hint: "Add one: turnlab history add DIR")
    }
    for run in chosen { try run.requireFolder() }
    return chosen.reversed().map(\.folder)
  }

  private static func noBaseline(_ name: String) -> HistoryError {
    HistoryError(
      .missing, "The history has no baseline “\(name)”.",
      hint: "See which there are (turnlab history baselines), or pin one: turnlab history pin \(name) RUN")
  }
}

extension StoredRun {
  fileprivate func requireFitForBaseline(beside first: StoredRun) throws {
    if isPartial {
      throw HistoryError(
        .input, "The run \(shortIdentity) is not whole, so nothing can be held against it.",
        hint: "Finish or merge it, add it again and pin it then.")
    }
    if !isValid {
      throw HistoryError(
        .input, "The run \(shortIdentity) is invalid: \(warnings.joined(separator: " "))",
        hint: "Pin another run.")
    }
    if let difference = first.fingerprint.difference(from: fingerprint) {
      throw HistoryError(
        .input, "The run \(shortIdentity) does not belong beside \(first.shortIdentity): \(difference).",
        hint: "Pin runs that were made under the same conditions.")
    }
  }

  /// - Throws: ``HistoryError`` when the record has gone.
  fileprivate func requireFolder() throws {
    guard !FileManager.default.fileExists(atPath: folder + "/record.jsonl") else { return }
    throw HistoryError(
      .missing, "The run \(shortIdentity) has gone from “\(folder)”.",
      hint: "Bring it back, or say where it is now: turnlab history add DIR")
  }
}
