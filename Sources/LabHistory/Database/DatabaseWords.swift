import GRDB

/// SQLite's errors in words.
enum DatabaseWords {
  /// Runs something and says what SQLite has to say about it in words.
  static func translating<Value>(path: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw explained(error, path: path)
    }
  }

  private static func explained(_ error: DatabaseError, path: String) -> HistoryError {
    switch error.resultCode.primaryResultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return HistoryError(
        .disk, "The history “\(path)” is being written by another program, for longer than this one waits.",
        hint: "Try again when it has ended.")
    case .SQLITE_NOTADB:
      return HistoryError(.input, "“\(path)” is no SQLite database.", hint: "Name another file with --db.")
    case .SQLITE_CORRUPT:
      return HistoryError(
        .disk, "The history “\(path)” is damaged.",
        hint: "Move it away and make it again from the run folders: turnlab history rebuild FOLDER")
    case .SQLITE_FULL:
      return HistoryError(
        .disk, "The disk is full: nothing was written to “\(path)”.", hint: "Free some space and try again.")
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      return HistoryError(
        .disk, "The history “\(path)” cannot be opened for writing.",
        hint: "Check the file, its folder and their permissions, or name another file with --db.")
    default:
      return HistoryError(
        .disk, "The history “\(path)” could not be used: \(error.message ?? "SQLite says no more").",
        hint:
          "Check the disk; a history can be made again from its run folders: turnlab history rebuild FOLDER")
    }
  }
}
