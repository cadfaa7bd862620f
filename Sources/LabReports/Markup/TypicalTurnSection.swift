import LabAnalysis
import LabRecord
import LabTimeline

/// One real turn of each cell: the one nearest to the cell's median.
enum TypicalTurnSection {
  private static let mostTurns = 12

  static func section(_ analysis: RunAnalysis, axes: CellAxes) -> ReportSection? {
    let figures = zip(analysis.report.cells, analysis.typicalTurns).compactMap { cell, turn in
      turn.flatMap { figure(cell, turn: $0, axes: axes) }
    }
    guard !figures.isEmpty else { return nil }
    let lead =
      "For each cell the turn whose latency is nearest to the cell’s median, from the true end of the caller’s "
      + "speech to the first audible sample of the reply. Parts that took no time are left out."
    return ReportSection(
      id: "turns", title: "A typical turn",
      page: .made(
        ReportSection.lead(lead) + OwnerLegend.markup(owners(analysis.typicalTurns))
          + figures.prefix(mostTurns).joined()
          + DistributionSection.omitted(figures.count - mostTurns, what: "turns")),
      summary: .nothing)
  }

  private static func owners(_ turns: [TurnRecord?]) -> [Contribution.Owner] {
    let present = Set(
      turns.compactMap(\.self).flatMap { CriticalPath.explain($0.events) ?? [] }
        .filter { $0.nanoseconds != 0 }.map(\.owner))
    return Contribution.Owner.allCases.filter(present.contains)
  }

  private static func figure(_ cell: CellReport, turn: TurnRecord, axes: CellAxes) -> String? {
    guard let drawing = Waterfall.drawing(turn) else { return nil }
    let value = MetricCatalogue.voiceToVoice.measure(turn.events).value?.milliseconds
    let name = HTMLText.escaped(turn.conversation.name)
    return """
      <figure><figcaption><strong>\(HTMLText.escaped(axes.label(cell.cell)))</strong> \
      \(FixedPoint.milliseconds(value)) ms, conversation \(name), turn \(turn.turn + 1)</figcaption>
      \(drawing.markup)</figure>

      """
  }
}
