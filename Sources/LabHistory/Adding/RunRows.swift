import Foundation
import GRDB
import LabAnalysis
import LabRecord
import LabTimeline

/// A run on its way into the tables.
struct RunRows {
  let recorded: RecordedRun
  let digest: String
  let identity: String
  private let turns: [MeasuredTurn]

  init(_ recorded: RecordedRun) {
    self.recorded = recorded
    turns = recorded.turns
    digest = ContentDigest.of(turns)
    identity = recorded.identity(digest: digest)
  }

  /// A run that is in the history.
  struct Stored {
    var id: Int64
    var identity: String
    var digest: String
    var folder: String
  }

  /// The same run in the history: of the same identity, or an unfinished one of which this is the whole.
  ///
  /// Resuming a run gives it another start, so an unfinished run is known again by its turns.
  func stored(in database: Database) throws -> Stored? {
    let run = recorded.run
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT id, identity, digest, folder FROM runs
        WHERE identity = ?1 OR (report_id = ?2 AND is_complete = 0 AND shard_index IS ?3 AND shard_count IS ?4)
        ORDER BY identity = ?1 DESC, id
        """, arguments: [identity, run.id, run.shard?.index, run.shard?.count])
    for row in rows {
      let stored = Stored(
        id: row["id"], identity: row["identity"], digest: row["digest"], folder: row["folder"])
      if stored.identity == identity { return stored }
      if try contains(stored, in: database) { return stored }
    }
    return nil
  }

  /// Whether every stored turn, with all of its stored figures, is among the turns of this run.
  func contains(_ stored: Stored, in database: Database) throws -> Bool {
    let metrics = MetricCatalogue.all.map(\.key)
    var outcomes: [Place: String] = [:]
    var latencies: [Place: [LatencyMetric.Measurement]] = [:]
    for turn in turns {
      let place = Place(
        cell: turn.conversation.cell, conversation: turn.conversation.position, turn: turn.turn)
      outcomes[place] = turn.outcome.name
      latencies[place] = turn.measurements
    }
    let storedTurns = try Row.fetchCursor(
      database,
      sql: """
        SELECT place, conversation, turn, outcome FROM turns JOIN run_cells ON run_cells.id = run_cell_id
        WHERE run_id = ?
        """, arguments: [stored.id])
    while let row = try storedTurns.next() {
      guard outcomes[Place(row)] == row["outcome"] else { return false }
    }
    let values = try Row.fetchCursor(
      database,
      sql: """
        SELECT place, conversation, turn, key, nanoseconds FROM latencies
        JOIN run_cells ON run_cells.id = run_cell_id JOIN metrics ON metrics.id = metric_id WHERE run_id = ?
        """, arguments: [stored.id])
    while let row = try values.next() {
      guard let metric = metrics.firstIndex(of: row["key"]),
        latencies[Place(row)]?[metric].value?.nanoseconds == row["nanoseconds"]
      else { return false }
    }
    return true
  }

  private struct Place: Hashable {
    var cell: Int
    var conversation: Int
    var turn: Int

    init(cell: Int, conversation: Int, turn: Int) {
      (self.cell, self.conversation, self.turn) = (cell, conversation, turn)
    }

    init(_ row: Row) { self.init(cell: row["place"], conversation: row["conversation"], turn: row["turn"]) }
  }

  /// Writes down where the run stands now, when the folder that was known has gone.
  func correctFolder(of stored: Stored, in database: Database) throws {
    guard !FileManager.default.fileExists(atPath: stored.folder + "/record.jsonl") else { return }
    try database.execute(
      sql: "UPDATE runs SET folder = ? WHERE id = ?", arguments: [recorded.folder, stored.id])
  }

  /// Writes all rows, in the place of those of an earlier state of the run when there are any.
  func insert(into database: Database, replacing id: Int64?) throws -> StoredRun {
    if let id { try database.execute(sql: "DELETE FROM run_cells WHERE run_id = ?", arguments: [id]) }
    let id = try insertRun(into: database, replacing: id)
    let cells = try insertCells(of: id, into: database)
    try insertTurns(into: database, cells: cells.map(\.runCell))
    let run = try IdentifiedRun.named(identity, in: database).run
    try NoiseMemory.refresh(cells.map(\.cell), under: run.fingerprint, in: database)
    return run
  }

  private func insertRun(into database: Database, replacing id: Int64?) throws -> Int64 {
    let run = recorded.run
    let environment = recorded.environment
    let columns: [(name: String, value: (any DatabaseValueConvertible)?)] = [
      ("identity", identity), ("report_id", run.id), ("digest", digest), ("folder", recorded.folder),
      ("plan_name", run.plan.name), ("plan_sha256", run.plan.sha256), ("mode", run.mode.rawValue),
      ("seed", String(run.seed)), ("started_at", environment.startedAt),
      ("took_seconds", environment.seconds), ("host", environment.host),
      ("machine_id", try Self.machine(Machine(environment), in: database)),
      ("shard_index", run.shard?.index), ("shard_count", run.shard?.count),
      ("is_complete", run.isComplete), ("is_valid", run.instrument.isValid),
      ("warnings", run.instrument.warnings.joined(separator: "\n")),
      ("conversations", recorded.analysis.report.cells.reduce(0) { $0 + $1.conversations }),
      ("turns", turns.count),
    ]
    // Updated in place, because baselines point to the row.
    let names = columns.map(\.name)
    let places = names.map { _ in "?" }.joined(separator: ", ")
    try database.execute(
      sql: """
        INSERT INTO runs (id, \(names.joined(separator: ", "))) VALUES (?, \(places))
        ON CONFLICT (id) DO UPDATE SET \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """, arguments: StatementArguments([id] + columns.map(\.value)))
    return id ?? database.lastInsertedRowID
  }

  private static func machine(_ machine: Machine, in database: Database) throws -> Int64 {
    let values: StatementArguments = [
      machine.system, machine.processor, machine.processors, machine.version,
    ]
    let known = try Int64.fetchOne(
      database,
      sql:
        "SELECT id FROM machines WHERE system IS ? AND processor IS ? AND processors IS ? AND version IS ?",
      arguments: values)
    if let known { return known }
    try database.execute(
      sql: "INSERT INTO machines (system, processor, processors, version) VALUES (?, ?, ?, ?)",
      arguments: values)
    return database.lastInsertedRowID
  }

  private func insertTurns(into database: Database, cells: [Int64]) throws {
    let metrics = try MetricCatalogue.all.map { try Self.metric($0.key, in: database) }
    let insertTurn = try database.makeStatement(sql: "INSERT INTO turns VALUES (?, ?, ?, ?)")
    let insertLatency = try database.makeStatement(sql: "INSERT INTO latencies VALUES (?, ?, ?, ?, ?)")
    for turn in turns {
      let cell = cells[turn.conversation.cell]
      let position = turn.conversation.position
      insertTurn.setUncheckedArguments([cell, position, turn.turn, turn.outcome.name])
      try insertTurn.execute()
    }
    // Metric by metric, as the table is sorted.
    for (index, metric) in metrics.enumerated() {
      for turn in turns {
        guard let value = turn.measurements[index].value else { continue }
        insertLatency.setUncheckedArguments([
          cells[turn.conversation.cell], metric, turn.conversation.position, turn.turn, value.nanoseconds,
        ])
        try insertLatency.execute()
      }
    }
  }

  /// The number of a metric, which it keeps for ever.
  static func metric(_ key: String, in database: Database) throws -> Int64 {
    if let id = try Int64.fetchOne(database, sql: "SELECT id FROM metrics WHERE key = ?", arguments: [key]) {
      return id
    }
    try database.execute(sql: "INSERT INTO metrics (key) VALUES (?)", arguments: [key])
    return database.lastInsertedRowID
  }
}
