import LabAnalysis
import LabRecord
import LabTimeline

/// What was counted beside the times: outcomes, events, usage.
enum CountSection {
  static func section(_ report: RunReport, axes: CellAxes) -> ReportSection {
    let lead = "Failed and missed turns stay in the denominator. Columns of zeros are left out."
    return ReportSection(
      id: "counts", title: "Counts and failures", summaryTitle: "Counts",
      page: .made(
        ReportSection.lead(lead) + outcomes(report, axes: axes).markup + "<h3>Events</h3>\n"
          + events(report, axes: axes).markup + "<h3>Usage</h3>\n" + usage(report, axes: axes).markup),
      summary: .made(markdown(report, axes: axes)))
  }

  private static func markdown(_ report: RunReport, axes: CellAxes) -> String {
    let seen = seen(in: report)
    let names = ["completed", "interrupted", "failed", "missed"]
    return CellMarkdown(axes: axes)
      .table(report.cells, figures: names + seen.map { MarkdownTable.escaped($0.name) }) { cell in
        [cell.completed, cell.interrupted, cell.failed, cell.missed].map { "\($0)" }
          + seen.map { "\(cell.counts[keyPath: $0.path])" }
      }
  }

  /// What was counted at least once in any cell.
  private static func seen(
    in report: RunReport
  ) -> [(name: String, path: any WritableKeyPath<TurnCounts, Int> & Sendable)] {
    TurnCounts.all.filter { count in report.cells.contains { $0.counts[keyPath: count.path] != 0 } }
  }

  private static func outcomes(_ report: RunReport, axes: CellAxes) -> HTMLTable {
    let names = ["turns", "completed", "interrupted", "failed", "missed"]
    let columns =
      LatencySection.labelColumns(axes) + names.map { HTMLTable.Column(heading: $0) }
      + ["why", "not counted"].map { HTMLTable.Column(heading: $0, isNumber: false) }
    let rows = report.cells.map { cell in
      let reasons = [cell.failureReasons, cell.missedReasons, cell.conversationFailures].filter {
        !$0.isEmpty
      }
      let numbers = [cell.turns, cell.completed, cell.interrupted, cell.failed, cell.missed]
      return LatencySection.label(cell, axes: axes) + numbers.map { .number($0) }
        + [.text(reasons.map(RunNotes.list).joined(separator: ", ")), .text(RunNotes.list(cell.discarded))]
    }
    return HTMLTable(caption: "How turns ended", columns: columns, rows: rows)
  }

  private static func events(_ report: RunReport, axes: CellAxes) -> HTMLTable {
    let seen = seen(in: report)
    let columns =
      LatencySection.labelColumns(axes)
      + seen.map { HTMLTable.Column(heading: words($0.name)) }
      + [HTMLTable.Column(heading: "word error rate")]
    let rows = report.cells.map { cell in
      LatencySection.label(cell, axes: axes) + seen.map { .number(cell.counts[keyPath: $0.path]) }
        + [.text(FixedPoint.percent(cell.counts.wordErrors, of: cell.counts.words))]
    }
    return HTMLTable(caption: "What was counted", columns: columns, rows: rows)
  }

  private static func usage(_ report: RunReport, axes: CellAxes) -> HTMLTable {
    let columns =
      LatencySection.labelColumns(axes)
      + UsageColumns.names.map { HTMLTable.Column(heading: words($0)) }
    let rows = report.cells.map { cell in
      LatencySection.label(cell, axes: axes) + UsageColumns.values(cell.usage, decimals: 1).map(figure)
    }
    return HTMLTable(caption: "What was consumed", columns: columns, rows: rows)
  }

  private static func figure(_ text: String) -> HTMLTable.Field {
    HTMLTable.Field(markup: text, sortKey: Double(text))
  }

  private static func words(_ name: String) -> String {
    name.split(separator: "_").joined(separator: " ")
  }
}
