public import LabRecord
import LabTimeline

/// Which cells of a matrix to measure, each with its baseline: `stt=deepgram/*`, several with commas between,
/// all of which must hold.
public struct CellSelection: Sendable {
  private var pattern = CellPattern()
  /// The selection as it was written; nil when it is everything.
  public let text: String?

  /// Selects everything.
  public init() { text = nil }

  /// Reads a selection.
  ///
  /// - Throws: a ``RunError`` that names the part which is not `axis=pattern`.
  public init(_ text: String) throws(RunError) {
    self.text = text
    let axes = Cell.axes.map(\.name).filter { $0 != "arm" } + [Stage.s2s.rawValue]
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1).map { $0.trimmingWhitespace() }
      if sides.first == "arm" {
        throw RunError(
          .usage, "--select “\(part)” would split pairs; both arms of a pair are always measured.",
          hint: "Select pairs by their candidates; the axes are \(axes.joined(separator: ", ")).")
      }
      guard sides.count == 2, axes.contains(sides[0]) else {
        throw RunError(
          .usage, "--select “\(part)” is not of the form AXIS=PATTERN.",
          hint: "The axes are \(axes.joined(separator: ", ")); * stands for any text.")
      }
      pattern.rules.append(CellPattern.Rule(axis: sides[0], pattern: sides[1]))
    }
  }

  /// Whether a cell is selected.
  public func contains(_ cell: Cell) -> Bool { pattern.matches(cell) }
}

extension Substring {
  fileprivate func trimmingWhitespace() -> String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
