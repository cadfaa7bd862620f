public import LabRecord
import LabTimeline

/// A run as one side of a comparison.
public struct ComparedRun: Sendable {
  /// What sentences call the run: its folder, as a rule. Runs of one name are the same run.
  public let name: String
  public let report: RunReport
  private let turns: [[MeasuredTurn]]

  /// Takes a run apart into its cells.
  public init(name: String, analysis: RunAnalysis) {
    self.name = name
    report = analysis.report
    var turns: [[MeasuredTurn]] = analysis.report.cells.map { _ in [] }
    for turn in analysis.turns { turns[turn.conversation.cell].append(turn) }
    self.turns = turns
  }

  /// The cells, in the order of the plan.
  public var cells: [ComparedCell] { report.cells.indices.map(cell) }

  /// A cell with its turns.
  public func cell(_ index: Int) -> ComparedCell {
    ComparedCell(runName: name, run: report.run, report: report.cells[index], turns: turns[index])
  }
}

/// A cell as one side of a comparison: what was measured, and where.
public struct ComparedCell: Sendable {
  /// What sentences call the run that the cell is of.
  public let runName: String
  /// The run that the cell is of.
  public let run: RunReport.Run
  public let report: CellReport
  /// Every recorded turn of the cell, those that do not count too, in the order of work.
  public let turns: [MeasuredTurn]

  /// The cell's place in the matrix.
  public var cell: Cell { report.cell }

  /// Whether the figures come from virtual time, where equal runs give equal figures.
  public var isInVirtualTime: Bool { run.mode == .offline }

  public init(runName: String, run: RunReport.Run, report: CellReport, turns: [MeasuredTurn]) {
    self.runName = runName
    self.run = run
    self.report = report
    self.turns = turns
  }
}
