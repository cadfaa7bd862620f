import LabAnalysis
import LabTimeline

/// One bar per cell: what its mean voice-to-voice latency is made of, coloured by owner.
///
/// Parts that took time away (a detector that places the end too early) stand left of zero.
enum ContributionBars {
  private static let plotStart = 270.0
  private static let plotEnd = 960.0
  private static let rowHeight = 36.0
  private static let barHeight = 20.0

  static func drawing(_ cells: [CellReport], axes: CellAxes) -> SVGDrawing {
    let top = 22.0
    let bottom = top + rowHeight * Double(cells.count)
    var drawing = SVGDrawing(
      height: bottom + 24,
      description:
        "Mean voice-to-voice latency of each cell, cut into parts by owner. Tables below list them.")
    let scale = LinearScale(values: range(cells), from: plotStart, to: plotEnd)
    drawing.axis(scale, top: top, bottom: bottom)
    drawing.text("mean", x: 1040, y: 14, class: "tick", anchor: .end)
    for (index, cell) in cells.enumerated() {
      let middle = top + rowHeight * (Double(index) + 0.5)
      drawing.rowLabel(axes.label(cell.cell), middle: middle)
      bar(cell.contributions, middle: middle, scale: scale, in: &drawing)
      let mean = cell.summary(of: MetricCatalogue.voiceToVoice).mean
      drawing.text(
        FixedPoint.milliseconds(mean), x: 1040, y: middle + 4, class: "figure strong", anchor: .end)
    }
    return drawing
  }

  private static func range(_ cells: [CellReport]) -> ClosedRange<Double> {
    let sums = cells.map { cell in
      cell.contributions.reduce(into: (low: 0.0, high: 0.0)) { sums, part in
        if part.meanMilliseconds < 0 {
          sums.low += part.meanMilliseconds
        } else {
          sums.high += part.meanMilliseconds
        }
      }
    }
    return (sums.map(\.low).min() ?? 0)...(sums.map(\.high).max() ?? 0)
  }

  private static func bar(
    _ parts: [ContributionSummary], middle: Double, scale: LinearScale, in drawing: inout SVGDrawing
  ) {
    var (left, right) = (0.0, 0.0)
    for part in parts where part.meanMilliseconds != 0 {
      let value = part.meanMilliseconds
      let from = value < 0 ? left + value : right
      if value < 0 { left += value } else { right += value }
      let width = scale(from + value.magnitude) - scale(from)
      drawing.rectangle(
        x: scale(from), y: middle - barHeight / 2, width: width, height: barHeight,
        class: "part \(part.owner.rawValue)",
        title: "\(part.name) (\(part.owner.rawValue)): mean \(FixedPoint.milliseconds(value)) ms")
      let text = FixedPoint.milliseconds(value)
      if width > 10 + 7 * Double(text.count) {
        drawing.text(
          text, x: scale(from) + width / 2, y: middle + 4, class: "on-\(part.owner.rawValue)",
          anchor: .middle)
      }
    }
  }
}
