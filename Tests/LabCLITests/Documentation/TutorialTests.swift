import Foundation
import TestSupport
import Testing

@testable import LabCLI

@Suite("Documentation/tutorial.md")
struct TutorialTests {
  /// The blocks of YAML in a page: the files that the reader is asked to save.
  private func files() throws -> [String] {
    let text = try String(contentsOf: Repository.file("Documentation/tutorial.md"), encoding: .utf8)
    return text.split(separator: "```yaml\n").dropFirst().compactMap {
      $0.split(separator: "```", maxSplits: 1).first.map(String.init)
    }
  }

  @Test("has plans and gates that the program takes, and prints what the program prints")
  func filesAreRight() throws {
    let files = try files()
    try #require(files.count == 3)
    let scratch = try ScratchFolder()
    for plan in files[..<2] {
      // The tests do not run in the root of the repository, from which the reader starts the program.
      let corpus = "corpus: \(Repository.file("Corpora/dialogues").path)\n"
      let path = try scratch.write(Array((plan + corpus).utf8), to: "plan.yaml")
      let outcome = Program.run("run", path, "--dry-run")
      #expect(outcome.exit == 0, "\(outcome.error)")
      #expect(outcome.output.contains("conversations, offline, seed 1, order interleaved"))
    }
    let gates = try scratch.write(Array(files[2].utf8), to: "gates.yaml")
    let outcome = Program.run("gate", gates, "--check")
    #expect(outcome.exit == 0, "\(outcome.error)")
    #expect(outcome.output.hasSuffix(": 2 gates, nothing wrong.\n"))
  }
}
