public import ArgumentParser
import LabAnalysis
import LabReports
import LabRunner
import LabStudies
import LabTimeline
import TurnLab

/// `turnlab compare`: holds two runs, two cells, or the arms of a run against each other.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract:
      "Say how two runs, two cells or the arms of a run differ, by how much, and where it comes from.",
    discussion: """
      A side is a run folder, or a folder and some of its cells: 'DIR:llm=openai/gpt-4o-mini', in the syntax of \
      --select. The first side is the baseline. With one folder, the arms of its run are compared.

      Turns are paired by conversation, iteration and number. A comparison describes and never judges: it exits with \
      0 whatever it finds, and with 5 when there is nothing to compare. Judging is what 'turnlab gate' does.
      """)

  @Argument(
    help: "The baseline: DIR or DIR:AXIS=PATTERN,…; or a run that carries both arms.", completion: .directory)
  var baseline: String

  @Argument(help: "The candidate: DIR or DIR:AXIS=PATTERN,…", completion: .directory)
  var candidate: String?

  @Option(
    name: .customLong("metric"), help: "A latency to compare, e.g. llm.ttft; may be given several times.")
  var metrics: [String] = []

  @Option(help: "Which turns of each conversation: all, first or later.")
  var turns = TurnSelection.all

  @OptionGroup var format: DocumentFormat

  func validate() throws {
    for name in metrics where MetricCatalogue.metric(name) == nil {
      throw ValidationError(
        "--metric “\(name)” is not a latency. There are: \(MetricCatalogue.all.map(\.id).joined(separator: ", "))."
      )
    }
  }

  func run() throws {
    let chosen = metrics.compactMap(MetricCatalogue.metric)
    let report = try ComparisonReport(
      try matching(), metrics: chosen.isEmpty ? nil : chosen, turns: turns)
    Console.current.output(
      whole: try format.text(
        json: ComparisonJSON.bytes(report), markdown: report.markdown, plain: report.plainText))
  }

  private func matching() throws -> CellMatching {
    let first = try ComparedCells(baseline)
    let analysis = try first.folder.analyse()
    guard let candidate else { return try .arms(of: first.side(of: analysis)) }
    let second = try ComparedCells(candidate)
    let other = second.folder.path == first.folder.path ? analysis : try second.folder.analyse()
    return try .matching(baseline: first.side(of: analysis), candidate: second.side(of: other))
  }
}

extension TurnSelection: ExpressibleByArgument {}
