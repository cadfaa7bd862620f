import TestSupport
import Testing

@testable import LabYAML

@Suite struct YAMLReaderTests {
  private enum Colour: String, CaseIterable { case red, green }

  /// Reads a text, finishes its root and returns what is wrong, without the file's name.
  private func problems(_ text: String, _ read: (YAMLMapping) -> Void = { _ in }) -> [String] {
    let reader = YAMLReader(text: text, file: "f.yaml")
    if let root = reader.root() {
      read(root)
      root.finish()
    }
    return reader.problems.map { "\($0.line):\($0.column) \($0.message)" }
  }

  private func fails(with code: YAMLFileError.Code, _ body: () throws -> YAMLReader) throws -> Bool {
    try #require(throws: YAMLFileError.self) { _ = try body() }.code == code
  }

  @Test("reads each type")
  func readsEachType() {
    let text = """
      text: hello
      quoted: "12"
      count: 12
      ratio: 0.5
      on: true
      colour: green
      inner: { x: 1 }
      list: [1, 2]
      """
    let found = problems(text) { root in
      #expect(root.string("text") == "hello")
      #expect(root.string("quoted") == "12")
      #expect(root.int("count", in: 1...12) == 12)
      #expect(root.double("count") == 12)
      #expect(root.double("ratio", in: 0...1) == 0.5)
      #expect(root.bool("on") == true)
      #expect(root.required("colour")?.choice(of: Colour.self) == .green)
      let inner = root.mapping("inner")
      #expect(inner?.int("x") == 1)
      inner?.finish()
      #expect(root.sequence("list").compactMap { $0.int() } == [1, 2])
      #expect(root.keys == ["text", "quoted", "count", "ratio", "on", "colour", "inner", "list"])
    }
    #expect(found == [])
  }

  @Test("has nothing for optional keys that are absent or null, and no problem")
  func hasNothingForOptionalKeysThatAreAbsentOrNullAndNoProblem() {
    let found = problems("a: null\nb:\n") { root in
      #expect(root.optionalString("a") == nil)
      #expect(root.optionalInt("b") == nil)
      #expect(root.optionalDouble("c") == nil)
      #expect(root.optionalBool("d") == nil)
      #expect(root.optionalMapping("e") == nil)
      #expect(root.optionalSequence("f").isEmpty)
    }
    #expect(found == [])
  }

  @Test("reports keys that are missing where their mapping begins")
  func reportsKeysThatAreMissingWhereTheirMappingBegins() {
    let found = problems("a: { x: 1 }\nb:\n") { root in
      let inner = root.mapping("a")
      _ = inner?.int("x")
      #expect(inner?.int("y") == nil)
      #expect(root.string("b") == nil)
    }
    #expect(found == ["1:1 “b” is missing from the file", "1:4 “y” is missing from “a”"])
  }

