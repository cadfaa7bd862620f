import ArgumentParser
import LabAnalysis
import LabRunner
import TurnLab

/// `turnlab merge`: joins the shards of a run.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Join the run folders of shards into the run folder of the whole.")

  @Argument(help: "The run folders of all shards.", completion: .directory)
  var folders: [String]

  @Option(help: "The run folder to write.", completion: .directory)
  var out: String

  func run() throws {
    let whole = RunFolder(path: out)
    try whole.merge(folders.map(RunFolder.init))
    try Console.current.show(try whole.report().analysis.report, asJSON: false)
    Console.current.note("Reports: \(out)/report.html")
  }
}
