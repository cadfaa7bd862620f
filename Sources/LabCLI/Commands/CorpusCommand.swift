import ArgumentParser
import LabAudio
import LabRecord
import LabRunner
import TurnLab

/// `turnlab corpus`: builds and inspects corpora.
struct CorpusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus", abstract: "Build and inspect labelled corpora.",
    subcommands: [Build.self, Inspect.self])

  /// `turnlab corpus build`.
  struct Build: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "build", abstract: "Synthesise a corpus from a recipe, with exact labels.")

    @Argument(help: "The recipe, a YAML file.")
    var recipe: String

    @Option(help: "The folder to write; Corpora/built/NAME when none is named.", completion: .directory)
    var out: String?

    @Flag(help: "Replace a corpus that is in the folder already.")
    var replace = false

    func run() throws {
      let recipe = try CorpusRecipe(contentsOf: recipe)
      let folder = out ?? "Corpora/built/\(recipe.name)"
      let manifest = try CorpusBuilder.build(
        recipe: recipe, into: folder, existing: replace ? .replace : .keep)
      let conversations = counted(manifest.conversations.count, "conversation")
      let utterances = counted(manifest.conversations.reduce(0) { $0 + $1.utterances.count }, "utterance")
      Console.current.output("\(folder): \(conversations), \(utterances)")
    }
  }

  /// `turnlab corpus inspect`.
  struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "inspect", abstract: "Check a corpus and say what it holds.")

    @Argument(help: "The folder of the corpus.", completion: .directory)
    var folder: String

    @Flag(help: "Print the summary as JSON.")
    var json = false

    func run() throws {
      let summary = try CorpusSummary(of: try Corpus(contentsOf: folder))
      if json {
        Console.current.output(whole: String(decoding: try JSONDocument.bytes(summary), as: UTF8.self))
      } else {
        Console.current.output(CorpusTable(summary: summary).text)
      }
    }
  }
}
