public import LabErrors

/// Why the history could not do what was asked, in words for the person who asked.
public struct HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is; stable, for scripts and tests.
  public let code: Code
  /// One sentence that names what is at fault.
  public let message: String
  /// What to do about it, in the imperative.
  public let hint: String

  public init(_ code: Code, _ message: String, hint: String) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The message, then the hint.
  public var description: String { report }

  /// A kind of failure. The text never changes.
  public struct Code: Hashable, Sendable {
    public let text: String

    /// There is no such history, run or baseline.
    public static let missing = Code(text: "missing")
    /// A baseline was made under other conditions.
    public static let notComparable = Code(text: "not comparable")
    /// What was given cannot be taken: an unfinished run, a file that is not a history, a name twice.
    public static let input = Code(text: "input")
    /// The disk or another program is in the way.
    public static let disk = Code(text: "disk")
  }
}

extension HistoryError: UserFacingError {
  public var exit: ProgramExit {
    switch code {
    case .missing, .notComparable: .notComparable
    case .input: .configuration
    default: .internalFailure
    }
  }
}
