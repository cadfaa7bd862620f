import LabAnalysis
public import LabRecord
import LabTimeline

/// The command that measures more of a run.
public struct RunAgain: Hashable, Sendable {
  /// The run folder, which holds the plan that was run.
  public var folder: String
  /// What made the run the one it is, besides its plan, cells and seed: `--mode`, `--baseline`, `--shard`
  /// with their values.
  public var options: [String]
  /// Which of the plan's cells it has, in the words of `--select`; `nil` for all.
  public var selection: String?
  public var seed: UInt64

  public init(folder: String, options: [String], selection: String? = nil, seed: UInt64) {
    self.folder = folder
    self.options = options
    self.selection = selection
    self.seed = seed
  }

  /// Continues with the run until every conversation ran this many times in every cell.
  public func extending(toRepeats repeats: Int) -> String {
    command(seed: seed, repeats: repeats, selecting: [selection], ["--resume", folder])
  }

  /// Measures one cell again, as often and with other draws, into a folder of its own.
  ///
  /// - Parameter cells: All cells of the run, to say only what tells this one apart of them.
  public func confirming(_ cell: Cell, among cells: [Cell], repeats: Int) -> String {
    let candidates = cells.filter { $0.arm == .candidate }
    let rules = Cell.axes.filter { axis in
      axis.name != "arm" && Set(candidates.map(axis.value)).count > 1
    }
    .map { CellPattern.Rule(axis: $0.name, pattern: $0.value(cell)) }
    let own = rules.isEmpty ? nil : CellPattern(rules).text
    let position = candidates.firstIndex(of: cell).map { $0 + 1 } ?? 1
    return command(
      seed: seed &+ 1, repeats: repeats, selecting: [selection, own],
      ["--out", "\(folder)-confirm-\(position)"])
  }

  /// - Parameter selections: All of them must hold.
  private func command(
    seed: UInt64, repeats: Int, selecting selections: [String?], _ words: [String]
  ) -> String {
    let selection = selections.compactMap(\.self).joined(separator: ",")
    let numbers = ["--seed", "\(seed)", "--repeats", "\(repeats)"]
    let select = selection.isEmpty ? [] : ["--select", selection]
    return (["turnlab", "run", folder + "/plan.yaml"] + options + numbers + select + words)
      .map(\.quotedForShell).joined(separator: " ")
  }
}
