import LabAnalysis
import LabRecord
import LabTimeline

/// The voice-to-voice latencies of one cell's turns in milliseconds, ascending: what distribution charts
/// draw.
struct VoiceToVoiceValues {
  let cell: CellReport
  let label: String
  let values: [Double]

  var summary: MetricSummary { cell.summary(of: MetricCatalogue.voiceToVoice) }

  /// The values of every cell, in the order of the report.
  static func all(_ analysis: RunAnalysis, axes: CellAxes) -> [VoiceToVoiceValues] {
    var values = analysis.report.cells.map { _ in [Double]() }
    for turn in analysis.turns where turn.discarded == nil {
      if let value = turn.voiceToVoice { values[turn.conversation.cell].append(value.milliseconds) }
    }
    return zip(analysis.report.cells, values).map { cell, values in
      VoiceToVoiceValues(cell: cell, label: axes.label(cell.cell), values: values.sorted())
    }
  }

  /// The range that charts show: all values, or 2.5 times the greatest p95 when a few lie far beyond it.
  static func range(_ cells: [VoiceToVoiceValues]) -> ClosedRange<Double> {
    let low = min(0, cells.compactMap(\.values.first).min() ?? 0)
    let high = max(0, cells.compactMap(\.values.last).max() ?? 0)
    let tails = cells.map { $0.summary.p95 ?? $0.values.last ?? 0 }
    return low...max(low, min(high, 2.5 * (tails.max() ?? high)))
  }
}
