import ArgumentParser
import LabAnalysis
import LabRunner
import TurnLab

/// `turnlab report`: makes the reports of run folders again.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Make the reports of run folders again from their records.")

  @Argument(help: "Run folders.", completion: .directory)
  var folders: [String]

  @Option(
    help: "A price book to price the runs by from now on, in place of the shipped one.", completion: .file())
  var prices: String?

  @Flag(help: "Print the reports as JSON, one document per folder.")
  var json = false

  func run() throws {
    let console = Console.current
    for path in folders {
      let folder = RunFolder(path: path)
      if let prices { try folder.adopt(prices: prices) }
      try console.show(try folder.report().analysis.report, asJSON: json)
      console.note("Reports: \(path)/report.html")
    }
  }
}
