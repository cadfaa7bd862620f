import LabAnalysis

/// What an open arrival did to the latencies: service and response latency beside each other.
enum ArrivalSection {
  static func section(_ report: RunReport, axes: CellAxes) -> PageSection? {
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
    return PageSection(
      id: "arrivals", title: "Arrivals and waits",
      lead: HTMLText.escaped(ArrivalTable.explanation.joined(separator: " ")),
      body: HTMLTable(caption: "Waits and latencies in milliseconds", columns: columns, rows: rows).markup)
  }
}
