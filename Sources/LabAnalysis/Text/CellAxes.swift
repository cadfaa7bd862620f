public import LabRecord
import LabTimeline

/// Which axes tell the cells of a report apart, and which are the same in all.
public struct CellAxes: Sendable {
  /// An axis by its name, with how to read a cell's value on it.
  public typealias Axis = (name: String, value: @Sendable (Cell) -> String)

  /// Axes with more than one value, in the order of reports.
  public let varying: [Axis]
  /// Axes with one value, with that value.
  public let fixed: [(name: String, value: String)]

  /// Compares the cells of a report.
  public init(_ cells: [Cell]) {
    varying = Cell.axes.filter { axis in Set(cells.map(axis.value)).count > 1 }
    fixed = Cell.axes.compactMap { axis in
      let values = Set(cells.map(axis.value))
      // A run without a baseline has no arms to speak of.
      guard values.count == 1, axis.name != "arm" else { return nil }
      return values.first.map { (axis.name, $0) }
    }
  }

  /// The values of a cell that tell it apart.
  public func values(_ cell: Cell) -> [String] {
    varying.map { $0.value(cell) }
  }

  /// A cell in one line: what tells it apart, or its providers when it is the only one.
  public func label(_ cell: Cell) -> String {
    (varying.isEmpty ? cell.services : values(cell)).joined(separator: " · ")
  }

  /// What all cells share, in one line.
  public var shared: String {
    fixed.map { "\($0.name) \($0.value)" }.joined(separator: " · ")
  }
}
