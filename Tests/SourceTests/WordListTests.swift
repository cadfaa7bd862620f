import Foundation
import Testing

/// A phrase that an engineer who grew up with English would not write here.
struct AvoidedPhrase {
  /// A word of the phrase, in lower case: a line without it is not looked at further.
  let word: String
  let pattern: Regex<Substring>
  let instead: String

  init(_ word: String, _ pattern: Regex<Substring>, instead: String) {
    self.word = word
    self.pattern = pattern.ignoresCase()
    self.instead = instead
  }
}

@Suite("The words of the project")
struct WordListTests {
  private let phrases: [AvoidedPhrase] = [
    .init(" had", #/\b(?:is|are|was|were|be|been|being) had\b/#, instead: "runs, is held, is available"),
    .init("to be had", #/\bto be had\b/#, instead: "available"),
    .init("every conversation", #/\b(?:has|have) every conversation\b/#, instead: "runs every conversation"),
    .init(
      "otherwise", #/\b(?:is|are|be|was|were|cut|done|goes) otherwise\b|\botherwise than\b/#,
      instead: "changed, differently, unlike"),
    .init("by chance", #/\bby chance\b/#, instead: "at random; or the p-value"),
    .init(" on with", #/\b(?:go|goes|gone|going|went) on with\b/#, instead: "resumes, continues"),
    .init("so many", #/\bso many\b/#, instead: "a number, n, that many"),
    .init("at the most", #/\bat the most\b/#, instead: "at most"),
    .init("that there", #/\bthat there (?:is|are) not\b/#, instead: "unknown, missing"),
    .init("of one", #/\bof one['’]s own\b/#, instead: "your own"),
    .init("twin", #/\btwins?\b/#, instead: "emulated service, emulator"),
    .init("sold as", #/\bsold as\b/#, instead: "reported as"),
    .init("no notice", #/\btakes? no notice of\b/#, instead: "ignores"),
    .init("smallest call", #/\bsmallest call\b/#, instead: "minimal request"),
    .init("for people", #/\b(?:texts?|words) for people\b/#, instead: "human-readable output"),
    .init("most of one", #/\bmost of one\b/#, instead: "maximum per conversation"),
  ]

  /// Words that may follow “is no” when nothing else is wrong: “is no longer”, “is no greater than”.
  static let comparatives: Set = [
    "longer", "more", "less", "later", "greater", "larger", "slower", "faster", "smaller", "shorter",
    "better", "worse", "sooner", "higher", "lower", "older", "newer",
  ]

  /// Lines that keep an avoided phrase, each with the reason.
  static let exceptions: [String: String] = [
    "let us go on with the next part": "A reply of the template engine, on which the bytes of runs depend."
  ]

  /// Modules whose comments and messages hold to the list. It may only grow.
  static let finished: Set<String> = [
    "LabAudio", "LabCassette", "LabCLI", "LabConversation", "LabCost", "LabEmulation", "LabEmulatorServer",
    "LabEngines", "LabErrors", "LabPipeline", "LabPlan", "LabProviders", "LabStudies", "LabTransport",
    "LabVoiceActivity", "LabYAML", "TurnLab", "TurnLabProgram",
  ]

  /// Pages made from the texts of modules that are not finished.
  static let generated: Set<String> = ["Documentation/command-reference.md", "Documentation/warnings.md"]

  /// What is wrong with a line.
  private func objections(to line: String) -> [String] {
    let lower = line.lowercased()
    guard !Self.exceptions.keys.contains(where: line.contains) else { return [] }
    var found = phrases.filter { lower.contains($0.word) && lower.contains($0.pattern) }.map(\.instead)
    if lower.contains(" no ") {
      for match in lower.matches(of: #/(\w+) (?:is|are|was|were) no (\w+)/#)
      where !["there", "where", "here"].contains(match.1) && !Self.comparatives.contains(String(match.2)) {
        found.append("is not a")
      }
    }
    return found
  }

  private func findings(in path: String, _ lines: [(number: Int, text: String)]) -> [String] {
    // Most files have none of the words, and looking for them in the whole text is quick.
    let text = lines.map(\.text).joined(separator: "\n")
    let words = phrases.map(\.word) + [" no "]
    guard words.contains(where: { text.range(of: $0, options: .caseInsensitive) != nil }) else { return [] }
    return lines.flatMap { line in
      objections(to: line.text).map { "\(path):\(line.number): write “\($0)” in: \(line.text)" }
    }
  }

  @Test("are plain English on every page")
  func pages() {
    let pages = Page.all.filter { !Self.generated.contains($0.path) }
    #expect(pages.flatMap { findings(in: $0.path, $0.prose) } == [])
  }

  @Test("are plain English in comments, help and messages")
  func sources() {
    let files = SourceFile.all.filter { Self.finished.contains($0.module) }
    #expect(files.flatMap { findings(in: $0.path, $0.numbered) } == [])
  }

  @Test("name types as the field does, without metaphors")
  func typeNames() {
    let declaration = #/\b(?:struct|class|enum|actor|protocol|typealias) (\w+)/#
    let metaphor = #/(Book|Board|Doors?|Desk|Shelf|Way|Side|Twin|Crew|Wish)$/#
    var found: Set<String> = []
    for file in SourceFile.all {
      for (_, text) in file.code {
        for match in text.matches(of: declaration) where match.1.contains(metaphor) {
          found.insert(String(match.1))
        }
      }
    }
    #expect(found.subtracting(Self.allowedNames.keys) == [])
  }

  /// Names that end in a metaphor and stay, each with the reason.
  static let allowedNames: [String: String] = [
    "PriceBook": "The usual word for a list of prices.", "Book": "A price book, for short.",
    "Side": "The two sides of a comparison.",
    "PairingSide": "One of the two sides of a pair.",
    "PacketsUnderWay": "Packets that were sent and not yet acknowledged.",
    "FarSide": "The far side of a connection: what only the service knows of it.",
    // To be renamed.
    "Wish": "",
  ]
}

@Suite("Comments")
struct CommentWidthTests {

  private static func tooWide(_ file: SourceFile) -> [String] {
    file.numbered.filter { _, text in
      text.count > 110 && text.trimmingCharacters(in: .whitespaces).hasPrefix("//")
    }
    // An address cannot be broken.
    .filter { !$0.text.contains("://") }
    .map { "\(file.path):\($0.number)" }
  }

  @Test("are at most 110 columns wide")
  func width() {
    let files = SourceFile.all.filter { WordListTests.finished.contains($0.module) }
    #expect(files.flatMap(Self.tooWide) == [])
  }
}
