public import LabAnalysis
import LabRecord
import LabTimeline

/// The table that `turnlab run` prints: the four latencies of every cell, and what else must be known.
public enum TerminalTable {
  /// How the text may be shown.
  public enum Style: Sendable {
    case plain
    /// With ANSI colours: green for a target that was kept, red for one that was missed.
    case coloured
  }

  /// The text, ending in a newline.
  public static func text(_ report: RunReport, style: Style) -> String {
    let axes = CellAxes(report.cells.map(\.cell))
    var lines = [heading(report.run)]
    if !axes.fixed.isEmpty { lines.append(clean(axes.shared)) }
    if let arms = ArmSentence.text(report) { lines.append(clean(arms)) }
    lines += [""] + table(report, axes: axes).lines { paint($0, $1, style: style) }
    lines += arrivals(report, axes: axes, style: style)
    if let choices = ChoiceSection.section(report) {
      lines += [""] + [choices.title + " (ms of voice to voice)"] + choices.tables.flatMap(\.lines).map(clean)
    }
    let notes = RunNotes.all(report) + CostSection.notes(report)
    if !notes.isEmpty { lines += [""] + notes.map { clean($0) } }
    let warnings = WarningGroup.all(in: report, axes: axes)
    if !warnings.isEmpty { lines += [""] + warnings.map { line($0, style: style) } }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func heading(_ run: RunReport.Run) -> String {
    clean("\(run.plan.name) · \(run.mode.rawValue) · seed \(run.seed) · run \(run.id)")
  }

  private static func table(_ report: RunReport, axes: CellAxes) -> TextTable {
    var columns = axes.varying.map { TextTable.Column(heading: $0.name, alignment: .left) }
    columns.append(TextTable.Column(heading: "n", alignment: .right))
    for target in LatencyTarget.all {
      columns += LatencyTarget.Column.allCases.map {
        TextTable.Column(heading: $0.rawValue, alignment: .right, group: "\(target.title) (ms)")
      }
    }
    let isPriced = report.run.prices != nil
    if isPriced { columns.append(TextTable.Column(heading: "USD/h", alignment: .right)) }
    return TextTable(
      columns: columns,
      rows: report.cells.map { cell in
        row(cell, axes: axes)
          + (isPriced ? [TextTable.Field(text: CostSection.text(cell.cost.usdPerHour))] : [])
      })
  }

  private static func row(_ cell: CellReport, axes: CellAxes) -> [TextTable.Field] {
    var row = axes.values(cell.cell).map { TextTable.Field(text: clean($0)) }
    row.append(TextTable.Field(text: "\(cell.turns)"))
    for target in LatencyTarget.all {
      let summary = cell.summary(of: target.metric)
      row += LatencyTarget.Column.allCases.map { column in
        TextTable.Field(
          text: FixedPoint.milliseconds(LatencyTarget.figure(column, of: summary)),
          verdict: target.verdict(column, of: summary))
      }
    }
    return row
  }

  /// A warning in one line; why it matters and what to try stand in the other reports.
  private static func line(_ group: WarningGroup, style: Style) -> String {
    let severity = paint(
      group.severity.rawValue, group.severity == .invalid ? .missed : .unknown, style: style)
    let places = group.sightings.map(\.place).filter { !$0.isEmpty }
    let others = places.count - 1
    let place =
      switch others {
      case ..<0: ""
      case 0: " [\(places[0])]"
      default: " [\(places[0]) and \(others) more]"
      }
    return severity + clean(" \(group.code.rawValue): \(group.sightings[0].seen)\(place)")
  }

  private static func arrivals(_ report: RunReport, axes: CellAxes, style: Style) -> [String] {
    let arrivals = ArrivalTable(report)
    guard !arrivals.cells.isEmpty else { return [] }
    var columns = axes.varying.map { TextTable.Column(heading: $0.name, alignment: .left) }
    columns.append(TextTable.Column(heading: "n", alignment: .right))
    columns += ArrivalTable.groups.flatMap { group in
      group.columns.map { TextTable.Column(heading: $0, alignment: .right, group: group.title) }
    }
    let rows = arrivals.cells.map { cell in
      axes.values(cell.cell).map { TextTable.Field(text: clean($0)) }
        + [TextTable.Field(text: "\(ArrivalTable.count(cell))")]
        + ArrivalTable.groups.flatMap { group in
          group.figures(cell).map { TextTable.Field(text: FixedPoint.milliseconds($0)) }
        }
    }
    return [""] + ArrivalTable.explanation + [""]
      + TextTable(columns: columns, rows: rows).lines { paint($0, $1, style: style) }
  }

  /// Names come from plans: a control character in one must not reach the terminal.
  private static func clean(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }

  private static func paint(_ text: String, _ verdict: LatencyTarget.Verdict, style: Style) -> String {
    switch (style, verdict) {
    case (.plain, _), (.coloured, .unknown): text
    case (.coloured, .kept): "\u{1B}[32m\(text)\u{1B}[0m"
    case (.coloured, .missed): "\u{1B}[31m\(text)\u{1B}[0m"
    }
  }
}
