import Foundation
import LabPlan
import LabRecord

/// A folder for files that nobody wants to keep, removed when it is let go of.
public final class TemporaryFolder {
  /// Where it is.
  public let path: String

  /// - Throws: a ``RunError`` when the system refuses.
  public init() throws {
    var template = Array((FileManager.default.temporaryDirectory.path + "/turnlab-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw RunError(
        .folder, "A folder for temporary files cannot be made: \(SystemError.text).",
        hint: "Free some space, or name another place in TMPDIR.")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    // What cannot be removed is left to the system, whose folder it is in.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { path + "/" + name }
}
