import Foundation

/// A new folder for files that nobody needs afterwards. The caller removes it, or lets ``use(_:)`` do
/// so.
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

  /// Makes a folder, hands over its path, and removes it whether or not the work succeeds.
  static func use<Value>(_ work: (String) throws -> Value) throws -> Value {
    let folder = try TemporaryFolder()
    let result = Result { try work(folder.path) }
    try folder.remove()
    return try result.get()
  }
}
