import LabAnalysis

/// What an open arrival did to the latencies: service and response latency beside each other.
enum ArrivalSection {
  static func section(_ report: RunReport, axes: CellAxes) -> ReportSection? {
    let arrivals = ArrivalTable(report)
    guard !arrivals.cells.isEmpty else { return nil }
    let columns =
      LatencySection.labelColumns(axes) + [HTMLTable.Column(heading: "conversations")]
      + ArrivalTable.groups.flatMap { group in
        group.columns.map { HTMLTable.Column(heading: $0, group: HTMLText.escaped(group.title)) }
      }
    let rows = arrivals.cells.map { cell in
      LatencySection.label(cell, axes: axes) + [.number(ArrivalTable.count(cell))]
        + ArrivalTable.groups.flatMap { $0.figures(cell).map { HTMLTable.Field.milliseconds($0) } }
    }
    let table = HTMLTable(caption: "Waits and latencies in milliseconds", columns: columns, rows: rows)
    let lead = HTMLText.escaped(ArrivalTable.explanation.joined(separator: " "))
    return ReportSection(
      id: "arrivals", title: "Arrivals and waits", summaryTitle: "Arrivals",
      page: .made(ReportSection.lead(lead) + table.markup),
      summary: .made(markdown(arrivals, axes: axes)))
  }

  private static func markdown(_ arrivals: ArrivalTable, axes: CellAxes) -> String {
    let figures = ArrivalTable.groups.flatMap { group in group.columns.map { "\(group.title) \($0)" } }
    return ArrivalTable.explanation.map { "- \(MarkdownTable.escaped($0))\n" }.joined() + "\n"
      + CellMarkdown(axes: axes).table(arrivals.cells, figures: ["conversations"] + figures) { cell in
        ["\(ArrivalTable.count(cell))"]
          + ArrivalTable.groups.flatMap { $0.figures(cell).map { FixedPoint.milliseconds($0) } }
      }
  }
}
