public import LabAnalysis
import LabCost
import LabRecord
import LabTimeline

/// `turns.csv`: one row per recorded turn, discarded ones included and marked, in the order of work.
public enum TurnsCSV {
  /// The file. Parts of the voice-to-voice latency stand in columns named `part.…_ms`, and sum to
  /// `turn.v2v_ms`.
  public static func bytes(_ analysis: RunAnalysis) -> [UInt8] {
    let parts = partNames(analysis.report)
    var text = CSVText(
      header: identity + Cell.axes.map(\.name) + ["outcome", "stage", "reason", "discarded"]
        + MetricCatalogue.all.map(\.key) + parts.map { "part.\($0)_ms" }
        + TurnCounts.all.map(\.name) + UsageColumns.names + ["usd"])
    let prices = analysis.report.cells.map { Self.prices(of: $0.cell, in: analysis.prices) }
    for turn in analysis.turns {
      let cell = turn.conversation.cell
      let usd = prices[cell].map { $0.reduce(.zero) { $0 + $1.amount(ofTurn: MeterReadings(turn.usage)) } }
      text.add(row(turn, cell: analysis.report.cells[cell].cell, parts: parts) + [usd?.text()])
    }
    return text.bytes
  }

  /// The prices of all providers of a cell; `nil` when one has none.
  private static func prices(of cell: Cell, in book: PriceBook?) -> [ProviderPrice]? {
    let providers = CellCost.providers(of: cell)
    let prices = providers.compactMap { book?.price(of: $0.id) }
    return prices.count == providers.count ? prices : nil
  }

  private static let identity = ["position", "conversation", "iteration", "turn"]

  /// The parts of all cells, each once; what belongs to nobody last.
  private static func partNames(_ report: RunReport) -> [String] {
    var names: [String] = []
    for part in report.cells.flatMap(\.contributions) where !names.contains(part.name) {
      names.append(part.name)
    }
    let nobody = Contribution.Owner.unattributed.rawValue
    return names.filter { $0 != nobody } + names.filter { $0 == nobody }
  }

  private static func row(_ turn: MeasuredTurn, cell: Cell, parts: [String]) -> [String?] {
    var row: [String?] = [
      "\(turn.conversation.position)", turn.conversation.name, "\(turn.conversation.iteration)",
      "\(turn.turn)",
    ]
    row += Cell.axes.map { $0.value(cell) } as [String?]
    row += [turn.outcome.name] + stageAndReason(turn.outcome) + [turn.discarded]
    row += turn.measurements.map { CSVText.milliseconds($0.value?.milliseconds) }
    row += parts.map { name in
      let own = (turn.contributions ?? []).filter { $0.name == name }
      guard !own.isEmpty else { return nil }
      return CSVText.milliseconds(Double(own.reduce(0) { $0 + $1.nanoseconds }) / 1e6)
    }
    row += TurnCounts.all.map { "\(turn.counts[keyPath: $0.path])" } as [String?]
    row += UsageColumns.values(turn.usage) as [String?]
    return row
  }

  private static func stageAndReason(_ outcome: TurnOutcome) -> [String?] {
    switch outcome {
    case .completed, .interrupted: [nil, nil]
    case .failed(let stage, let reason): [stage.rawValue, reason]
    case .missed(let reason): [nil, reason]
    }
  }
}
