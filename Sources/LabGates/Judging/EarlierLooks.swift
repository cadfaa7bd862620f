public import LabRecord
import LabTimeline

/// How many pairs there were when a growing run was judged before, by gate and cell.
public struct EarlierLooks: Hashable, Sendable {
  private struct Place: Hashable {
    var gate: String
    var cell: Cell
  }

  private var looks: [Place: [Int]] = [:]

  /// No earlier look.
  public init() {}

  /// The looks that a report tells of.
  public init(_ report: [(gate: String, cell: Cell, looks: [Int])]) {
    for entry in report { looks[Place(gate: entry.gate, cell: entry.cell)] = entry.looks }
  }

  /// The pairs at each earlier look, rising.
  public func looks(of gate: String, _ cell: Cell) -> [Int] {
    looks[Place(gate: gate, cell: cell)] ?? []
  }
}
