import LabRecord
import LabStatistics
import LabTimeline

/// Did conversations become slower or faster while the run lasted?
enum DriftDetector {
  /// A change below this is not worth a word.
  static let smallestChange = 0.05

  static let definition = WarningDefinition(
    code: .drift, title: "Drift within the run",
    condition:
      "Voice to voice, each turn compared with others of the same item, goes up or down over the order of work: "
      + "Mann-Kendall test over ten blocks, 1 % over all cells, and a change above 5 % from beginning to end. Needs "
      + "\(DriftWithinRun.minimumTurns) turns.",
    severity: .doubt,
    why:
      "A percentile of a run that drifts belongs to no moment of it, and depends on how long the run was. What was "
      + "measured late looks worse or better than what was measured early.",
    advice:
      "Look for what changed meanwhile: other load on the machine, heat, rate limits, a cache that filled. Compare "
      + "cells only where they were interleaved, and repeat the run at another hour.")

  static func warnings(in evidence: RunEvidence) -> [MeasurementWarning] {
    let cells = evidence.cells.filter { !$0.conversations.isEmpty }
    // Half for the cells, half for all of them together; a single cell has the whole.
    let alpha = evidence.alpha(questions: cells.count > 1 ? 2 : 1)
    let single = cells.compactMap { cell in
      warning(about: cell.turns, scope: .cell(cell.index), alpha: alpha / Double(cells.count))
    }
    guard single.isEmpty, cells.count > 1 else { return single }
    // Cells that are too small to show it alone may show it together: they were interleaved.
    let all = cells.flatMap(\.turns).sorted {
      ($0.conversation.position, $0.turn) < ($1.conversation.position, $1.turn)
    }
    return warning(about: all, scope: .run, alpha: alpha).map { [$0] } ?? []
  }

  private static func warning(
    about turns: [MeasuredTurn], scope: MeasurementWarning.Scope, alpha: Double
  ) -> MeasurementWarning? {
    guard let drift = DriftWithinRun(series(turns)), drift.drifts(alpha: alpha, threshold: smallestChange)
    else { return nil }
    let word = drift.change > 0 ? "slower" : "faster"
    let range = interval(drift.blocks).map { ", 95 % interval \(percent($0.lower)) to \(percent($0.upper))" }
    let seen =
      "Over the run voice to voice became \(percent(drift.change.magnitude)) \(word)\(range ?? "") (\(drift.turns) "
      + "turns\(drift.isCentredPerItem ? ", each compared with its own item" : "")): the first tenth lies "
      + "\(percent(drift.blocks.first ?? 0)) from the middle, the last \(percent(drift.blocks.last ?? 0))."
    return MeasurementWarning(definition, scope: scope, metric: MetricCatalogue.voiceToVoice, seen: seen)
  }

  /// The turns as items: the same words in the same place of the same conversation, in the same cell.
  private static func series(_ turns: [MeasuredTurn]) -> ItemSeries {
    struct Item: Hashable {
      var cell: Int
      var conversation: String
      var turn: Int
    }
    var numbers: [Item: Int] = [:]
    return ItemSeries(
      turns.map { turn in
        let item = Item(cell: turn.conversation.cell, conversation: turn.conversation.name, turn: turn.turn)
        let number = numbers[item, default: numbers.count]
        numbers[item] = number
        return ItemSeries.Turn(item: number, latency: turn.voiceToVoice?.milliseconds)
      })
  }

  /// Sen's interval of the change over the run: the slopes of all pairs of blocks between the ranks that the
  /// test's own variance gives (R. O. Gilbert, "Statistical Methods for Environmental Pollution Monitoring",
  /// 1987, 16.4.2).
  private static func interval(_ blocks: [Double]) -> (lower: Double, upper: Double)? {
    let logarithms = blocks.map { PortableMath.log1p($0) }
    guard let test = MannKendallTest(logarithms) else { return nil }
    var slopes: [Double] = []
    for later in logarithms.indices.dropFirst() {
      for earlier in 0..<later {
        slopes.append((logarithms[later] - logarithms[earlier]) / Double(later - earlier))
      }
    }
    slopes.sort()
    let count = Double(blocks.count)
    let variance = count * (count - 1) * (2 * count + 5) / 18 * test.varianceFactor
    let reach = NormalDistribution.quantile(0.975) * variance.squareRoot()
    let lower = Int(((Double(slopes.count) - reach) / 2).rounded(.down))
    guard slopes.indices.contains(lower - 1) else { return nil }
    return (
      PortableMath.exp(slopes[lower - 1] * count) - 1,
      PortableMath.exp(slopes[slopes.count - lower] * count) - 1
    )
  }

  private static func percent(_ share: Double) -> String {
    FixedPoint.text(100 * share, decimals: 1).replacing("-", with: "−") + " %"
  }
}
