import LabAnalysis
import LabCost
import LabRecord
import LabTimeline

/// What the usage of every cell costs, for every format; and the sentences that must stand beside it.
enum CostSection {
  /// The section; `nil` when nothing was priced.
  static func section(_ report: RunReport, axes: CellAxes) -> ReportSection? {
    guard let prices = report.run.prices else { return nil }
    let names = axes.varying.isEmpty ? ["cell"] : axes.varying.map(\.name)
    let table = ReportSection.Table(
      caption: "US dollars by cell",
      header: names + [
        "per hour", "95 % from", "to", "per session", "per turn", "stt per hour", "llm per hour",
        "tts per hour",
      ],
      leftColumns: names.count,
      rows: report.cells.map { label($0, axes) + figures($0.cost) })
    return ReportSection(
      id: "cost", title: "Cost",
      paragraphs: [
        "US dollars for what was used, at the prices of \(prices.asOf). An hour is an hour of conversation, a session "
          + "one conversation; a turn has its share of what belongs to no turn. "
          + (report.run.mode == .live
            ? "Warm-ups and discarded turns were paid for, too, and are not in it."
            : "The services were emulated: this is what the same usage would have cost.")
      ],
      tables: [table], notes: notes(report))
  }

  /// What is unpriced, estimated or derived; empty when nothing is.
  static func notes(_ report: RunReport) -> [String] {
    guard let prices = report.run.prices else { return [] }
    var notes: [String] = []
    let unpriced = names(report.cells.flatMap(\.cost.unpriced))
    if !unpriced.isEmpty {
      notes.append("Unpriced: the price book of \(prices.asOf) has no price for \(unpriced).")
    }
    let approximate = names(
      report.cells.flatMap(\.cost.providers).filter(\.isApproximate).map(\.provider))
    if !approximate.isEmpty {
      notes.append(
        "The price of \(approximate) is an estimate, derived from a plan or badly sourced; “turnlab providers --json” "
          + "says how.")
    }
    let estimated = report.cells.reduce(0) { $0 + $1.usage.llmEstimatedRequests }
    if estimated > 0 {
      let all = report.cells.reduce(0) { $0 + $1.usage.llmRequests }
      notes.append(
        "\(estimated) of \(all) requests to language models ended before the provider had counted; their tokens are "
          + "estimated from the text.")
    }
    return notes
  }

  /// A change in dollars with its sign.
  static func signed(_ change: Dollars?) -> String { FixedPoint.signed(text(change)) }

  /// Dollars for people: cents from 10 on, and four digits after the point below.
  static func text(_ amount: Dollars?) -> String {
    guard let amount else { return FixedPoint.none }
    return amount.text(decimals: amount.nanodollars.magnitude >= 10_000_000_000 ? 2 : 4)
  }

  private static func figures(_ cost: CellCost) -> [String] {
    let whole = [
      cost.usdPerHour, cost.usdPerHourInterval?.first, cost.usdPerHourInterval?.last, cost.usdPerSession,
      cost.usdPerTurn,
    ]
    let parts = Stage.pipeline.map { stage in cost.providers.first { $0.stage == stage } }
    let texts = parts.map { part in
      part.map {
        $0.usdPerHour == nil && cost.unpriced.contains($0.provider) ? "unpriced" : text($0.usdPerHour)
      }
        ?? FixedPoint.none
    }
    return whole.map(text) + texts
  }

  private static func label(_ cell: CellReport, _ axes: CellAxes) -> [String] {
    axes.varying.isEmpty ? [axes.label(cell.cell)] : axes.values(cell.cell)
  }

  private static func names(_ names: [String]) -> String {
    Set(names).sorted().joined(separator: ", ")
  }
}
