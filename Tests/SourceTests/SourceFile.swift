import Foundation

/// A file of `Sources/`, read as text.
struct SourceFile {
  /// The path below `Sources/`, e.g. `LabTimeline/Events/TurnEvent.swift`.
  let path: String
  let lines: [String]

  /// The target that it belongs to.
  var module: String { String(path.prefix { $0 != "/" }) }

  /// The lines with their numbers, without comments and the text of string literals, so that only code is judged.
  var code: [(number: Int, text: String)] {
    lines.enumerated().map { ($0 + 1, Self.code(in: $1)) }
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All Swift files, in the order of their paths.
  static let all: [SourceFile] = {
    let folder = root.appending(path: "Sources")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().compactMap { name in
      guard let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8) else {
        return nil
      }
      return SourceFile(
        path: name, lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
  }()

  /// The line up to a comment, with what stands between quotation marks left out.
  static func code(in line: String) -> String {
    var code = ""
    var isQuoted = false
    var previous: Character = " "
    for character in line {
      if character == "\"", previous != "\\" { isQuoted.toggle() }
      if !isQuoted, character == "/", previous == "/" { return String(code.dropLast()) }
      if !isQuoted { code.append(character) }
      previous = character
    }
    return code
  }
}

/// A place in the sources, as a compiler would name it.
struct Finding: Hashable, CustomStringConvertible {
  let path: String
  let line: Int
  let text: String

  var description: String { "\(path):\(line): \(text)" }
}

extension [SourceFile] {
  /// The lines of code that match, outside of the files excused.
  func lines(matching pattern: Regex<Substring>, except excused: Set<String> = []) -> [Finding] {
    filter { !excused.contains($0.path) }.flatMap { file in
      file.code.filter { $0.text.contains(pattern) }.map {
        Finding(path: file.path, line: $0.number, text: $0.text.trimmingCharacters(in: .whitespaces))
      }
    }
  }
}
