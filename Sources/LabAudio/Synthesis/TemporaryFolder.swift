import Foundation

/// A new folder for files that nobody needs afterwards. Whoever makes it removes it.
struct TemporaryFolder {
  let path: String

  init() throws(AudioError) {
    var template = Array((NSTemporaryDirectory() + "/turnlab-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw AudioError(
        .writeFailed, "No folder can be made in \(NSTemporaryDirectory()).", hint: "Set TMPDIR to another.")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  func remove() throws { try FileManager.default.removeItem(atPath: path) }
}
