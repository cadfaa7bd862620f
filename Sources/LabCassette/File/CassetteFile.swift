import Foundation

/// A cassette as it grows: a conversation is written when it has ended, whole.
public final class CassetteFile {
  public let path: String
  private let handle: FileHandle

  /// Begins a cassette with its header; a file that is there is replaced.
  ///
  /// - Throws: a ``CassetteError`` when the file cannot be made.
  public init(path: String, header: CassetteHeader) throws {
    self.path = path
    guard FileManager.default.createFile(atPath: path, contents: Data(CassetteEncoding.line(header))),
      let handle = FileHandle(forWritingAtPath: path)
    else {
      throw CassetteError(
        path: path, "the cassette cannot be written", hint: "Check the folder and its permissions.")
    }
    self.handle = handle
    try write([])
  }

  /// Adds a conversation that has ended and is masked.
  public func add(_ conversation: RecordedConversation) throws {
    try write(CassetteEncoding.lines(conversation))
  }

  /// Ends the cassette.
  public func close() throws {
    try handle.close()
  }

  private func write(_ bytes: [UInt8]) throws {
    do {
      try handle.seekToEnd()
      try handle.write(contentsOf: bytes)
    } catch {
      throw CassetteError(
        path: path, "the cassette could not be written", hint: "Free some space, and record again.")
    }
  }
}
