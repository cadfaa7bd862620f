import Foundation

/// Lets one program at a time make or change the shape of a database in a folder.
///
/// Taken on the folder itself: a lock on the database file would set SQLite's own locks free when it is
/// closed.
enum FolderLock {
  /// Runs something while no other program holds the lock; waits for it as long as it takes.
  ///
  /// On a file system without such locks it runs at once: then two programs may collide over making the same
  /// new database, and the second one reports it.
  static func holding<Value>(_ folder: String, _ body: () throws -> Value) rethrows -> Value {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return try body() }
    // Closing the folder ends the lock, and so does the end of the process.
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return try body()
  }
}
