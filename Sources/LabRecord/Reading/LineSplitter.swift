import Foundation

/// Cuts a file into lines without ever holding more than one line and one block of it.
struct LineSplitter {
  /// A line without its newline; only the last line of a file can lack one.
  struct Line {
    var bytes: [UInt8]
    var isTerminated: Bool
  }

  /// The longest line that is read; a longer one is no record.
  static let longestLine = 16 << 20
  private static let blockSize = 1 << 16

  private let file: FileHandle
  private let path: String
  private var buffer: [UInt8] = []
  private var start = 0

  init(path: String) throws {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw RecordError(
        .unreadable, "The record '\(path)' is not there or cannot be read.",
        hint: "Name a run folder.")
    }
    self.file = file
    self.path = path
  }

  /// The next line, or `nil` at the end of the file.
  mutating func next() throws -> Line? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: RecordEncoding.newline) {
        defer { start = end + 1 }
        return Line(bytes: Array(buffer[start..<end]), isTerminated: true)
      }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      guard searched <= Self.longestLine else {
        throw RecordError(
          .line, "A line of '\(path)' is longer than 16 MiB, which no record line is.",
          hint: "Name the record of a run folder.")
      }
      guard let block = try readBlock() else { break }
      buffer.append(contentsOf: block)
    }
    guard !buffer.isEmpty else { return nil }
    defer { buffer = [] }
    return Line(bytes: buffer, isTerminated: false)
  }

  private func readBlock() throws -> Data? {
    do {
      guard let block = try file.read(upToCount: Self.blockSize), !block.isEmpty else { return nil }
      return block
    } catch {
      throw RecordError(
        .unreadable, "The record '\(path)' could not be read: \(error).",
        hint: "Check the disk and the file's permissions.")
    }
  }
}
