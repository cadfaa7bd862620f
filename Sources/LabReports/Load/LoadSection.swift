public import LabAnalysis
import LabRecord

/// The part of the Markdown, HTML and terminal reports that tells of a load test.
public enum LoadSection {
  /// The section, from what the load test found.
  public static func section(_ report: LoadReport) -> ReportSection {
    let settings = report.settings
    return ReportSection(
      id: "load", title: "Load", paragraphs: [sentence(report)],
      tables: [
        ReportSection.Table(
          caption: "The loads in the order in which they were tried.",
          header: [
            what(settings), "outcome", "turns", "not answered", "p50 (ms)", "p\(settings.percentile) (ms)",
            "highest (ms)", "late frames p99 (ms)", "loop lag p99 (ms)",
          ], leftColumns: 2,
          rows: report.steps.map { step in
            [
              "\(step.load)", step.outcome.rawValue, "\(step.turns)", "\(step.unanswered)",
              FixedPoint.milliseconds(step.median), FixedPoint.milliseconds(step.figure),
              FixedPoint.milliseconds(step.highest), FixedPoint.milliseconds(step.frameLateness),
              FixedPoint.milliseconds(step.loopLag),
            ]
          })
      ],
      notes: report.steps.filter { !$0.harness.isEmpty }.map {
        "At \($0.load) the harness did not keep up, so that nothing is known of the services: "
          + $0.harness.joined(separator: " ")
      })
  }

  private static func sentence(_ report: LoadReport) -> String {
    let settings = report.settings
    let objective =
      "\(settings.metric) p\(settings.percentile) ≤ \(FixedPoint.text(settings.limitMilliseconds, decimals: 0)) ms and at "
      + "most \(FixedPoint.text(settings.failureShare * 100, decimals: 1)) % of turns not answered"
    guard let highest = report.answer.highest else {
      return report.isSaturated
        ? "The harness did not keep up even at \(report.answer.bound ?? settings.from): nothing is known of the services."
        : "No load keeps \(objective)."
    }
    let found = "\(highest) \(noun(settings)) keep \(objective)"
    guard let bound = report.answer.bound else { return "\(found); more was not asked for." }
    return report.isSaturated
      ? "\(found); at \(bound) the harness itself did not keep up, which says nothing of the services' limit."
      : "\(found); \(bound) do not."
  }

  private static func what(_ settings: LoadSettings) -> String {
    settings.vary == .concurrency ? "conversations" : "conversations a minute"
  }

  private static func noun(_ settings: LoadSettings) -> String {
    settings.vary == .concurrency ? "conversations at once" : "conversations begun a minute"
  }
}
