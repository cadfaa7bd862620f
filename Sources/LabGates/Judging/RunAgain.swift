import LabReports
public import LabTimeline

/// The command that measures more of a run.
public struct RunAgain: Hashable, Sendable {
  /// The run folder, which holds the plan that was run.
  public var folder: String
  /// What made the run the one it is, besides its plan and seed: `--mode`, `--baseline` with their values.
  public var options: [String]
  public var seed: UInt64

  public init(folder: String, options: [String], seed: UInt64) {
    self.folder = folder
    self.options = options
    self.seed = seed
  }

  /// Goes on with the run until every conversation was had so many times in every cell.
  public func extending(toRepeats repeats: Int) -> String {
    command(seed: seed, ["--repeats", "\(repeats)", "--resume", folder])
  }

  /// Measures one cell again, as often and with other draws, into a folder of its own.
  ///
  /// - Parameter cells: All cells of the run, to say only what tells this one apart.
  public func confirming(_ cell: Cell, among cells: [Cell], repeats: Int) -> String {
    let candidates = cells.filter { $0.arm == .candidate }
    let rules = Cell.axes.filter { axis in
      axis.name != "arm" && Set(candidates.map(axis.value)).count > 1
    }
    .map { CellPattern.Rule(axis: $0.name, pattern: $0.value(cell)) }
    let select = rules.isEmpty ? [] : ["--select", CellPattern(rules).text]
    let position = candidates.firstIndex(of: cell).map { $0 + 1 } ?? 1
    return command(
      seed: seed &+ 1,
      ["--repeats", "\(repeats)"] + select + ["--out", "\(folder)-confirm-\(position)"])
  }

  private func command(seed: UInt64, _ words: [String]) -> String {
    (["turnlab", "run", folder + "/plan.yaml"] + options + ["--seed", "\(seed)"] + words)
      .map(\.quotedForShell).joined(separator: " ")
  }
}
