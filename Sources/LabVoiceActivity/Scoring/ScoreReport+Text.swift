import Foundation

extension ScoreReport {
  /// The tables for people: detectors side by side over the corpus, then one row per condition.
  public var text: String {
    let first = entries.first?.clean
    let seconds = String(format: "%.1f", Double(first?.frames ?? 0) / 100)
    let speech = String(
      format: "%.0f", 100 * Double(first?.speechFrames ?? 0) / Double(max(1, first?.frames ?? 1)))
    let title =
      "\(corpus): \(entries.first?.files.count ?? 0) recordings, \(seconds) s labelled, \(speech) % speech, "
      + "threshold \(Self.number(Double(threshold), 2))"
    var lines = [title, ""] + Self.table(detectorRows)
    if entries.contains(where: { !$0.conditions.isEmpty }) { lines += [""] + Self.table(conditionRows) }
    lines += ["", "Delays in ms as p50/p95 of starts and p50/p80/p95 of ends (never noticed)."]
    return lines.joined(separator: "\n")
  }

  private var detectorRows: [[String]] {
    let header = [
      "detector", "precision", "recall", "F1", "ROC-AUC", "PR-AUC", "false/min", "missed/min", "onset",
      "offset",
      "steady", "step s", "music", "µs/10 ms",
    ]
    return [header]
      + entries.map { entry in
        let score = entry.clean
        return [
          entry.detector, Self.number(score.precision, 3), Self.number(score.recall, 3),
          Self.number(score.f1, 3), Self.number(score.curve.areaUnderROC, 3),
          Self.number(score.curve.averagePrecision, 3), Self.number(score.falseAlarmsPerMinute, 1),
          Self.number(score.missesPerMinute, 1),
          Self.delays([score.onset.p50, score.onset.p95], score.onset),
          Self.delays([score.offset.p50, score.offset.p80, score.offset.p95], score.offset),
          Self.number(entry.quiet.steadyNoiseShare, 3), Self.number(entry.quiet.stepRecovery, 2),
          Self.number(entry.quiet.musicShare, 2), Self.number(score.microsecondsPerFrame, 2),
        ]
      }
  }

  private var conditionRows: [[String]] {
    let header = ["condition"] + entries.flatMap { ["\($0.detector) AUC", "F1", "offset"] }
    let names = entries.first?.conditions.map(\.condition) ?? []
    let rows = names.enumerated().map { index, condition in
      [condition.description]
        + entries.flatMap { entry in
          let score = entry.conditions[index].score
          return [
            Self.number(score.curve.areaUnderROC, 3), Self.number(score.f1, 3),
            Self.delays([score.offset.p50, score.offset.p95], score.offset),
          ]
        }
    }
    let means =
      ["mean"]
      + entries.flatMap {
        [Self.number($0.mean(\.curve.areaUnderROC), 3), Self.number($0.mean(\.f1), 3), ""]
      }
    return [header] + rows + [means]
  }

  private static func delays(_ values: [Double?], _ summary: DelaySummary) -> String {
    values.map { number($0, 0) }.joined(separator: "/") + (summary.never > 0 ? " (\(summary.never))" : "")
  }

  static func number(_ value: Double?, _ decimals: Int) -> String {
    value.map { String(format: "%.\(decimals)f", $0) } ?? "–"
  }

  private static func table(_ rows: [[String]]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + padding : padding + cell
      }
      return cells.joined(separator: "  ")
    }
  }
}