  @Test(
    "reports what is no whole number in range",
    arguments: [
      ("a: [1]", "“a” must be a whole number"), ("a: 1.5", "“a” must be a whole number"),
      ("a: \"5\"", "“a” must be a whole number"), ("a: 99999999999999999999", "“a” must be a whole number"),
      ("a: 0", "“a” is 0; it must be 1 to 9"), ("a: x", "“a” must be a whole number"),
    ])
  func reportsWhatIsNoWholeNumberInRange(text: String, message: String) {
    let found = problems(text) { #expect($0.int("a", in: 1...9) == nil) }
    #expect(found == ["1:4 " + message])
  }

  @Test("reports what is no finite number", arguments: [".nan", ".inf", "nan", "inf", "x", "1e999"])
  func reportsWhatIsNoFiniteNumber(value: String) {
    let found = problems("a: \(value)") { #expect($0.double("a") == nil) }
    #expect(found == ["1:4 “a” must be a number"])
  }

  @Test(
    "takes nothing for text that YAML takes for something else",
    arguments: ["no", "12", "12:30", "2026-11-21", "1.0"])
  func takesNothingForTextThatYAMLTakesForSomethingElse(value: String) {
    let found = problems("a: \(value)") { #expect($0.string("a") == nil) }
    #expect(found == ["1:4 “a” must be text; put \(value) in quotes"])
    let quoted = problems("a: '\(value)'") { #expect($0.string("a") == value) }
    #expect(quoted == [])
  }

  @Test("takes only true and false for Booleans", arguments: ["yes", "1", "[true]"])
  func takesOnlyTrueAndFalseForBooleans(value: String) {
    let found = problems("a: \(value)") { #expect($0.bool("a") == nil) }
    #expect(found == ["1:4 “a” must be true or false"])
  }

  @Test("names the choices, and the nearest")
  func namesTheChoicesAndTheNearest() {
    let found = problems("a: gren\nb: blue") {
      #expect($0.required("a")?.choice(of: Colour.self) == nil)
      #expect($0.required("b")?.choice(of: Colour.self) == nil)
    }
    #expect(
      found == [
        "1:4 “a” cannot be “gren”; it is one of red, green; did you mean “green”?",
        "2:4 “b” cannot be “blue”; it is one of red, green",
      ])
  }

  @Test("reports unknown keys with the known key they resemble")
  func reportsUnknownKeysWithTheKnownKeyTheyResemble() {
    let found = problems("repeats: 1\nrepaets: 2\nelephant: 3\n? [x]\n: 4\n") { _ = $0.int("repeats") }
    #expect(
      found == [
        "2:1 “repaets” is not a key of the file; did you mean “repeats”?",
        "3:1 “elephant” is not a key of the file", "4:3 a key must be text",
      ])
  }

  @Test("reports every duplicate key and reads on")
  func reportsEveryDuplicateKeyAndReadsOn() {
    let text = """
      name: one
      inner: { "x": 1, y: 2, "x": 3 }
      name: two
      wrong: 5
      name: three
      """
    let found = problems(text) { root in
      #expect(root.string("name") == "three")
      let inner = root.mapping("inner")
      #expect(inner?.int("y") == 2)
      _ = inner?.int("x")
      inner?.finish()
    }
    #expect(
      found == [
        "1:1 “name” is given again further down in the same mapping; keep one of them",
        "2:10 “x” is given again further down in the same mapping; keep one of them",
        "3:1 “name” is given again further down in the same mapping; keep one of them",
        "4:1 “wrong” is not a key of the file",
      ])
  }

  @Test("names some duplicates of a long file that is full of them, and is done soon")
  func manyDuplicates() {
    let text = (0..<2000).map { "k\($0): 1\n" }.joined() + String(repeating: "a: 1\n", count: 300)
    let reader = YAMLReader(text: text, file: "f.yaml")
    #expect(reader.root() == nil)
    #expect((2...10).contains(reader.problems.count))
    #expect(reader.problems.allSatisfy { $0.line > 2000 && $0.message.hasPrefix("“a” is given again") })
  }

  @Test("finds duplicates in files with the line ends of Windows")
  func findsDuplicatesInFilesWithTheLineEndsOfWindows() {
    #expect(problems("# a\r\na: 1\r\na: 2\r\n") { _ = $0.int("a") }.map { $0.prefix(3) } == ["2:1"])
  }

  @Test(
    "reports text that is no mapping, and does not crash",
    arguments: [
      ("a: [1, 2", "this is not YAML"), ("a: b: c", "this is not YAML"), ("\tx: 1", "this is not YAML"),
      ("a: *nobody", "this is not YAML: found undefined alias"), ("a: 1\n---\nb: 2", "another document"),
      ("", "the file is empty"), ("# only a comment\n", "the file is empty"), ("- 1", "must be a mapping"),
      ("a: \"\u{1}\"", "this is not YAML"),
    ])
  func reportsTextThatIsNoMappingAndDoesNotCrash(text: String, words: String) throws {
    let found = problems(text) { _ = $0.optional("a") }
    #expect(found.count == 1)
    #expect(try #require(found.first).contains(words))
  }

  @Test("ignores a byte order mark")
  func ignoresAByteOrderMark() {
    let found = problems("\u{FEFF}a: 1") { #expect($0.int("a") == 1) }
    #expect(found == [])
  }

  @Test("says where it is, as editors want it")
  func saysWhereItIsAsEditorsWantIt() {
    let reader = YAMLReader(text: "a: 1\nb: x", file: "plans/p.yaml")
    let root = reader.root()
    _ = root?.int("b")
    root?.required("a")?.report("this cannot be")
    #expect(
      reader.problems.map(\.description) == [
        "plans/p.yaml:1:4: this cannot be", "plans/p.yaml:2:4: “b” must be a whole number",
      ])
  }

  @Test("fails on a file that is missing or in another encoding")
  func failsOnAFileThatIsMissingOrInAnotherEncoding() throws {
    let scratch = try ScratchFolder()
    #expect(try fails(with: .fileMissing) { try YAMLReader(contentsOf: scratch.path + "/no") })
    let latin = try scratch.write([0x61, 0x3a, 0x20, 0xe4], to: "latin1.yaml")
    #expect(try fails(with: .fileUnreadable) { try YAMLReader(contentsOf: latin) })
  }

  @Test("refuses lists in lists without end", arguments: ["[", "{a: ", "- "])
  func refusesListsInListsWithoutEnd(opening: String) {
    let found = problems("a: " + String(repeating: opening, count: 20_000))
    #expect(found.count == 1)
  }
}
