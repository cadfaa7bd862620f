public import LabAnalysis
import LabCost
import LabRecord
import LabStatistics
import LabTimeline

/// `cost.csv`: one row per cell and rival.
public enum CostCSV {
  /// The file.
  public static func bytes(_ report: CostReport) -> [UInt8] {
    let figures = ["usd_per_turn", "usd_per_session", "usd_per_hour", "usd_per_month"]
    var text = CSVText(
      header: ["kind", "run"] + Cell.axes.map(\.name) + ["rival", "conversations", "session_minutes"]
        + ["session_turns", "talk_share"]
        + figures.flatMap { [$0, $0 + "_ci95_low", $0 + "_ci95_high"] } + ["unpriced"])
    for line in report.lines {
      var row: [String?] = [line.kind.rawValue, line.run]
      row += Cell.axes.map { $0.value(line.cell) } as [String?]
      row += [line.rival, "\(line.conversations)"]
      row += [
        FixedPoint.text(Double(line.session.length) / 6e7, decimals: 3),
        FixedPoint.text(line.turns, decimals: 3),
        FixedPoint.text(line.talkShare, decimals: 4),
      ]
      for figure in line.figures {
        row += [
          figure?.usd.text(), (figure?.interval).map { FixedPoint.text($0.lower, decimals: 9) },
          (figure?.interval).map { FixedPoint.text($0.upper, decimals: 9) },
        ]
      }
      row.append(line.unpriced.isEmpty ? nil : line.unpriced.joined(separator: "; "))
      text.add(row)
    }
    return text.bytes
  }
}

extension CostReport.Line {
  /// Per turn, session, hour and month.
  var figures: [CostProjection.Figure?] {
    [result?.perTurn, result?.perSession, result?.perHour, result?.perMonth]
  }
}

extension CostReport {
  /// The report as sentences and a table, for terminals and Markdown.
  public var section: ReportSection {
    let hasRuns = Set(lines.map(\.run)).count > 1
    let axes = CellAxes(lines.map(\.cell))
    let hasMonth = request.shape.hoursPerMonth != nil
    var header = (hasRuns ? ["run"] : []) + axes.varying.map(\.name) + ["what"]
    let leftColumns = header.count
    header += ["minutes", "turns", "agent talks", "per turn", "per session", "per hour", "95 % from", "to"]
    if hasMonth { header += ["per month", "95 % from", "to"] }
    let rows = lines.map { line in
      var row = (hasRuns ? [line.run] : []) + axes.values(line.cell) + [line.name]
      row += [
        FixedPoint.text(Double(line.session.length) / 6e7, decimals: 1),
        FixedPoint.text(line.turns, decimals: 1),
        FixedPoint.text(100 * line.talkShare, decimals: 0) + " %",
      ]
      row += [CostSection.text(line.result?.perTurn?.usd), CostSection.text(line.result?.perSession.usd)]
      row += Self.withInterval(line.result?.perHour)
      return hasMonth ? row + Self.withInterval(line.result?.perMonth) : row
    }
    return ReportSection(
      id: "cost", title: "Cost",
      paragraphs: [
        "US dollars at the prices of \(asOf). Minutes, turns and talk share are those of one session: as measured, or "
          + "as asked for. Intervals are over the measured conversations."
      ],
      tables: [.init(caption: "", header: header, leftColumns: leftColumns, rows: rows)], notes: notes)
  }

  private static func withInterval(_ figure: CostProjection.Figure?) -> [String] {
    let ends = figure?.interval.map { [$0.lower, $0.upper] }
    return [CostSection.text(figure?.usd)]
      + (ends ?? [.nan, .nan]).map { end in
        end.isFinite ? CostSection.text(Dollars(nanodollars: Int128((end * 1e9).rounded()))) : FixedPoint.none
      }
  }
}
