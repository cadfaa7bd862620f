import LabAnalysis
import LabGates
import LabRecord
import LabTimeline

/// The barge-in panel: what stopped the agent, and what only made it hesitate.
enum BargeInSection {
  /// The section; nil when nothing of it was recorded.
  static func section(_ report: RunReport, axes: CellAxes) -> ReportSection? {
    let cells = report.cells.filter { $0.bargeIn != nil }
    guard !cells.isEmpty else { return nil }
    let names = axes.varying.isEmpty ? [] : axes.varying.map(\.name)
    func label(_ cell: CellReport) -> [String] { axes.varying.isEmpty ? [] : axes.values(cell.cell) }
    let columns = [
      "sound", "n", "yields", "share", "95 % from", "to", "stop p50 (ms)", "95 %", "stop p95 (ms)", "95 %",
      "decision p50 (ms)",
    ]
    let floor = ReportSection.Table(
      caption: "Who was given the floor", header: names + columns, leftColumns: names.count + 1,
      rows: cells.flatMap { rows(of: $0, label: label($0)) })
    let held = cells.flatMap { pauses(in: $0, label: label($0)) }
    let holds = ReportSection.Table(
      caption: "Tentative pauses, and what replies lost",
      header: names + ["sound", "paused", "resumed", "mean pause (ms)", "longest (ms)", "words unheard"],
      leftColumns: names.count + 1, rows: held)
    return ReportSection(
      id: "barge-in", title: "Barge-in",
      paragraphs: [
        "Every sound over the agent's voice, and every audible reply by itself. Of interruptions the share is the recall; "
          + "of everything else it is that of false yields. Stop is from the true onset until the sink was silent for "
          + "good, which is before the decision when the reply was paused first."
      ],
      tables: held.isEmpty ? [floor] : [floor, holds], notes: notes(cells))
  }

  private static func rows(of cell: CellReport, label: [String]) -> [[String]] {
    guard let bargeIn = cell.bargeIn else { return [] }
    let rows = bargeIn.classes.map { item in label + [word(of: item.kind)] + figures(item) }
    guard bargeIn.others.n > 0 else { return rows }
    return rows + [label + ["all but interruptions"] + share(bargeIn.others) + empty(5)]
  }

  private static func pauses(in cell: CellReport, label: [String]) -> [[String]] {
    let items = (cell.bargeIn?.classes ?? []).filter { $0.holds > 0 || $0.wordsLost > 0 }
    return items.map { item in
      let pauses = [item.meanHold, item.longestHold].map { FixedPoint.milliseconds($0) }
      return label + [word(of: item.kind), "\(item.holds)", "\(item.resumed)"] + pauses
        + ["\(item.wordsLost)"]
    }
  }

  private static func notes(_ cells: [CellReport]) -> [String] {
    let over = cells.flatMap { $0.bargeIn?.classes ?? [] }.reduce(0) { $0 + $1.over }
    guard over > 0 else { return [] }
    return [
      "\(over) interruptions are in no share: the reply was over by itself within 400 ms of their onset."
    ]
  }

  private static func figures(_ item: BargeInSummary.ClassSummary) -> [String] {
    share(item.floor) + [
      FixedPoint.milliseconds(item.stop.p50), interval(item.stop.p50Interval),
      FixedPoint.milliseconds(item.stop.p95), interval(item.stop.p95Interval),
      FixedPoint.milliseconds(item.decision.p50),
    ]
  }

  private static func share(_ share: BargeInSummary.Share?) -> [String] {
    guard let share else { return empty(5) }
    let ends = share.interval?.map { FixedPoint.text(100 * $0, decimals: 1) + " %" }
    return ["\(share.n)", "\(share.yields)", FixedPoint.percent(share.yields, of: share.n)]
      + (ends ?? empty(2))
  }

  private static func interval(_ interval: [Double]?) -> String {
    guard let interval else { return FixedPoint.none }
    return interval.map { FixedPoint.milliseconds($0) }.joined(separator: " to ")
  }

  private static func empty(_ count: Int) -> [String] { Array(repeating: FixedPoint.none, count: count) }

  /// The class in words.
  private static func word(of kind: InterruptionTrial.Kind) -> String {
    switch kind {
    case .sound(.speech): "interruption"
    case .sound(.talker): "other talker"
    case .sound(let sound): sound.rawValue
    case .echo: "own echo"
    case .nothing: "nothing"
    }
  }
}
