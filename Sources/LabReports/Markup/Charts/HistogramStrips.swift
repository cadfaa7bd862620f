import LabAnalysis

/// One row per cell: where its turns' latencies lie, with marks at the quantiles, all on one axis.
enum HistogramStrips {
  private static let plotStart = 270.0
  private static let plotEnd = 830.0
  private static let columns = [890.0, 965, 1040]
  private static let rowHeight = 38.0
  private static let barHeight = 24.0
  private static let bins = 80

  static func drawing(_ cells: [VoiceToVoiceValues]) -> SVGDrawing {
    let top = 24.0
    let bottom = top + rowHeight * Double(cells.count)
    var drawing = SVGDrawing(
      height: bottom + 24,
      description: "Histogram of the voice-to-voice latency of each cell. The table above has the figures.")
    let scale = LinearScale(values: VoiceToVoiceValues.range(cells), from: plotStart, to: plotEnd, ticks: 8)
    drawing.axis(scale, top: top, bottom: bottom)
    for (x, column) in zip(columns, LatencyTarget.Column.allCases) {
      drawing.text(column.rawValue, x: x, y: 14, class: "tick", anchor: .end)
    }
    for (index, cell) in cells.enumerated() {
      row(cell, base: top + rowHeight * Double(index + 1) - 5, scale: scale, in: &drawing)
    }
    return drawing
  }

  private static func row(
    _ cell: VoiceToVoiceValues, base: Double, scale: LinearScale, in drawing: inout SVGDrawing
  ) {
    drawing.rowLabel(cell.label, middle: base - barHeight / 2)
    drawing.line(plotStart, base, plotEnd, base, class: "rule")
    let outline = outline(cell.values, base: base, scale: scale)
    if !outline.isEmpty { drawing.path(outline, class: "histogram", closed: true) }
    for (column, x) in zip(LatencyTarget.Column.allCases, columns) {
      let value = LatencyTarget.figure(column, of: cell.summary)
      drawing.text(
        FixedPoint.milliseconds(value), x: x, y: base - barHeight / 2 + 4,
        class: column == .p50 ? "figure strong" : "figure", anchor: .end)
      guard let value, value <= scale.domain.upperBound else { continue }
      let height = column == .p50 ? barHeight + 3 : 12
      drawing.line(
        scale(value), base + 3, scale(value), base - height, class: column == .p50 ? "median" : "quantile")
    }
  }

  /// The silhouette of a histogram that is as high as the row at its fullest bin.
  private static func outline(
    _ values: [Double], base: Double, scale: LinearScale
  ) -> [(x: Double, y: Double)] {
    let width = (scale.domain.upperBound - scale.domain.lowerBound) / Double(bins)
    var counts = [Int](repeating: 0, count: bins)
    for value in values where scale.domain.contains(value) {
      counts[min(bins - 1, Int((value - scale.domain.lowerBound) / width))] += 1
    }
    guard let fullest = counts.max(), fullest > 0 else { return [] }
    var points: [(x: Double, y: Double)] = []
    for (index, count) in counts.enumerated() {
      let y = base - barHeight * Double(count) / Double(fullest)
      let left = scale.domain.lowerBound + Double(index) * width
      if points.last?.y != y || index == bins - 1 {
        if let last = points.last { points.append((scale(left), last.y)) }
        points.append((scale(left), y))
      }
    }
    return [(scale(scale.domain.lowerBound), base)] + points + [(scale(scale.domain.upperBound), base)]
  }
}
