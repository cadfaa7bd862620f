import Foundation
import LabRunner

/// A folder for files that nobody wants to keep, removed when it is let go of.
final class TemporaryFolder {
  let path: String

  /// - Throws: a ``RunError`` when the system refuses.
  init() throws {
    var template = Array((FileManager.default.temporaryDirectory.path + "/turnlab-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw RunError(
        .folder, "A folder for temporary files cannot be made: \(SystemError.text).",
        hint: "Free some space, or name another place in TMPDIR.")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      Console.current.note("The temporary folder \(path) is still there: \(error.localizedDescription)")
    }
  }

  func file(_ name: String) -> String { path + "/" + name }
}
