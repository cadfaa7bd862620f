public import LabErrors

/// Why a run cannot begin or go on, in words for the person who asked for it.
public struct RunError: Error, Hashable, Sendable, CustomStringConvertible {
  public let code: Code
  /// One sentence that names what is at fault.
  public let message: String
  /// What to do about it, in the imperative.
  public let hint: String
  /// Every problem found in a file, each with its line.
  public let problems: [String]

  public init(_ code: Code, _ message: String, hint: String, problems: [String] = []) {
    self.code = code
    self.message = message
    self.hint = hint
    self.problems = problems
  }

  /// A stable short name of the kind of failure, for logs and exit codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The command was called in a way that it does not know.
    public static let usage = Code(rawValue: "run.usage")
    /// The plan has problems.
    public static let invalidPlan = Code(rawValue: "plan.invalid")
    /// The run folder cannot be used.
    public static let folder = Code(rawValue: "run.folder")
    /// A record does not belong to this plan, or records do not belong together.
    public static let notComparable = Code(rawValue: "run.not_comparable")
    /// Nothing is left to measure.
    public static let noData = Code(rawValue: "run.no_data")
    /// A file could not be written; the disk may be full.
    public static let writeFailed = Code(rawValue: "run.write_failed")
    /// A key is missing from the environment.
    public static let missingKey = Code(rawValue: "run.missing_key")
    /// An engine is not on this machine, or cannot serve a cell.
    public static let missingEngine = Code(rawValue: "run.missing_engine")
    /// A service refuses the key or the account, or does not know the model.
    public static let serviceRefused = Code(rawValue: "run.service_refused")
    /// Services fail now that are needed in every cell.
    public static let serviceFailed = Code(rawValue: "run.service_failed")
  }

  /// The message, one line per problem, then the hint.
  public var description: String { report }
}

extension RunError: UserFacingError {
  public var problemLines: [String] { problems }

  public var exit: ProgramExit {
    switch code {
    case .usage: .usage
    case .notComparable: .notComparable
    case .noData, .serviceFailed: .noData
    case .writeFailed, .folder: .internalFailure
    default: .configuration
    }
  }
}
