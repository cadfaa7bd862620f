import LabAnalysis
import LabTimeline

/// The table of cells: the four latencies against their targets.
enum LatencySection {
  static func section(_ report: RunReport, axes: CellAxes) -> ReportSection {
    let lead =
      "Milliseconds over all turns that count. Under voice to voice stands its 95&nbsp;% interval, where the "
      + "sample supports one. A dash: no value, or too few turns for this quantile. "
      + "<span class=\"missed\">▴</span> misses its target: \(targets)."
    return ReportSection(
      id: "latency", title: "Latency of each cell", summaryTitle: "Latency",
      page: .made(
        ReportSection.lead(lead) + table(report, axes: axes).markup + coldTable(report, axes: axes)),
      summary: .made(markdown(report, axes: axes)))
  }

  private static func markdown(_ report: RunReport, axes: CellAxes) -> String {
    let figures = LatencyTarget.all.flatMap { target in
      LatencyTarget.Column.allCases.map { "\(target.title) \($0.rawValue)" }
    }
    return "Milliseconds over all turns that count. A dash: no value, or too few for this quantile.\n\n"
      + CellMarkdown(axes: axes).table(report.cells, figures: ["turns"] + figures) { cell in
        ["\(cell.turns)"]
          + LatencyTarget.all.flatMap { target in
            LatencyTarget.Column.allCases.map {
              FixedPoint.milliseconds(LatencyTarget.figure($0, of: cell.summary(of: target.metric)))
            }
          }
      }
  }

  /// The whole before its parts.
  private static let targetsInOrder =
    LatencyTarget.all.filter { $0.metric == MetricCatalogue.voiceToVoice }
    + LatencyTarget.all.filter { $0.metric != MetricCatalogue.voiceToVoice }

  private static var targets: String {
    targetsInOrder.map {
      "\($0.title) median &lt; \(FixedPoint.milliseconds($0.medianMilliseconds)), "
        + "p99 &lt; \(FixedPoint.milliseconds($0.p99Milliseconds))"
    }.joined(separator: "; ")
  }

  private static func table(_ report: RunReport, axes: CellAxes) -> HTMLTable {
    var columns = labelColumns(axes)
    columns.append(HTMLTable.Column(heading: "turns"))
    for target in targetsInOrder {
      columns += LatencyTarget.Column.allCases.map {
        HTMLTable.Column(heading: $0.rawValue, group: HTMLText.escaped(target.title))
      }
    }
    let rows = report.cells.map { cell in
      label(cell, axes: axes) + [.number(cell.turns)]
        + targetsInOrder.flatMap { target in
          LatencyTarget.Column.allCases.map { field($0, target: target, cell: cell) }
        }
    }
    return HTMLTable(caption: "Latency in milliseconds", columns: columns, rows: rows)
  }

  private static func field(
    _ column: LatencyTarget.Column, target: LatencyTarget, cell: CellReport
  ) -> HTMLTable.Field {
    let summary = cell.summary(of: target.metric)
    var field = HTMLTable.Field.milliseconds(LatencyTarget.figure(column, of: summary))
    if target.verdict(column, of: summary) == .missed {
      field.className = "missed"
      field.markup = "<span aria-label=\"misses its target\">▴</span>" + field.markup
    }
    let interval =
      switch column {
      case .p50: summary.interval95.p50
      case .p90: summary.interval95.p90
      case .p95: [Double]?.none
      }
    let isWhole = target.metric == MetricCatalogue.voiceToVoice
    if isWhole, let low = interval?.first, let high = interval?.last {
      field.markup += "<small>\(FixedPoint.milliseconds(low))…\(FixedPoint.milliseconds(high))</small>"
    }
    return field
  }

  /// The first turn of conversations beside the others, where both have values.
  private static func coldTable(_ report: RunReport, axes: CellAxes) -> String {
    let key = MetricCatalogue.voiceToVoice.key
    let cells = report.cells.filter { $0.firstTurn[key] != nil && $0.laterTurns[key] != nil }
    guard !cells.isEmpty else { return "" }
    let groups = ["first turn", "later turns"]
    let columns =
      labelColumns(axes)
      + groups.flatMap { group in
        ["n", "p50", "p90", "mean"].map { HTMLTable.Column(heading: $0, group: group) }
      }
    let rows = cells.map { cell in
      label(cell, axes: axes)
        + [cell.firstTurn[key], cell.laterTurns[key]].flatMap { summary in
          [.number(summary?.n ?? 0)]
            + [summary?.p50, summary?.p90, summary?.mean].map { HTMLTable.Field.milliseconds($0) }
        }
    }
    let table = HTMLTable(
      caption: "Voice to voice in milliseconds: the first turn of each conversation meets cold connections",
      columns: columns, rows: rows)
    return "<h3>Cold and warm turns</h3>\n" + table.markup
  }

  static func labelColumns(_ axes: CellAxes) -> [HTMLTable.Column] {
    let names = axes.varying.isEmpty ? ["cell"] : axes.varying.map(\.name)
    return names.map { HTMLTable.Column(heading: $0, isNumber: false) }
  }

  static func label(_ cell: CellReport, axes: CellAxes) -> [HTMLTable.Field] {
    let values = axes.varying.isEmpty ? [axes.label(cell.cell)] : axes.values(cell.cell)
    return values.map { .text($0, class: "name") }
  }
}
