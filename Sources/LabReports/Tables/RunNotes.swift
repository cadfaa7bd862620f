import LabAnalysis
import LabRecord
import LabTimeline

/// What a reader must know beside the figures: doubts about the instrument, what is missing, what failed.
enum RunNotes {
  /// Sentences without markup, the gravest first. Empty when there is nothing to say.
  static func all(_ report: RunReport) -> [String] {
    instrument(report.run) + completeness(report) + outcomes(report)
  }

  /// That the figures are not to be used; the reasons stand among the warnings.
  private static func instrument(_ run: RunReport.Run) -> [String] {
    run.instrument.isValid
      ? [] : ["The instrument may have bent these figures: the run is not valid."]
  }

  private static func completeness(_ report: RunReport) -> [String] {
    guard !report.run.isComplete else { return [] }
    return ["The record is not complete: conversations of the plan are missing."]
  }

  private static func outcomes(_ report: RunReport) -> [String] {
    let cells = report.cells
    let turns = cells.reduce(0) { $0 + $1.turns }
    var notes: [String] = []
    let failed = merged(cells.map(\.failureReasons))
    if !failed.isEmpty { notes.append("\(total(failed)) of \(turns) turns failed (\(list(failed))).") }
    let missed = merged(cells.map(\.missedReasons))
    if !missed.isEmpty { notes.append("\(total(missed)) of \(turns) turns were missed (\(list(missed))).") }
    let cutOff = cells.reduce(0) { $0 + $1.counts.falseCutoffs }
    if cutOff > 0 {
      notes.append(
        "\(cutOff) of \(turns) turns were cut off in a pause of the caller. Where the reply had begun before the caller went on, "
          + "its latency is short or negative and makes the percentiles smaller.")
    }
    let early = merged(cells.map(\.conversationFailures))
    if !early.isEmpty { notes.append("\(total(early)) conversations ended early (\(list(early))).") }
    let discarded = merged(cells.map(\.discarded))
    if !discarded.isEmpty {
      notes.append("\(total(discarded)) more recorded turns do not count (\(list(discarded))).")
    }
    return notes
  }

  /// Reasons with their numbers, the most frequent first.
  static func list(_ reasons: [String: Int]) -> String {
    reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  private static func merged(_ tallies: [[String: Int]]) -> [String: Int] {
    tallies.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
  }

  private static func total(_ reasons: [String: Int]) -> Int {
    reasons.values.reduce(0, +)
  }
}
