public import LabAnalysis
import LabCost

/// `cost.svg`: dollars an hour over the length of a session, for each cell and each rival.
public enum CostChart {
  /// More lines than this cannot be told apart.
  static let mostLines = 12

  /// The file; it needs nothing else.
  public static func bytes(_ report: CostReport) -> [UInt8] {
    let curves = Array(report.curves.prefix(mostLines))
    let left = curves.count < report.curves.count
    let legend = 390.0
    var drawing = SVGDrawing(
      height: legend + 20 * Double(curves.count) + (left ? 20 : 0),
      description: "US dollars per hour of conversation over the length of a session.")
    let (top, bottom) = (34.0, 340.0)
    let most = curves.flatMap(\.points).map(\.dollars).max() ?? 1
    // Cents: the scale has whole steps of 1 at least.
    let dollars = LinearScale(values: 0...max(most * 100, 1), from: bottom, to: top, ticks: 6)
    let minutes = LinearScale(values: 0...(CostCurve.minutes.last ?? 1), from: 64, to: 1010, ticks: 9)
    for tick in dollars.ticks {
      drawing.line(64, dollars(tick), 1010, dollars(tick), class: tick == 0 ? "rule" : "grid")
      drawing.text(
        FixedPoint.text(tick / 100, decimals: 2), x: 56, y: dollars(tick) + 4, class: "tick", anchor: .end)
    }
    for tick in minutes.ticks {
      let unit = tick == minutes.ticks.last ? " min" : ""
      drawing.text(
        FixedPoint.text(tick, decimals: 0) + unit, x: minutes(tick), y: bottom + 18, class: "tick",
        anchor: .middle)
    }
    drawing.text(
      "US dollars per hour over the length of a session, prices of \(report.asOf)", x: 64, y: 16,
      class: "label")
    for (index, curve) in curves.enumerated() {
      let style = "series c\(index % 6)" + (curve.kind == .pipeline ? "" : " rival")
      drawing.path(
        curve.points.map { (minutes($0.minutes), dollars($0.dollars * 100)) }, class: style, title: curve.name
      )
      let y = legend + 20 * Double(index)
      drawing.line(64, y, 100, y, class: style)
      drawing.text(curve.name, x: 110, y: y + 4, class: "label")
    }
    if left {
      drawing.text(
        "and \(report.curves.count - curves.count) more; cost.csv has all", x: 110,
        y: legend + 20 * Double(curves.count) + 4, class: "tick")
    }
    return Array(drawing.file(style: style).utf8)
  }

  /// The colours of the report's page, for light and dark surroundings.
  private static let style = """
    text{font:12px system-ui,sans-serif;fill:#333}.tick{fill:#666;font-size:11px}.grid{stroke:#ddd}.rule{stroke:#888}
    .series{fill:none;stroke-width:2}.rival{stroke-dasharray:6 4}.c0{stroke:#0b6e99}.c1{stroke:#c4500c}
    .c2{stroke:#2c7a3f}.c3{stroke:#8a3ffc}.c4{stroke:#a5006b}.c5{stroke:#7a6a00}
    @media (prefers-color-scheme:dark){text{fill:#ddd}.tick{fill:#aaa}.grid{stroke:#444}}

    """
}
