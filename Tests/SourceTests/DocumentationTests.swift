import Testing

@Suite("Documentation comments")
struct DocumentationTests {
  /// Functions that many types have and whose meaning is the protocol's.
  static let standardWitnesses: Set<String> = ["encode", "advanced", "duration", "<", "+", "-", "=="]

  /// The functions that a protocol of ours asks for: they are described there, once.
  static let witnesses: Set<String> = {
    var names = standardWitnesses
    for file in SourceFile.all {
      var isProtocol = false
      for (_, text) in file.code {
        if text.hasPrefix("public protocol ") { isProtocol = true }
        if text.hasPrefix("}") { isProtocol = false }
        if isProtocol, let match = text.firstMatch(of: #/func (\w+)\(/#) { names.insert(String(match.1)) }
      }
    }
    return names
  }()

  static var declaration: Regex<(Substring, Substring, Substring)> {
    #/^\s*public (?:(?:static|mutating|final|indirect|prefix) )*(\w+) (\S+?)[(<: ]/#
  }

  /// Whether a comment stands directly above a line; attributes may stand between.
  private func isDocumented(_ index: Int, in file: SourceFile) -> Bool {
    var above = index - 1
    while above >= 0, file.lines[above].contains(#/^\s*@/#) { above -= 1 }
    return above >= 0 && file.lines[above].contains(#/^\s*\/\/\//#)
  }

  @Test("say what every public type and function is, but for functions that a protocol describes")
  func typesAndFunctions() {
    let kinds: Set = ["struct", "class", "enum", "actor", "protocol", "typealias", "func"]
    let declaration = Self.declaration
    var missing: [String] = []
    for file in SourceFile.all {
      for (index, line) in file.lines.enumerated() {
        guard line.contains("public "), let match = line.firstMatch(of: declaration),
          kinds.contains(String(match.1))
        else {
          continue
        }
        if match.1 == "func", Self.witnesses.contains(String(match.2)) { continue }
        if !isDocumented(index, in: file) { missing.append("\(file.path):\(index + 1)") }
      }
    }
    #expect(missing == [])
  }

  @Test("stand above every public value that does not belong to one instance")
  func statics() {
    var missing: [String] = []
    for file in SourceFile.all {
      for (index, line) in file.lines.enumerated()
      where line.contains("public static ") && line.contains(#/^\s*public static (let|var) /#) {
        if !isDocumented(index, in: file) { missing.append("\(file.path):\(index + 1)") }
      }
    }
    #expect(missing == [])
  }
}
