import LabRecord
import LabTimeline

/// A trend for the terminal: one line per night and cell, with a dot where its figure lies.
public enum TrendText {
  private static let width = 40

  /// The whole trend; lines that begin with `▲` are warnings.
  public static func text(_ trend: Trend) -> String {
    let words = TrendWords(statistic: trend.statistic)
    let unit = trend.statistic.unit.isEmpty ? "" : ", \(trend.statistic.unit)"
    let metric = trend.statistic.isOfMetric ? "\(trend.metric.id) " : ""
    var lines = ["\(metric)\(trend.statistic.rawValue)\(unit)"]
    var conditions: RunFingerprint?
    for series in trend.series {
      lines.append("")
      if series.fingerprint != conditions { lines += [series.fingerprint.name, ""] }
      conditions = series.fingerprint
      lines.append(series.cell.name)
      lines += nights(of: series, words: words)
      lines += series.changes.map { "  ▲ " + words.sentence($0) }
      lines += series.drifts.map { ($0.isBeyondNoise ? "  ▲ " : "  = ") + words.sentence($0) }
    }
    if trend.series.isEmpty { lines += ["", "No night has such a figure."] }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func nights(of series: TrendSeries, words: TrendWords) -> [String] {
    let figures = series.nights.map { $0.value.map(words.figure) ?? "–" }
    let wide = figures.map(\.count).max() ?? 0
    let values = series.nights.compactMap(\.value)
    let range = (values.min() ?? 0)...(values.max() ?? 0)
    let changes = Set(series.changes.map(\.index))
    return zip(series.nights, figures).enumerated().map { index, pair in
      let (night, figure) = pair
      let padding = String(repeating: " ", count: wide - figure.count)
      let chart = night.value.map { dot(at: $0, in: range, isValid: night.isValid) } ?? ""
      let marks = [changes.contains(index) ? "▲" : nil, night.isValid ? nil : "invalid"].compactMap { $0 }
      let line = "  \(night.startedAt)  \(night.run.prefix(8))  \(padding)\(figure)  \(chart)"
      return ([line] + marks).joined(separator: " ")
    }
  }

  /// The figure's place between the least and the greatest of the series.
  private static func dot(at value: Double, in range: ClosedRange<Double>, isValid: Bool) -> String {
    let span = range.upperBound - range.lowerBound
    let place = span > 0 ? Int((value - range.lowerBound) / span * Double(width - 1) + 0.5) : width / 2
    let before = String(repeating: " ", count: place)
    let after = String(repeating: " ", count: width - 1 - place)
    return "│\(before)\(isValid ? "●" : "○")\(after)│"
  }
}
