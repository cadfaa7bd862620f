import ArgumentParser
import LabAnalysis
import LabPlan
import LabReports
import LabRunner
import LabStudies
import LabTimeline

/// `turnlab predict`: combinations of services that nobody measured.
struct PredictCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "predict",
    abstract:
      "Predict combinations of services from measured ones, and say how far such predictions are off.",
    discussion: """
      Every cell of a run holds the same conversations, so a turn of a combination that was not measured is put together \
      from the same turn in cells that have its services: measured A/A/A, B/A/A and A/B/A predict B/B/A. Measured cells are \
      predicted from the others as well; how far that misses them is the error.
      """)

  @Argument(help: "Run folders.", completion: .directory)
  var folders: [String]

  @Option(help: "Predict only the combinations that match, e.g. 'stt=deepgram/*,tts=cartesia/sonic-3'.")
  var select: String?

  @Option(help: "A file to write the prediction to, as JSON.", completion: .file())
  var out: String?

  @OptionGroup var format: DocumentFormat

  func validate() throws {
    if folders.isEmpty { throw ValidationError("Name at least one run folder.") }
  }

  func run() throws {
    let selection = try select.map(CellSelection.init) ?? CellSelection()
    let runs = try folders.map { ComparedRun(name: $0, analysis: try RunFolder(path: $0).analyse()) }
    let report = try PredictionReport(runs, wanted: selection.contains)
    let bytes = try PredictionJSON.bytes(report)
    if let out { try RunFolder.write(bytes, toFile: out) }
    Console.current.output(
      whole: format.text(json: bytes, markdown: report.markdown, plain: report.plainText))
  }
}
