import LabAnalysis
import LabTimeline

/// Where the time goes: the parts of the latency and their owners.
enum ContributionSection {
  private static let mostBars = 100
  /// Tables of parts for more cells than this would make the page heavy; `report.json` has them all.
  private static let mostTables = 24

  static func section(_ report: RunReport, axes: CellAxes) -> ReportSection? {
    let cells = report.cells.filter { !$0.contributions.isEmpty }
    guard !cells.isEmpty else { return nil }
    let bars = Array(cells.prefix(mostBars))
    let lead =
      "The mean voice-to-voice latency along the critical path. The parts sum to it exactly; what nobody owns "
      + "is <em>unattributed</em>. Parts left of zero gave time back."
    return ReportSection(
      id: "contributions", title: "Where the time goes",
      page: .made(
        ReportSection.lead(lead) + OwnerLegend.markup(OwnerLegend.owners(of: cells))
          + ContributionBars.drawing(bars, axes: axes).markup
          + DistributionSection.omitted(cells.count - bars.count, what: "cells")
          + cells.prefix(mostTables).map { details($0, axes: axes) }.joined()
          + tablesOmitted(cells.count - mostTables)),
      summary: .made(markdown(report, axes: axes)))
  }

  private static func markdown(_ report: RunReport, axes: CellAxes) -> String {
    let owners = OwnerLegend.owners(of: report.cells)
    return "Mean milliseconds of the voice-to-voice latency by owner; they sum to its mean.\n\n"
      + CellMarkdown(axes: axes).table(report.cells, figures: owners.map(\.rawValue) + ["mean"]) { cell in
        owners.map { owner in
          let own = cell.contributions.filter { $0.owner == owner }
          return FixedPoint.milliseconds(own.isEmpty ? nil : own.reduce(0) { $0 + $1.meanMilliseconds })
        } + [FixedPoint.milliseconds(cell.summary(of: MetricCatalogue.voiceToVoice).mean)]
      }
  }

  private static func details(_ cell: CellReport, axes: CellAxes) -> String {
    let rows = cell.contributions.map { part in
      [
        HTMLTable.Field.text(part.name, class: "code"),
        HTMLTable.Field(
          markup: "<i class=\"swatch \(part.owner.rawValue)\"></i>\(part.owner.rawValue)"),
        .milliseconds(part.meanMilliseconds), .milliseconds(part.p50Milliseconds),
      ]
    }
    let table = HTMLTable(
      caption: "Parts of the latency in milliseconds",
      columns: [
        HTMLTable.Column(heading: "part", isNumber: false),
        HTMLTable.Column(heading: "owner", isNumber: false), HTMLTable.Column(heading: "mean"),
        HTMLTable.Column(heading: "median"),
      ], rows: rows)
    return
      "<details><summary>Parts of \(HTMLText.escaped(axes.label(cell.cell)))</summary>\n\(table.markup)</details>\n"
  }

  private static func tablesOmitted(_ count: Int) -> String {
    count > 0 ? "<p class=\"omitted\">The parts of \(count) more cells stand in report.json.</p>\n" : ""
  }
}
