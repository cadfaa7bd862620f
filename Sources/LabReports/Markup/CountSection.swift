import LabAnalysis
import LabRecord
import LabTimeline

/// What was counted beside the times: outcomes, events, usage.
enum CountSection {
  static func section(_ report: RunReport, axes: CellAxes) -> PageSection {
    PageSection(
      id: "counts", title: "Counts and failures",
      lead: "Failed and missed turns stay in the denominator. Columns of zeros are left out.",
      body: outcomes(report, axes: axes).markup + "<h3>Events</h3>\n" + events(report, axes: axes).markup
        + "<h3>Usage</h3>\n" + usage(report, axes: axes).markup)
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
    let seen = TurnCounts.all.filter { count in
      report.cells.contains { $0.counts[keyPath: count.path] != 0 }
    }
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
