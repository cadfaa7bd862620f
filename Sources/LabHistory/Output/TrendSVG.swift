import Foundation
import LabRecord
import LabTimeline

/// A trend as a drawing that stands alone: one panel per cell, changes as upright lines.
public enum TrendSVG {
  private static let width = 960.0
  private static let panel = 150.0

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
      lines += TrendPanel(series: series, words: words).lines
      lines.append("</g>")
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  static func n(_ value: Double) -> String { String(format: "%.1f", value) }

  static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
  }
}
