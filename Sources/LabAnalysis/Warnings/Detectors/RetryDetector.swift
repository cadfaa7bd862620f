import LabRecord
import LabTimeline

/// Do latencies contain repeated requests?
enum RetryDetector {
  /// From this share of turns on, p95 can be one of them.
  static let doubtfulShare = 0.05

  static let definition = WarningDefinition(
    code: .hiddenRetries, title: "Repeated requests inside latencies",
    condition:
      "A turn with a voice-to-voice latency repeated a request to a provider (note; doubt from 5 % of the "
      + "turns on, where p95 is one of them).",
    severity: .note,
    why:
      "The failed attempt and the wait before the next are inside the latency, as they are for a caller. A slow "
      + "turn then tells of a provider’s failures, not of its speed.",
    advice:
      "Look at the column retries in turns.csv, compare the turns without one, and ask the provider about rate "
      + "limits and errors.")

  static func warnings(in evidence: RunEvidence) -> [MeasurementWarning] {
    evidence.cells.compactMap { cell in
      let turns = cell.turns.compactMap { turn in
        turn.voiceToVoice.map { (milliseconds: $0.milliseconds, repeats: turn.counts.retries > 0) }
      }
      let repeated = turns.filter(\.repeats).map(\.milliseconds)
      guard !repeated.isEmpty else { return nil }
      let isMany = Double(repeated.count) >= doubtfulShare * Double(turns.count)
      return MeasurementWarning(
        definition, scope: .cell(cell.index), metric: MetricCatalogue.voiceToVoice,
        severity: isMany ? .doubt : .note,
        seen: seen(repeated, others: turns.filter { !$0.repeats }.map(\.milliseconds)))
    }
  }

  private static func seen(_ repeated: [Double], others: [Double]) -> String {
    let turns = repeated.count + others.count
    let share =
      "\(repeated.count) of \(turns) turns (\(FixedPoint.percent(repeated.count, of: turns))) repeated a request"
    let slow = MiddleValue.of(repeated)
    guard !others.isEmpty else {
      return "\(share); their median voice to voice is \(FixedPoint.milliseconds(slow)) ms."
    }
    let fast = MiddleValue.of(others)
    let difference = slow - fast
    return "\(share): their median voice to voice is \(FixedPoint.milliseconds(slow)) ms, "
      + "\(FixedPoint.milliseconds(difference.magnitude)) ms \(difference < 0 ? "shorter" : "longer") than the "
      + "\(FixedPoint.milliseconds(fast)) ms of the others."
  }
}
