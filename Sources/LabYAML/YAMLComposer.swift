import Yams

/// Turns YAML text into nodes and goes on after a key that is given twice.
///
/// Yams stops at the first duplicate key of a file and says nothing of the rest. Here the first letter of
/// that key is replaced by a private character, so that no line or column moves, and the text is read again.
struct YAMLComposer {
  /// What stands in for the first letters of keys that are given again later: each time the next, so that
  /// the third of three equal keys finds the first two different. After this number, reading ends.
  private static let markers: ClosedRange<Unicode.Scalar> = "\u{E000}"..."\u{E0FF}"

  /// Each duplicate has the text read once more, up to this number of bytes in all, so that no file takes
  /// long. A plan of 2 kB has room for 60 duplicates.
  private static let rereadLimit = 120_000

  /// Whether a key is one that has been reported and renamed.
  static func isMarked(_ key: String) -> Bool { key.unicodeScalars.first.map(markers.contains) ?? false }

  /// A place in the text, counted from 1, and what is wrong there.
  typealias Finding = (line: Int, column: Int, message: String)

  private(set) var root: Node?
  private(set) var findings: [Finding] = []

  init(text: String) {
    // libYAML takes the byte order mark that some editors write for a control character.
    var text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    var reread = 0
    while true {
      do {
        root = try Parser(yaml: text, encoding: .utf8).singleRoot()
        return
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        findings.append(Self.duplicate(names.first ?? "", at: context.mark))
        reread += text.utf8.count
        guard reread <= Self.rereadLimit,
          let marked = Self.marking(context.mark, in: text, as: findings.count - 1)
        else { return }
        text = marked
      } catch {
        findings.append(Self.syntax(error))
        return
      }
    }
  }

  private static func duplicate(_ name: String, at mark: Mark) -> Finding {
    (mark.line, mark.column, "“\(name)” is given again further down in the same mapping; keep one of them")
  }

  private static func syntax(_ error: any Error) -> Finding {
    switch error {
    case YamlError.scanner(let context, let problem, let mark, _),
      YamlError.parser(let context, let problem, let mark, _):
      let text = (context.map { "\($0.text) " } ?? "") + problem
      return (mark.line, mark.column, "this is not YAML: \(text)")
    case YamlError.composer(_, let problem, let mark, _):
      return (mark.line, mark.column, "this is not YAML: \(problem)")
    case YamlError.reader(let problem, _, _, _):
      return (1, 1, "this is not YAML: \(problem)")
    default:
      return (1, 1, "this is not YAML: \(error)")
    }
  }

  /// Returns the text with the character at `mark` replaced; nil when the markers are used up.
  private static func marking(_ mark: Mark, in text: String, as number: Int) -> String? {
    var scalars = Array(text.unicodeScalars)
    var line = 1
    var start = 0
    for (index, scalar) in scalars.enumerated() where line < mark.line {
      let isPair = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar), !isPair {
        line += 1
        start = index + 1
      }
    }
    let position = start + mark.column - 1
    guard scalars.indices.contains(position),
      let marker = Unicode.Scalar(markers.lowerBound.value + UInt32(number)), markers.contains(marker)
    else { return nil }
    scalars[position] = marker
    return String(String.UnicodeScalarView(scalars))
  }
}
