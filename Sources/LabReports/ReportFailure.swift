public import LabErrors

/// Why a record could not be read or a report not be made: bad input, said in one sentence.
public struct ReportFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is; stable, for scripts and tests.
  public let code: Code
  /// One sentence that names the file and, when known, the line.
  public let message: String
  /// What to do about it, in the imperative.
  public let hint: String

  public init(_ code: Code, _ message: String, hint: String) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  public var description: String {
    "\(message) \(hint)"
  }

  /// A kind of failure. The text never changes.
  public struct Code: Hashable, Sendable {
    public let text: String

    /// The file is not there or could not be read.
    public static let unreadable = Code(text: "unreadable")
    /// The file does not begin with a header, or has a second one.
    public static let header = Code(text: "header")
    /// The file is of a version that this program does not know.
    public static let schema = Code(text: "schema")
    /// A line is not what a record holds.
    public static let line = Code(text: "line")
    /// Two records cannot stand in one report.
    public static let mismatch = Code(text: "mismatch")
  }
}

extension ReportFailure: UserFacingError {
  public var exit: ProgramExit {
    code == .unreadable || code == .mismatch ? .notComparable : .configuration
  }
}
