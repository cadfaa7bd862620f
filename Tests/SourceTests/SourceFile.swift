import Foundation

/// A file of `Sources/`, read as text.
struct SourceFile {
  /// The path below `Sources/`, e.g. `LabTimeline/Events/TurnEvent.swift`.
  let path: String
  let lines: [String]

  /// The target that it belongs to.
  var module: String { String(path.prefix { $0 != "/" }) }

  /// The lines with their numbers, without comments and the text of string literals, so that only code is judged.
  let code: [(number: Int, text: String)]

  init(path: String, lines: [String]) {
    self.path = path
    self.lines = lines
    code = lines.enumerated().map { ($0 + 1, Self.code(in: $1)) }
  }

  /// The lines with their numbers, comments and texts included.
  var numbered: [(number: Int, text: String)] { lines.enumerated().map { ($0 + 1, $1) } }

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
    let (quote, slash, escape) = (UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"))
    var code: [UInt8] = []
    var isQuoted = false
    var previous = UInt8(ascii: " ")
    for byte in line.utf8 {
      if byte == quote, previous != escape { isQuoted.toggle() }
      if !isQuoted, byte == slash, previous == slash {
        code.removeLast()
        break
      }
      if !isQuoted { code.append(byte) }
      previous = byte
    }
    return String(decoding: code, as: UTF8.self)
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
  ///
  /// A pattern can only match a line that holds one of the words; looking for those first spares most of the work.
  func lines(
    with words: [String], matching pattern: Regex<Substring>, except excused: Set<String> = []
  ) -> [Finding] {
    filter { !excused.contains($0.path) }.flatMap { file in
      file.code.filter { line in words.contains { line.text.contains($0) } && line.text.contains(pattern) }
        .map {
          Finding(path: file.path, line: $0.number, text: $0.text.trimmingCharacters(in: .whitespaces))
        }
    }
  }
}
