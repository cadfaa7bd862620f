import Dispatch
import Foundation
import Synchronization

/// Appends entries to a file as JSON lines, in bundles and on a queue of its own, so that no event loop
/// waits.
final class WriteLogFile: Sendable {
  private let path: String
  private let queue = DispatchQueue(label: "turnlab.write-log")
  private let pending = Mutex<[WriteLogEntry]>([])
  private let failure = Mutex<EmulatorServerError?>(nil)
  private let handle: FileHandle
  /// How many entries make a bundle.
  private static let bundleSize = 4096

  init(path: String) throws {
    self.path = path
    let files = FileManager.default
    guard files.fileExists(atPath: path) || files.createFile(atPath: path, contents: nil),
      let handle = FileHandle(forWritingAtPath: path)
    else {
      throw EmulatorServerError(
        .writeLog, "The write log \(path) cannot be opened for writing.",
        hint: "Name a file in a folder that exists and is yours.")
    }
    try handle.seekToEnd()
    self.handle = handle
  }

  func append(_ entry: WriteLogEntry) {
    pending.withLock { pending in
      pending.append(entry)
      guard pending.count >= Self.bundleSize else { return }
      // Handed over under the lock, so that bundles keep their order.
      let bundle = Self.taken(from: &pending)
      queue.async { self.write(bundle) }
    }
  }

  func flush() throws {
    queue.sync { write(pending.withLock { Self.taken(from: &$0) }) }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private static func taken(from pending: inout [WriteLogEntry]) -> [WriteLogEntry] {
    defer {
      pending = []
      pending.reserveCapacity(bundleSize)
    }
    return pending
  }

  private func write(_ entries: [WriteLogEntry]) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      var lines = Data()
      for entry in entries {
        lines.append(try encoder.encode(entry))
        lines.append(0x0a)
      }
      try handle.write(contentsOf: lines)
    } catch {
      failure.withLock {
        $0 = EmulatorServerError(
          .writeLog, "The write log \(path) is not complete: \(error.localizedDescription).",
          hint: "Free some space or name another file.")
      }
    }
  }
}
