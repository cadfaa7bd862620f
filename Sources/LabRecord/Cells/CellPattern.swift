import LabTimeline

/// Cells by the values of their axes: patterns in which `*` stands for any text, all of which must hold.
public struct CellPattern: Hashable, Sendable {
  /// What one axis must look like.
  public struct Rule: Hashable, Sendable {
    /// One of the names in `Cell.axes`, or `s2s` for the service of a speech-to-speech cell; a rule for any
    /// other holds for no cell.
    public var axis: String
    public var pattern: String

    public init(axis: String, pattern: String) {
      self.axis = axis
      self.pattern = pattern
    }
  }

  /// The rules in the order in which they were given; without one, every cell matches.
  public var rules: [Rule]

  public init(_ rules: [Rule] = []) {
    self.rules = rules
  }

  /// Whether every rule holds for a cell.
  public func matches(_ cell: Cell) -> Bool {
    rules.allSatisfy { rule in
      if rule.axis == Stage.s2s.rawValue {
        return cell.providers[.s2s].map { Self.matches(rule.pattern, $0) } ?? false
      }
      return Cell.axes.first { $0.name == rule.axis }.map { Self.matches(rule.pattern, $0.value(cell)) }
        ?? false
    }
  }

  /// The rules as `turnlab run --select` takes them.
  public var text: String { rules.map { "\($0.axis)=\($0.pattern)" }.joined(separator: ",") }

  /// Compares text with a pattern in which `*` stands for any text.
  private static func matches(_ pattern: String, _ text: String) -> Bool {
    var pieces = pattern.split(separator: "*", omittingEmptySubsequences: false)[...]
    var rest = text[...]
    let first = pieces.removeFirst()
    guard rest.hasPrefix(first) else { return false }
    rest = rest.dropFirst(first.count)
    guard let last = pieces.popLast() else { return rest.isEmpty }
    for piece in pieces where !piece.isEmpty {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
