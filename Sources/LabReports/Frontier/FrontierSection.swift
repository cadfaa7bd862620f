import LabAnalysis
import LabGates
import LabTimeline

/// The frontier in the reports for people: a curve, the points that count, and what each cue is worth.
enum FrontierSection {
  static func section(_ report: RunReport, axes: CellAxes) -> ReportSection? {
    let table = FrontierTable(report: report, axes: axes)
    guard let frontiers = report.frontiers, !table.rows.isEmpty else { return nil }
    let charts = frontiers.map { frontier in
      "<h3>\(HTMLText.escaped(table.label(frontier)))</h3>\n" + drawing(frontier).markup
    }
    let lead = HTMLText.escaped((FrontierTable.explanation + table.counts).joined(separator: " "))
    let tables = [
      ReportSection.Table(
        caption: "Milliseconds", header: FrontierTable.header, leftColumns: FrontierTable.leftColumns,
        rows: table.rows),
      ReportSection.Table(
        caption: "What the cues are worth, at 5 % false cut-offs", header: FrontierTable.ablationHeader,
        leftColumns: FrontierTable.leftColumns, rows: table.ablationRows),
    ]
    return ReportSection(
      id: "turn-taking", title: FrontierTable.title,
      page: .made(ReportSection.lead(lead) + charts.joined() + tables.map(\.markup).joined()),
      summary: .made(markdown(table)))
  }

  private static func markdown(_ table: FrontierTable) -> String {
    let lines = (FrontierTable.explanation + table.counts).map { "- \(MarkdownTable.escaped($0))\n" }
    func text(_ header: [String], _ rows: [[String]]) -> String {
      MarkdownTable.text(
        header: header.map(MarkdownTable.escaped), leftColumns: FrontierTable.leftColumns,
        rows: rows.map { $0.map(MarkdownTable.escaped) })
    }
    return lines.joined() + "\n"
      + text(FrontierTable.header, table.rows) + "\nAt 5 % false cut-offs, without one cue:\n\n"
      + text(FrontierTable.ablationHeader, table.ablationRows)
  }

  private static func drawing(_ frontier: FrontierReport) -> SVGDrawing {
    let (top, bottom) = (28.0, 320.0)
    let legend = bottom + 44
    let most = 0.4
    var drawing = SVGDrawing(
      height: legend + 20 * Double(frontier.policies.count),
      description:
        "Mean endpointing delay against the share of turns cut off, per policy. The table below has figures."
    )
    let shown = frontier.policies.map { policy in policy.line.filter { $0.falseCutoffs <= most } }
    let ends = shown.flatMap { $0.map(\.mean) } + frontier.policies.flatMap { $0.points.map(\.mean) }
    let scale = LinearScale(values: 0...min(ends.max() ?? 1000, 2000), from: 48, to: 1010, ticks: 10)
    drawing.axis(scale, top: top, bottom: bottom)
    for share in [0.0, 0.05, 0.1, 0.2, 0.3, 0.4] {
      let y = bottom - share / most * (bottom - top)
      drawing.line(48, y, 1010, y, class: share == 0 ? "rule" : "grid")
      drawing.text(
        FixedPoint.text(share * 100, decimals: 0) + " %", x: 40, y: y + 4, class: "tick", anchor: .end)
    }
    for (index, policy) in frontier.policies.enumerated() {
      let points = shown[index].filter { scale.domain.contains($0.mean) }
        .map { (scale($0.mean), bottom - $0.falseCutoffs / most * (bottom - top)) }
      let name = "series s\(index)"
      if points.isEmpty, let point = policy.points.first, point.falseCutoffs <= most {
        let (x, y) = (scale(point.mean), bottom - point.falseCutoffs / most * (bottom - top))
        drawing.line(x - 6, y - 6, x + 6, y + 6, class: name)
        drawing.line(x - 6, y + 6, x + 6, y - 6, class: name)
      } else {
        drawing.path(points, class: name, title: policy.name)
      }
      let y = legend + 20 * Double(index)
      drawing.line(48, y, 84, y, class: name)
      drawing.text(policy.name, x: 94, y: y + 4, class: "label")
    }
    return drawing
  }
}
