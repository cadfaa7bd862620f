import Foundation
import GRDB

/// The runs of the past in one SQLite file: an index that can be made again from the run folders at any time.
///
/// Several processes may use one file at once: readers never wait, writers wait for each other. Every run is
/// added in one transaction, so a process that is killed leaves the runs before it whole and nothing of the
/// one at hand.
public final class History: Sendable {
  /// The file.
  public let path: String
  private let queue: DatabaseQueue

  /// Where the history stands when nobody says otherwise, from the folder in which the program runs.
  public static let defaultPath = "Reports/history.sqlite"

  /// Opens a history, and brings one that an older program wrote up to date.
  ///
  /// - Parameters:
  ///   - creating: Whether one that is not there is made, with its folder.
  ///   - busySeconds: How long to wait for another program that is writing.
  /// - Throws: ``HistoryError``: `.missing` when there is none, `.input` when the file is not a history or
  ///   was written by a newer program, `.disk` when it cannot be read or written.
  public static func open(_ path: String, creating: Bool = false, busySeconds: Double = 30) throws -> History
  {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard creating || FileManager.default.fileExists(atPath: path) else {
      throw HistoryError(
        .missing, "There is no history at “\(path)”.",
        hint: "Add a run first (turnlab history add DIR), or name another file with --db.")
    }
    if creating { try makeFolder(folder, of: path) }
    return try FolderLock.holding(folder) { try History(path: path, busySeconds: busySeconds) }
  }

  private static func makeFolder(_ folder: String, of path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw HistoryError(
        .disk, "The folder “\(folder)” for the history cannot be made.", hint: "Name another file with --db.")
    }
  }

  private init(path: String, busySeconds: Double) throws {
    self.path = path
    var configuration = Configuration()
    configuration.journalMode = .wal
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(busySeconds)
    queue = try DatabaseWords.translating(path: path) {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.inDatabase { database in
        try Self.requireHistory(database, path: path)
        // A commit that was reported stays, even when the power fails right after.
        try database.execute(sql: "PRAGMA synchronous = FULL")
      }
      let migrator = HistoryMigrations.migrator
      if try queue.read({ try !migrator.hasCompletedMigrations($0) }) { try migrator.migrate(queue) }
      return queue
    }
  }

  private static func requireHistory(_ database: Database, path: String) throws {
    let mark = try Int.fetchOne(database, sql: "PRAGMA application_id")
    let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
    guard isEmpty || mark == HistoryMigrations.applicationID else {
      throw HistoryError(
        .input, "“\(path)” is a database of another program, not a history.",
        hint: "Name another file with --db.")
    }
    guard try !HistoryMigrations.migrator.hasBeenSuperseded(database) else {
      throw HistoryError(
        .input, "The history “\(path)” was written by a newer turnlab than this one.",
        hint: "Use that version, or make a history of your own: turnlab history rebuild FOLDER --db FILE")
    }
  }

  /// Reads in one transaction, so that what is read belongs together.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try DatabaseWords.translating(path: path) { try queue.read(body) }
  }

  /// Writes in one transaction: all of it or nothing.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try DatabaseWords.translating(path: path) { try queue.write(body) }
  }
}
