import LabAnalysis
import LabTimeline

/// Where the turns of each cell lie.
enum DistributionSection {
  /// More rows than this are more than anybody compares by eye.
  private static let mostStrips = 100

  static func section(_ analysis: RunAnalysis, axes: CellAxes) -> ReportSection? {
    let all = VoiceToVoiceValues.all(analysis, axes: axes).filter { !$0.values.isEmpty }
    guard !all.isEmpty else { return nil }
    let strips = Array(all.prefix(mostStrips))
    let lines = Array(all.prefix(CumulativeChart.mostCells))
    let target = LatencyTarget.all.first { $0.metric == MetricCatalogue.voiceToVoice }
    let lead =
      "Each silhouette is one cell’s turns, as high as its fullest bin. The tall mark is the median, the "
      + "short ones p90 and p95."
    let body =
      HistogramStrips.drawing(strips).markup + omitted(all.count - strips.count, what: "cells")
      + beyond(all)
      + "<h3>Answered within</h3>\n<p class=\"lead\">The share of turns whose reply was audible within a time.</p>\n"
      + CumulativeChart.drawing(lines, target: target).markup
      + omitted(all.count - lines.count, what: "cells")
    return ReportSection(
      id: "distribution", title: "Distribution of voice to voice",
      page: .made(ReportSection.lead(lead) + body), summary: .nothing)
  }

  /// Says that not everything is drawn.
  static func omitted(_ count: Int, what: String) -> String {
    count > 0 ? "<p class=\"omitted\">\(count) more \(what) are not drawn; the tables have them.</p>\n" : ""
  }

  private static func beyond(_ cells: [VoiceToVoiceValues]) -> String {
    let range = VoiceToVoiceValues.range(cells)
    let scale = LinearScale(values: range, from: 0, to: 1)
    let count = cells.reduce(0) { $0 + $1.values.count { $0 > scale.domain.upperBound } }
    let greatest = FixedPoint.milliseconds(cells.compactMap(\.values.last).max())
    return count > 0
      ? "<p class=\"omitted\">\(count) turns lie beyond the right edge, up to \(greatest) ms.</p>\n" : ""
  }
}
