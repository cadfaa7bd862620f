import Foundation
import LabRecord
import LabTimeline

/// A trend as a drawing that stands alone: one panel per cell, changes as upright lines.
public enum TrendSVG {
  private static let width = 960.0
  private static let panel = 150.0
  private static let plot = (left: 90.0, right: 940.0, top: 44.0, bottom: 120.0)

  /// The whole file.
  public static func text(_ trend: Trend) -> String {
    let words = TrendWords(statistic: trend.statistic)
    let title = "\(trend.statistic.isOfMetric ? trend.metric.id + " " : "")\(trend.statistic.rawValue)"
    let height = 30 + panel * Double(max(1, trend.series.count))
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(n(width)) \(n(height))" role="img" \
      aria-label="Trend of \(escaped(title))" font-family="sans-serif" font-size="12">
      """,
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
      "<text x=\"10\" y=\"20\" font-size=\"15\" font-weight=\"bold\">\(escaped(title))</text>",
    ]
    for (index, series) in trend.series.enumerated() {
      lines.append("<g transform=\"translate(0 \(n(30 + panel * Double(index))))\">")
      lines += drawing(of: series, words: words)
      lines.append("</g>")
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private static func drawing(of series: TrendSeries, words: TrendWords) -> [String] {
    let values = series.nights.compactMap(\.value)
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    let step = (plot.right - plot.left) / Double(max(1, series.nights.count - 1))
    func x(_ index: Int) -> Double { plot.left + step * Double(index) }
    func y(_ value: Double) -> Double {
      let share = high > low ? (value - low) / (high - low) : 0.5
      return plot.bottom - share * (plot.bottom - plot.top)
    }
    var lines = [
      "<text x=\"10\" y=\"16\">\(escaped(series.cell.name))</text>",
      "<text x=\"10\" y=\"32\" fill=\"#666\">\(escaped(series.fingerprint.name))</text>",
    ]
    if !values.isEmpty {
      for value in Set([low, high]).sorted() {
        lines.append(
          """
          <line x1="\(n(plot.left))" x2="\(n(plot.right))" y1="\(n(y(value)))" y2="\(n(y(value)))" stroke="#ddd"/>\
          <text x="\(n(plot.left - 6))" y="\(n(y(value) + 4))" text-anchor="end">\(words.figure(value))</text>
          """)
      }
    }
    for change in series.changes {
      let place = n(x(change.index) - (change.index > 0 ? step / 2 : 0))
      lines.append(
        """
        <line x1="\(place)" x2="\(place)" y1="\(n(plot.top))" y2="\(n(plot.bottom))" stroke="#c00" \
        stroke-dasharray="4 3"><title>\(escaped(words.sentence(change)))</title></line>
        """)
    }
    let points = series.nights.enumerated().compactMap { index, night in
      night.isValid ? night.value.map { "\(n(x(index))),\(n(y($0)))" } : nil
    }
    lines.append(
      "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"#36c\" stroke-width=\"1.5\"/>"
    )
    for (index, night) in series.nights.enumerated() {
      guard let value = night.value else { continue }
      lines.append(
        """
        <circle cx="\(n(x(index)))" cy="\(n(y(value)))" r="3" fill="\(night.isValid ? "#36c" : "#fff")" \
        stroke="#36c"><title>\(night.startedAt): \(words.withUnit(value))</title></circle>
        """)
    }
    if let first = series.nights.first, let last = series.nights.last {
      lines.append(
        """
        <text x="\(n(plot.left))" y="\(n(plot.bottom + 18))" fill="#666">\(first.startedAt)</text>\
        <text x="\(n(plot.right))" y="\(n(plot.bottom + 18))" fill="#666" text-anchor="end">\(last.startedAt)</text>
        """)
    }
    return lines
  }

  private static func n(_ value: Double) -> String { String(format: "%.1f", value) }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
  }
}
