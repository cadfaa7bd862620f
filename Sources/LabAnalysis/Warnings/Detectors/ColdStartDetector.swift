import LabStatistics
import LabTimeline

/// Are the first turns of conversations slower than the others?
enum ColdStartDetector {
  /// A shift below this share of the later turns is not worth a word.
  static let smallestShare = 0.05
  /// More conversations than this say nothing new, and the exact test grows with them.
  static let mostConversations = 200

  static let definition = WarningDefinition(
    code: .coldStart, title: "Slow first turns",
    condition:
      "Within conversations, the first turn is slower than the median of the later ones: signed-rank test, "
      + "1 % over all cells, and a shift above 5 %.",
    severity: .note,
    why:
      "Percentiles over all turns mix two kinds of turns, so that they depend on how long conversations are: a plan "
      + "with shorter ones looks slower. Where every conversation begins with the same words, those words may be "
      + "the cause instead.",
    advice:
      "Read first_turn and later_turns, which stand apart in report.json and report.html; warm up in the plan "
      + "(warmup) if your callers meet warm connections.")

  static func warnings(in evidence: RunEvidence) -> [MeasurementWarning] {
    let questions = evidence.cells.count { !$0.conversations.isEmpty }
    return evidence.cells.compactMap {
      warning(about: $0, alpha: evidence.alpha(questions: questions))
    }
  }

  private static func warning(
    about cell: RunEvidence.CellEvidence, alpha: Double
  ) -> MeasurementWarning? {
    let conversations = evenly(cell.conversations.compactMap(Contrast.init), atMost: mostConversations)
    let differences = conversations.map { $0.first - $0.later }
    guard !differences.isEmpty else { return nil }
    let usual = MiddleValue.of(conversations.map(\.later))
    // Cheap before dear: most cells end here.
    guard usual > 0, MiddleValue.of(differences) > smallestShare * usual / 2,
      let shift = HodgesLehmannShift(differences: differences), shift.estimate > smallestShare * usual,
      SignedRankTest(differences: differences).greater
        <= alpha,
      let interval = shift.interval()
    else { return nil }
    let share = FixedPoint.text(100 * shift.estimate / usual, decimals: 0)
    let seen =
      "In \(differences.count) conversations the first turn is \(FixedPoint.milliseconds(shift.estimate)) ms "
      + "(\(share) %) slower than the later ones, 95 % interval \(FixedPoint.milliseconds(interval.lower)) to "
      + "\(FixedPoint.milliseconds(interval.upper)) ms\(parts(cell.turns, shift: shift.estimate))."
    return MeasurementWarning(
      definition, scope: .cell(cell.index), metric: MetricCatalogue.voiceToVoice, seen: seen)
  }

  /// A conversation's first turn beside its later ones, in milliseconds.
  private struct Contrast {
    let first: Double
    let later: Double

    init?(_ turns: [MeasuredTurn]) {
      let later = turns.filter { $0.turn != 0 }.compactMap { $0.voiceToVoice?.milliseconds }
      guard let first = turns.first(where: { $0.turn == 0 })?.voiceToVoice, !later.isEmpty else { return nil }
      self.first = first.milliseconds
      self.later = MiddleValue.of(later)
    }
  }

  /// Elements spread over the whole of a list, so that no part of the run is left out.
  private static func evenly<Element>(_ elements: [Element], atMost most: Int) -> [Element] {
    guard elements.count > most else { return elements }
    return (0..<most).map { elements[$0 * elements.count / most] }
  }

  /// The two parts of the voice-to-voice latency that grew most, when they are a fifth of the shift at least.
  private static func parts(_ turns: [MeasuredTurn], shift: Double) -> String {
    let first = means(turns.filter { $0.turn == 0 })
    let later = means(turns.filter { $0.turn != 0 })
    let growth = first.map { part in
      (name: part.name, milliseconds: part.mean - (later.first { $0.name == part.name }?.mean ?? 0))
    }
    let main = growth.filter { $0.milliseconds >= shift / 5 }
      .sorted { ($1.milliseconds, $0.name) < ($0.milliseconds, $1.name) }.prefix(2)
    guard !main.isEmpty else { return "" }
    let text = main.map { "\($0.name) (+\(FixedPoint.milliseconds($0.milliseconds)) ms)" }
    return "; most of it in \(text.joined(separator: " and "))"
  }

  private static func means(_ turns: [MeasuredTurn]) -> [(name: String, mean: Double)] {
    var totals = ContributionTotals()
    for turn in turns { if let parts = turn.contributions { totals.add(parts) } }
    return totals.summaries().map { ($0.name, $0.meanMilliseconds) }
  }
}
