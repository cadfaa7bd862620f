import ArgumentParser
import Foundation
import LabCost
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
    let parts = folders.map(RunFolder.init)
    let whole = RunFolder(path: out)
    try whole.create()
    try RecordMerge.merge(parts.map(\.record), into: whole.record)
    let kept = parts.first.map { part in
      [
        (part.plan, "plan.yaml"), (part.baseline, "baseline.yaml"),
        (part.path + "/" + PriceBook.fileName, PriceBook.fileName),
      ]
    }
    for (path, name) in kept ?? [] {
      guard let text = FileManager.default.contents(atPath: path) else { continue }
      try whole.write(Array(text), to: name)
    }
    // Shards may have run on several machines; the first one's stands for all, which matters in real time only.
    if let environment = try parts.first?.readEnvironment() { try whole.write(environment: environment) }
    try Console.current.show(try whole.report().analysis.report, asJSON: false)
    Console.current.note("Reports: \(out)/report.html")
  }
}
