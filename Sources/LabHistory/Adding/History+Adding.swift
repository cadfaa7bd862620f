import GRDB
import LabAnalysis
import LabRecord
import LabTimeline

extension History {
  /// Adds a run, in one transaction.
  ///
  /// A run that is there with the same turns stays as it is. One that was added before it was finished, or before a
  /// newer program measured more of it, is replaced when every turn of it is in the new record with the same figures.
  ///
  /// - Parameter allowingPartial: Whether a run may be added that was cut off or is one of several shards.
  /// - Throws: ``HistoryError``: `.input` when the run is partial without leave, has no turn that counts, or is there
  ///   with other turns.
  @discardableResult
  public func add(_ recorded: RecordedRun, allowingPartial: Bool = false) throws -> Addition {
    try recorded.requireFit(allowingPartial: allowingPartial)
    let rows = RunRows(recorded)
    return try write { database in
      guard let stored = try rows.stored(in: database) else {
        return Addition(run: try rows.insert(into: database, replacing: nil), outcome: .added)
      }
      guard stored.digest != rows.digest else {
        try rows.correctFolder(of: stored, in: database)
        return Addition(run: try IdentifiedRun.named(stored.identity, in: database).run, outcome: .unchanged)
      }
      guard try rows.contains(stored, in: database) else {
        throw HistoryError(
          .input, "The run in “\(recorded.folder)” is in the history already, with other turns.",
          hint: "Take that one out first: turnlab history forget \(stored.identity.prefix(8))")
      }
      return Addition(run: try rows.insert(into: database, replacing: stored.id), outcome: .grown)
    }
  }

  /// Makes the history anew from run folders: adds each run, replaces those that are there, and takes out those whose
  /// folder was not given.
  ///
  /// Every run is one transaction; an interrupted rebuild is simply begun again. Pinned runs stay pinned.
  ///
  /// - Parameter next: Gives one run after the other, `nil` at the end.
  /// - Returns: How many runs there are now, and how many were taken out.
  /// - Throws: ``HistoryError``: `.input` when two folders hold the same run with other turns, and when a pinned run is
  ///   not among them; everything before that is done by then.
  public func rebuild(from next: () throws -> RecordedRun?) throws -> (runs: Int, removed: Int) {
    var kept: Set<String> = []
    while let recorded = try next() {
      let rows = RunRows(recorded)
      if kept.contains(rows.identity) {
        try add(recorded, allowingPartial: true)
      } else {
        let run = try write { database in
          try rows.insert(into: database, replacing: try rows.stored(in: database)?.id)
        }
        kept.insert(run.identity)
      }
    }
    let others = try runs().filter { !kept.contains($0.identity) }
    for run in others { _ = try forget(named: run.identity) }
    return (kept.count, others.count)
  }
}

extension History {
  /// Makes the history anew from run folders.
  ///
  /// - Parameters:
  ///   - allowingPartial: Whether runs that are not finished, and shards, are taken, too.
  ///   - leftOut: Told why a run is not taken.
  /// - Returns: How many runs there are now, and how many were taken out.
  public func rebuild(
    fromFolders folders: [String], allowingPartial: Bool, leftOut: (HistoryError) -> Void
  ) throws -> (runs: Int, removed: Int) {
    var rest = folders[...]
    return try rebuild {
      while let folder = rest.popFirst() {
        let recorded = try RecordedRun.read(folder: folder)
        do {
          try recorded.requireFit(allowingPartial: allowingPartial)
          return recorded
        } catch let error as HistoryError {
          leftOut(error)
        }
      }
      return nil
    }
  }
}

extension RecordedRun {
  /// - Throws: ``HistoryError`` when the run cannot stand in a history.
  public func requireFit(allowingPartial: Bool) throws {
    guard analysis.turns.contains(where: { $0.discarded == nil }) else {
      throw HistoryError(
        .input, "The run in “\(folder)” has no whole conversation yet: there is nothing to remember.",
        hint: "Go on with it (turnlab run PLAN --resume \(folder)), then add it.")
    }
    guard !isPartial || allowingPartial else {
      guard let shard = run.shard else {
        throw HistoryError(
          .input, "The run in “\(folder)” is not finished.",
          hint: "Go on with it (turnlab run PLAN --resume \(folder)), or add it as it is with --partial.")
      }
      throw HistoryError(
        .input, "The run in “\(folder)” is part \(shard.index) of \(shard.count) of a run.",
        hint: "Join the parts first (turnlab merge DIR… --out DIR), or add it as it is with --partial.")
    }
  }
}
