public import LabAnalysis
import LabCost
import LabRecord
import LabStatistics

/// A cost report as JSON: indented, with sorted keys, so that equal reports are equal bytes.
public enum CostJSON {
  /// The format of the document.
  public static let schema = "turnlab.cost/1"

  /// The document, ending in a newline.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ report: CostReport) throws -> [UInt8] {
    try JSONDocument.bytes(
      [
        "schema": schema, "prices_as_of": report.asOf, "assumptions": assumptions(report.request),
        "lines": report.lines.map(line), "notes": report.notes,
      ] as JSONFields)
  }

  /// What was asked for; null where the measured value was kept.
  private static func assumptions(_ request: CostReport.Request) -> JSONFields {
    [
      "talk_share": request.shape.talkShare, "session_minutes": request.shape.sessionMinutes,
      "turns_per_minute": request.shape.turnsPerMinute, "cached_share": request.shape.cachedShare,
      "context_limit_tokens": request.shape.contextLimit, "hours_per_month": request.shape.hoursPerMonth,
      "tiers": request.tiers.map { choice in (choice.vendor.map { $0 + "=" } ?? "") + choice.name },
    ]
  }

  private static func line(_ line: CostReport.Line) -> JSONFields {
    [
      "kind": line.kind.rawValue, "run": line.run, "cell": line.cell, "rival": line.rival,
      "conversations": line.conversations, "unpriced": line.unpriced,
      "usd_per_turn": line.result?.perTurn.map(figure),
      "usd_per_session": (line.result?.perSession).map(figure),
      "usd_per_hour": (line.result?.perHour).map(figure), "usd_per_month": line.result?.perMonth.map(figure),
      "session_minutes": Double(line.session.length) / 6e7, "session_turns": line.turns,
      "talk_share": line.talkShare,
    ]
  }

  private static func figure(_ figure: CostProjection.Figure) -> JSONFields {
    ["usd": figure.usd, "ci95": figure.interval.map { [$0.lower, $0.upper] }]
  }
}
