public import LabAnalysis
import LabTimeline

extension PredictionReport {
  /// What is predicted, then how well that goes.
  public var sections: [ReportSection] {
    let axes = CellAxes(predictions.map(\.cell) + checks.map(\.cell))
    let shared = axes.shared.isEmpty ? [] : ["In all cells: \(axes.shared)."]
    var sections: [ReportSection] = []
    if !predictions.isEmpty {
      sections.append(
        ReportSection(
          id: "predictions", title: "Predicted combinations",
          paragraphs: [
            "Voice to voice of what was not measured, put together from the same turns elsewhere."
          ] + shared,
          tables: [predictionTable(axes)]))
    }
    sections.append(
      ReportSection(
        id: "prediction-error", title: "Error against measured combinations",
        paragraphs: [errorSentence] + (samplingSentence.map { [$0] } ?? [])
          + (predictions.isEmpty ? shared : []),
        tables: checks.isEmpty ? [] : [checkTable(axes)], notes: notes))
    return sections
  }

  /// The report for a terminal.
  public var plainText: String { sections.map(\.plainText).joined(separator: "\n") }

  /// The report in Markdown.
  public var markdown: String { sections.map { $0.markdown() }.joined(separator: "\n") }

  /// How far predictions lie from what was measured, in a sentence.
  public var errorSentence: String {
    guard let p50 = errors(\.error50) else {
      return
        "No measured combination can be put together from the others, so the error is not known. Measure one of the "
        + "predicted ones to know it."
    }
    let count = checks.count == 1 ? "the 1 measured combination" : "\(checks.count) measured combinations"
    let p95 = errors(\.error95).map {
      " and by \(ChangeText.percent($0.median)) at p95, at most \(ChangeText.percent($0.largest))"
    }
    let rest =
      unchecked.isEmpty
      ? "" : " \(unchecked.count) more cannot be predicted from the others."
    return
      "Each predicted from the others alone, \(count) that can be are missed by \(ChangeText.percent(p50.median)) "
      + "at p50, at most \(ChangeText.percent(p50.largest))\(p95 ?? "")\(p95 == nil ? "" : " (medians and largest errors)").\(rest)"
  }

  /// How much of the error may be the measured conversations' own chance, in a sentence; `nil` when that is not known.
  public var samplingSentence: String? {
    func worst(_ samplings: [Check.Sampling]) -> String? {
      samplings.map(\.uncertainty).max().map { ChangeText.percent($0) }
    }
    let (p50, p95) = (checks.compactMap(\.sampling50), checks.compactMap(\.sampling95))
    guard let wide50 = worst(p50) else { return nil }
    let beyond50 = "\(p50.count(where: \.isBeyond)) of \(p50.count)"
    guard let wide95 = worst(p95) else {
      return
        "A measured p50 is itself known to within ± \(wide50) in the worst cell, with 95 % confidence; at p50 \(beyond50) "
        + "errors are more than that explains, where 1 in 20 is by chance."
    }
    let beyond95 = "\(p95.count(where: \.isBeyond)) of \(p95.count)"
    return
      "What was measured is itself known to within ± \(wide50) at p50 and ± \(wide95) at p95 in the worst cell, with 95 % "
      + "confidence; \(beyond50) errors at p50 and \(beyond95) at p95 are more than chance explains, where 1 in 20 is so by "
      + "chance. Four times as many repeats halve these ranges."
  }

  private func predictionTable(_ axes: CellAxes) -> ReportSection.Table {
    let rows = predictions.map { prediction in
      [axes.label(prediction.cell), "\(prediction.turns)", "\(prediction.ways)"]
        + [prediction.p50, prediction.p90, prediction.p95].flatMap { figure in
          [
            FixedPoint.milliseconds(figure?.milliseconds),
            figure?.interval.map { ChangeText.milliseconds($0) } ?? FixedPoint.none,
          ]
        }
    }
    return ReportSection.Table(
      caption: "Milliseconds, with 95 % intervals over conversations, which hold nothing of the error below.",
      header: ["cell", "turns", "ways", "p50", "interval", "p90", "interval", "p95", "interval"],
      leftColumns: 1, rows: rows)
  }

  private func checkTable(_ axes: CellAxes) -> ReportSection.Table {
    func percent(_ error: Double?) -> String { error.map { ChangeText.signedPercent($0) } ?? FixedPoint.none }
    func percent(_ sampling: Check.Sampling?) -> String {
      sampling.map { ChangeText.percent($0.error) } ?? FixedPoint.none
    }
    let rows = checks.map { check in
      [
        axes.label(check.cell), "\(check.turns)", FixedPoint.milliseconds(check.measured50),
        FixedPoint.milliseconds(check.predicted50), percent(check.error50), percent(check.sampling50),
        FixedPoint.milliseconds(check.measured95), FixedPoint.milliseconds(check.predicted95),
        percent(check.error95), percent(check.sampling95),
      ]
    }
    return ReportSection.Table(
      caption:
        "Measured cells and what would have been predicted without them, in milliseconds; errors with 95 % "
        + "intervals over conversations.",
      header: [
        "cell", "turns", "p50", "predicted", "error", "interval", "p95", "predicted", "error", "interval",
      ], leftColumns: 1, rows: rows)
  }
}
