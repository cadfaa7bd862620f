public import LabAnalysis
import LabRecord
import LabTimeline

/// `summary.md`: the figures that fit a pull request or a job's page.
public enum SummaryMarkdown {
  /// The file.
  ///
  /// - Parameter sections: Parts made elsewhere, which stand behind the latencies.
  public static func bytes(_ report: RunReport, sections: [ReportSection] = []) -> [UInt8] {
    Array(text(report, others: sections).utf8)
  }

  private static func text(_ report: RunReport, others: [ReportSection]) -> String {
    let axes = CellAxes(report.cells.map(\.cell))
    var parts = ["# \(MarkdownTable.escaped(report.run.plan.name))\n", facts(report, axes: axes)]
    if let calibration = report.run.instrument.calibration {
      parts.append(MarkdownTable.escaped(calibration.sentence) + "\n")
    }
    let notes = RunNotes.all(report)
    if !notes.isEmpty {
      parts.append(notes.map { "- \(MarkdownTable.escaped($0))\n" }.joined())
    }
    if let warnings = WarningMarkdown.section(report, axes: axes) { parts.append(warnings) }
    if let choices = ChoiceSection.section(report) { parts.append(choices.markdown()) }
    parts.append("## Latency\n\n" + latencies(report, axes: axes))
    parts += others.map { $0.markdown() }
    if let bargeIn = BargeInSection.section(report, axes: axes) { parts.append(bargeIn.markdown()) }
    if let arrivals = arrivals(report, axes: axes) { parts.append("## Arrivals\n\n" + arrivals) }
    if let frontier = FrontierSection.markdown(report, axes: axes) { parts.append(frontier) }
    parts.append("## Where the time goes\n\n" + owners(report, axes: axes))
    if let cost = CostSection.section(report, axes: axes) { parts.append(cost.markdown()) }
    parts.append("## Counts\n\n" + counts(report, axes: axes))
    return parts.joined(separator: "\n")
  }

  private static func facts(_ report: RunReport, axes: CellAxes) -> String {
    let run = report.run
    var facts = ["mode \(MarkdownTable.escaped(run.mode))", "seed \(run.seed)", "run `\(run.id)`"]
    if let arms = ArmSentence.text(report) { facts.append(MarkdownTable.escaped(arms)) }
    if let started = run.startedAt { facts.append("started \(MarkdownTable.escaped(started))") }
    let line = facts.joined(separator: " · ") + "\n"
    guard !axes.fixed.isEmpty else { return line }
    return line + "\nIn all cells: \(MarkdownTable.escaped(axes.shared)).\n"
  }

  private static func latencies(_ report: RunReport, axes: CellAxes) -> String {
    let figures = LatencyTarget.all.flatMap { target in
      LatencyTarget.Column.allCases.map { "\(target.title) \($0.rawValue)" }
    }
    let rows = report.cells.map { cell in
      label(cell, axes) + ["\(cell.turns)"]
        + LatencyTarget.all.flatMap { target in
          LatencyTarget.Column.allCases.map {
            FixedPoint.milliseconds(LatencyTarget.figure($0, of: cell.summary(of: target.metric)))
          }
        }
    }
    return "Milliseconds over all turns that count. A dash: no value, or too few for this quantile.\n\n"
      + MarkdownTable.text(
        header: heading(axes) + ["turns"] + figures, leftColumns: heading(axes).count, rows: rows)
  }

  private static func arrivals(_ report: RunReport, axes: CellAxes) -> String? {
    let arrivals = ArrivalTable(report)
    guard !arrivals.cells.isEmpty else { return nil }
    let figures = ArrivalTable.groups.flatMap { group in group.columns.map { "\(group.title) \($0)" } }
    let rows = arrivals.cells.map { cell in
      label(cell, axes) + ["\(ArrivalTable.count(cell))"]
        + ArrivalTable.groups.flatMap { $0.figures(cell).map { FixedPoint.milliseconds($0) } }
    }
    return ArrivalTable.explanation.map { "- \(MarkdownTable.escaped($0))\n" }.joined() + "\n"
      + MarkdownTable.text(
        header: heading(axes) + ["conversations"] + figures, leftColumns: heading(axes).count, rows: rows)
  }

  private static func owners(_ report: RunReport, axes: CellAxes) -> String {
    let present = Set(report.cells.flatMap(\.contributions).map(\.owner))
    let owners = Contribution.Owner.allCases.filter(present.contains)
    let rows = report.cells.map { cell in
      label(cell, axes)
        + owners.map { owner in
          let own = cell.contributions.filter { $0.owner == owner }
          return FixedPoint.milliseconds(own.isEmpty ? nil : own.reduce(0) { $0 + $1.meanMilliseconds })
        } + [FixedPoint.milliseconds(cell.summary(of: MetricCatalogue.voiceToVoice).mean)]
    }
    return "Mean milliseconds of the voice-to-voice latency by owner; they sum to its mean.\n\n"
      + MarkdownTable.text(
        header: heading(axes) + owners.map(\.rawValue) + ["mean"], leftColumns: heading(axes).count,
        rows: rows)
  }

  private static func counts(_ report: RunReport, axes: CellAxes) -> String {
    let seen = TurnCounts.all.filter { count in
      report.cells.contains { $0.counts[keyPath: count.path] != 0 }
    }
    let rows = report.cells.map { cell in
      label(cell, axes) + ["\(cell.completed)", "\(cell.interrupted)", "\(cell.failed)", "\(cell.missed)"]
        + seen.map { "\(cell.counts[keyPath: $0.path])" }
    }
    return MarkdownTable.text(
      header: heading(axes) + ["completed", "interrupted", "failed", "missed"]
        + seen.map { MarkdownTable.escaped($0.name) }, leftColumns: heading(axes).count, rows: rows)
  }

  private static func heading(_ axes: CellAxes) -> [String] {
    axes.varying.isEmpty ? ["cell"] : axes.varying.map(\.name)
  }

  private static func label(_ cell: CellReport, _ axes: CellAxes) -> [String] {
    let values = axes.varying.isEmpty ? [axes.label(cell.cell)] : axes.values(cell.cell)
    return values.map(MarkdownTable.escaped)
  }
}
