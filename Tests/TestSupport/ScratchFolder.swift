public import Foundation

/// A folder for the files of one test, removed when the test lets go of it.
public final class ScratchFolder: Sendable {
  public let path: String

  public init() throws {
    path = FileManager.default.temporaryDirectory.path + "/turnlab-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      assertionFailure("the scratch folder \(path) cannot be removed: \(error)")
    }
  }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// The bytes of a file.
  public func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  /// The bytes of every file below a folder of it, by relative path.
  public func contents(of folder: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: file(folder)) {
      contents[name] = FileManager.default.contents(atPath: file(folder) + "/" + name)
    }
    return contents
  }
}
