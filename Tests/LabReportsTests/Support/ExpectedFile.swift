import Foundation
import Testing

/// The files of the repository that tests compare with.
enum ExpectedFile {
  /// Set to anything to rewrite the files instead of comparing with them.
  static let updateVariable = "TURNLAB_UPDATE_REFERENCES"

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Expected")
  static let repository = folder.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Compares bytes with a committed file, or rewrites it.
  static func expect(_ bytes: [UInt8], equal url: URL, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    guard ProcessInfo.processInfo.environment[updateVariable] == nil else {
      return try Data(bytes).write(to: url)
    }
    let expected = try String(contentsOf: url, encoding: .utf8)
    let actual = String(decoding: bytes, as: UTF8.self)
    guard expected != actual else { return }
    let pairs = zip(
      expected.split(separator: "\n", omittingEmptySubsequences: false),
      actual.split(separator: "\n", omittingEmptySubsequences: false))
    let difference = pairs.enumerated().first { $1.0 != $1.1 }
    Issue.record(
      """
      \(url.lastPathComponent) differs from line \((difference?.offset ?? -1) + 1) on: \
      expected '\(difference?.element.0 ?? "end")', got '\(difference?.element.1 ?? "end")'. \
      If that is wanted, run the tests with \(updateVariable)=1.
      """, sourceLocation: sourceLocation)
  }
}
