public import LabAnalysis
import LabRecord
import LabTimeline

extension WhatIfReport {
  /// One section per cell, after one that sums up when there are several.
  public var sections: [ReportSection] {
    let single = cells.enumerated().map {
      $1.section(id: "whatif-\($0 + 1)", changes: changes, method: method)
    }
    return cells.count > 1 ? [overview] + single : single
  }

  /// The report for a terminal.
  public var plainText: String { sections.map(\.plainText).joined(separator: "\n") }

  /// The report in Markdown.
  public var markdown: String { sections.map { $0.markdown() }.joined(separator: "\n") }

  private var overview: ReportSection {
    let rows = cells.map { cell in
      let metric = cell.comparison.metrics.first { $0.metric == MetricCatalogue.voiceToVoice }
      return [
        cell.comparison.match.baseline.cell.name, FixedPoint.milliseconds(metric?.baseline.p50),
        FixedPoint.milliseconds(metric?.candidate.p50), FixedPoint.milliseconds(metric?.baseline.p90),
        FixedPoint.milliseconds(metric?.candidate.p90),
        metric?.milliseconds.map { ChangeText.signedMilliseconds($0.estimate) } ?? FixedPoint.none,
        metric?.milliseconds?.interval.map { ChangeText.milliseconds($0) } ?? FixedPoint.none,
        cell.reached.map(ChangeText.wholePercent) ?? FixedPoint.none,
      ]
    }
    return ReportSection(
      id: "whatif", title: "What if \(changes.joined(separator: ", "))",
      tables: [
        ReportSection.Table(
          caption: "Voice to voice in milliseconds; a change below zero is a gain.",
          header: [
            "cell", "p50", "then p50", "p90", "then p90", "change", "95 % interval", "reaches the caller",
          ],
          leftColumns: 1, rows: rows)
      ])
  }
}

extension WhatIfCell {
  func section(id: String, changes: [String], method: WhatIfReport.Method) -> ReportSection {
    let compared = comparison.section(id: id)
    let cell = comparison.match.baseline.cell
    let turns = comparison.pairs == 1 ? "1 turn" : "\(comparison.pairs) turns"
    return ReportSection(
      id: id, title: "What if \(changes.joined(separator: ", "))",
      paragraphs: ["\(cell.name), \(turns). Baseline: as it was. Candidate: with the change."]
        + [comparison.headline] + [reachSentence].compactMap { $0 },
      tables: compared.tables, notes: [errorSentence(method)] + Array(compared.notes))
  }

  /// What of the change of the stages reached the caller, and where the rest is.
  public var reachSentence: String? {
    guard let reached, let voiceToVoice, let first = stages.first else { return nil }
    let sum = stages.reduce(0) { $0 + $1.mean }
    let names = stages.map(\.metric.id).joined(separator: " and ")
    let taken =
      "\(ChangeText.milliseconds(sum.magnitude)) that \(names) \(stages.count == 1 ? "takes" : "take")"
    let direction = sum < 0 ? "less" : "more"
    let share =
      "Of the \(taken) \(direction) on the mean, \(ChangeText.milliseconds(voiceToVoice.magnitude)) "
      + "(\(ChangeText.wholePercent(reached))) \(sum < 0 ? "reach" : "burden") the caller."
    guard reached < 0.995, first.metric.id.hasPrefix("stt."), let transcriptFirst else { return share }
    return share
      + " In \(transcriptFirst.count) of \(transcriptFirst.of) turns the transcript was there before the turn had ended: "
      + "there it hides behind the silence that ends the turn."
  }

  /// How good the replay is.
  public func errorSentence(_ method: WhatIfReport.Method) -> String {
    if method == .record {
      return
        "Computed from the record, which gives every unchanged turn back to the nanosecond. What the change does to "
        + "later turns, to interruptions and to what callers say is left out."
    }
    guard let largest = error.largest else { return "No turn of the run could be had again." }
    if error.isExact {
      return
        "Had again in virtual time without the change, all \(error.turns) turns came out as they were measured, to "
        + "the nanosecond."
    }
    let p50 = error.p50.map { "\(ChangeText.milliseconds($0)) at the median" }
    let p95 = error.p95.map { "\(ChangeText.milliseconds($0)) at p95" }
    let sizes = [p50, p95, "\(ChangeText.milliseconds(largest)) at most"].compactMap { $0 }
    return
      "Had again in virtual time without the change, voice to voice of \(error.turns) turns differs from what was "
      + "measured by \(sizes.joined(separator: ", ")): so far the replay can be wrong."
  }
}
