public import LabErrors

/// Why a record, or a file beside it, could not be read or written.
public struct RecordError: Error, Hashable, Sendable, CustomStringConvertible {
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

  /// The message, then the hint on a line of its own.
  public var description: String {
    report
  }

  /// A kind of failure. The text never changes.
  public struct Code: Hashable, Sendable {
    public let text: String

    /// The command was called in a way that it does not know.
    public static let usage = Code(text: "usage")
    /// The file is not there or could not be read.
    public static let unreadable = Code(text: "unreadable")
    /// The file does not begin with a header, or has a second one.
    public static let header = Code(text: "header")
    /// The file is of a version that this program does not know.
    public static let schema = Code(text: "schema")
    /// A line is not what a record holds.
    public static let line = Code(text: "line")
    /// A record does not belong to this run, or records do not belong together.
    public static let notComparable = Code(text: "not_comparable")
    /// The run folder cannot be used.
    public static let folder = Code(text: "folder")
    /// A file could not be written; the disk may be full.
    public static let writeFailed = Code(text: "write_failed")
  }
}

extension RecordError: UserFacingError {
  public var exit: ProgramExit {
    switch code {
    case .usage: .usage
    case .unreadable, .notComparable: .notComparable
    case .writeFailed, .folder: .internalFailure
    default: .configuration
    }
  }
}
