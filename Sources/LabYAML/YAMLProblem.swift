/// One thing wrong in a YAML file, and where.
public struct YAMLProblem: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The path as the user gave it.
  public let file: String
  /// Counted from 1.
  public let line: Int
  /// Counted from 1, in Unicode scalars.
  public let column: Int
  /// A sentence without the place, such as `“turns” is not a key here; did you mean “turn”?`
  public let message: String

  public init(file: String, line: Int, column: Int, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  /// `file:line:column: message`, which editors turn into a link.
  public var description: String { "\(file):\(line):\(column): \(message)" }

  /// Orders by place in the file.
  public static func < (left: Self, right: Self) -> Bool {
    (left.file, left.line, left.column, left.message) < (right.file, right.line, right.column, right.message)
  }
}
