import LabRecord
import LabTimeline

/// The drawing of one cell's trend: its values night by night, changes as upright lines.
struct TrendPanel {
  let series: TrendSeries
  let words: TrendWords

  private static let plot = (left: 90.0, right: 940.0, top: 44.0, bottom: 120.0)

  var lines: [String] { headings + scale + changes + [curve] + points + dates }

  private var headings: [String] {
    [
      "<text x=\"10\" y=\"16\">\(TrendSVG.escaped(series.cell.name))</text>",
      "<text x=\"10\" y=\"32\" fill=\"#666\">\(TrendSVG.escaped(series.fingerprint.name))</text>",
    ]
  }

  private var range: ClosedRange<Double>? {
    let values = series.nights.compactMap(\.value)
    guard let low = values.min(), let high = values.max() else { return nil }
    return low...high
  }

  private var step: Double { (Self.plot.right - Self.plot.left) / Double(max(1, series.nights.count - 1)) }

  private func x(_ index: Int) -> Double { Self.plot.left + step * Double(index) }

  private func y(_ value: Double) -> Double {
    let (low, high) = (range?.lowerBound ?? 0, range?.upperBound ?? 0)
    let share = high > low ? (value - low) / (high - low) : 0.5
    return Self.plot.bottom - share * (Self.plot.bottom - Self.plot.top)
  }

  private func n(_ value: Double) -> String { TrendSVG.n(value) }

  private var scale: [String] {
    guard let range else { return [] }
    return Set([range.lowerBound, range.upperBound]).sorted().map { value in
      """
      <line x1="\(n(Self.plot.left))" x2="\(n(Self.plot.right))" y1="\(n(y(value)))" y2="\(n(y(value)))" stroke="#ddd"/>\
      <text x="\(n(Self.plot.left - 6))" y="\(n(y(value) + 4))" text-anchor="end">\(words.figure(value))</text>
      """
    }
  }

  private var changes: [String] {
    series.changes.map { change in
      let place = n(x(change.index) - (change.index > 0 ? step / 2 : 0))
      return """
        <line x1="\(place)" x2="\(place)" y1="\(n(Self.plot.top))" y2="\(n(Self.plot.bottom))" stroke="#c00" \
        stroke-dasharray="4 3"><title>\(TrendSVG.escaped(words.sentence(change)))</title></line>
        """
    }
  }

  private var curve: String {
    let points = series.nights.enumerated().compactMap { index, night in
      night.isValid ? night.value.map { "\(n(x(index))),\(n(y($0)))" } : nil
    }
    return
      "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"#36c\" stroke-width=\"1.5\"/>"
  }

  private var points: [String] {
    series.nights.enumerated().compactMap { index, night in
      guard let value = night.value else { return nil }
      return """
        <circle cx="\(n(x(index)))" cy="\(n(y(value)))" r="3" fill="\(night.isValid ? "#36c" : "#fff")" \
        stroke="#36c"><title>\(night.startedAt): \(words.withUnit(value))</title></circle>
        """
    }
  }

  private var dates: [String] {
    guard let first = series.nights.first, let last = series.nights.last else { return [] }
    let below = n(Self.plot.bottom + 18)
    return [
      """
      <text x="\(n(Self.plot.left))" y="\(below)" fill="#666">\(first.startedAt)</text>\
      <text x="\(n(Self.plot.right))" y="\(below)" fill="#666" text-anchor="end">\(last.startedAt)</text>
      """
    ]
  }
}
