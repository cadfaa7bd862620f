public import Foundation

/// The project that the tests belong to.
public enum Repository {
  /// A file of the project by its path from the top.
  public static func file(_ path: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: path)
  }
}
