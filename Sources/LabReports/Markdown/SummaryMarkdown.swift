public import LabAnalysis
import LabRecord
import LabTimeline

/// `summary.md`: the figures that fit a pull request or a job's page.
public enum SummaryMarkdown {
  /// The file.
  ///
  /// - Parameter sections: Parts made elsewhere.
  public static func bytes(_ analysis: RunAnalysis, sections: [ReportSection] = []) -> [UInt8] {
    Array(text(analysis, others: sections).utf8)
  }

  private static func text(_ analysis: RunAnalysis, others: [ReportSection]) -> String {
    let report = analysis.report
    let axes = CellAxes(report.cells.map(\.cell))
    var parts = ["# \(MarkdownTable.escaped(report.run.plan.name))\n", facts(report, axes: axes)]
    if let calibration = report.run.instrument.calibration {
      parts.append(MarkdownTable.escaped(calibration.sentence) + "\n")
    }
    let notes = RunNotes.all(report)
    if !notes.isEmpty {
      parts.append(notes.map { "- \(MarkdownTable.escaped($0))\n" }.joined())
    }
    parts += ReportContents.sections(of: analysis, others: others, areLatenciesFirst: true)
      .compactMap(\.summaryMarkdown)
    return parts.joined(separator: "\n")
  }

  private static func facts(_ report: RunReport, axes: CellAxes) -> String {
    let run = report.run
    var facts = ["mode \(run.mode.rawValue)", "seed \(run.seed)", "run `\(run.id)`"]
    if let arms = ArmSentence.text(report) { facts.append(MarkdownTable.escaped(arms)) }
    if let started = run.startedAt { facts.append("started \(MarkdownTable.escaped(started))") }
    let line = facts.joined(separator: " · ") + "\n"
    guard !axes.fixed.isEmpty else { return line }
    return line + "\nIn all cells: \(MarkdownTable.escaped(axes.shared)).\n"
  }
}
