import Foundation
import LabPlan
import LabRecord
import LabRunner

/// `soak.jsonl` as it grows: every line is handed to the system as soon as it is written.
final class SoakFile {
  private let path: String
  private let descriptor: Int32

  /// - Parameter settings: The first line of a new file; nil to append to one that is there.
  init(path: String, settings: SoakSettings?) throws {
    self.path = path
    if settings == nil { Self.dropCutLine(path) }
    descriptor = open(
      path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (settings == nil ? 0 : O_TRUNC), 0o644)
    guard descriptor >= 0 else {
      throw RunError(
        .folder, "“\(path)” cannot be written: \(SystemError.text).", hint: "Check the folder's permissions.")
    }
    if let settings { try write(.settings(settings)) }
  }

  /// Takes away a last line that was not written to its end, so that the next one does not follow on it.
  private static func dropCutLine(_ path: String) {
    guard let data = FileManager.default.contents(atPath: path), data.last != UInt8(ascii: "\n") else {
      return
    }
    let whole = data.lastIndex(of: UInt8(ascii: "\n")).map { $0 - data.startIndex + 1 } ?? 0
    truncate(path, off_t(whole))
  }

  deinit { close(descriptor) }

  func write(_ line: SoakLine) throws {
    var bytes = try line.bytes()[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        throw RunError(
          .writeFailed, "“\(path)” could not be written: \(SystemError.text).",
          hint: "Free some space, then resume it with --resume; what was measured so far is kept.")
      }
      bytes = bytes.dropFirst(written)
    }
  }

  func synchronize() { fsync(descriptor) }
}
