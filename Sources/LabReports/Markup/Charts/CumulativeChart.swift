import LabAnalysis

/// The share of turns that are answered within a time, a few cells over each other.
enum CumulativeChart {
  /// More lines than this cannot be told apart.
  static let mostCells = 6
  /// More points than this cannot be seen.
  private static let mostPoints = 240

  static func drawing(_ cells: [VoiceToVoiceValues], target: LatencyTarget?) -> SVGDrawing {
    let (top, bottom) = (28.0, 320.0)
    let legend = bottom + 44
    var drawing = SVGDrawing(
      height: legend + 20 * Double(cells.count),
      description: "Share of turns answered within a time, per cell. The table above has the quantiles.")
    let scale = LinearScale(values: VoiceToVoiceValues.range(cells), from: 48, to: 1010, ticks: 10)
    drawing.axis(scale, top: top, bottom: bottom)
    for share in [0.0, 0.5, 0.9, 0.95, 1] {
      let y = bottom - share * (bottom - top)
      drawing.line(48, y, 1010, y, class: share == 0 ? "rule" : "grid")
      drawing.text(label(share), x: 40, y: y + 4, class: "tick", anchor: .end)
    }
    if let target { mark(target, scale: scale, top: top, bottom: bottom, in: &drawing) }
    for (index, cell) in cells.enumerated() {
      let points = steps(cell.values, top: top, bottom: bottom, scale: scale)
      drawing.path(points, class: "series s\(index)", title: cell.label)
      let y = legend + 20 * Double(index)
      drawing.line(48, y, 84, y, class: "series s\(index)")
      drawing.text("\(cell.label)  (n = \(cell.values.count))", x: 94, y: y + 4, class: "label")
    }
    return drawing
  }

  /// 95 % stands too near to its neighbours for a text of its own size; it is drawn and not named.
  private static func label(_ share: Double) -> String {
    share == 0.95 ? "" : FixedPoint.text(share * 100, decimals: 0) + " %"
  }

  private static func mark(
    _ target: LatencyTarget, scale: LinearScale, top: Double, bottom: Double, in drawing: inout SVGDrawing
  ) {
    for (value, name) in [
      (target.medianMilliseconds, "target median"), (target.p99Milliseconds, "target p99"),
    ]
    where scale.domain.contains(value) {
      drawing.line(scale(value), top - 4, scale(value), bottom, class: "target")
      drawing.text(name, x: scale(value), y: top - 8, class: "tick", anchor: .middle)
    }
  }

  /// The empirical distribution function; of a large sample every Nth value.
  private static func steps(
    _ values: [Double], top: Double, bottom: Double, scale: LinearScale
  ) -> [(x: Double, y: Double)] {
    let stride = max(1, values.count / mostPoints)
    var points: [(x: Double, y: Double)] = []
    var y = bottom
    for (index, value) in values.enumerated() where index % stride == 0 || index == values.count - 1 {
      guard value <= scale.domain.upperBound else { break }
      points.append((scale(value), y))
      y = bottom - Double(index + 1) / Double(values.count) * (bottom - top)
      points.append((scale(value), y))
    }
    return points
  }
}
