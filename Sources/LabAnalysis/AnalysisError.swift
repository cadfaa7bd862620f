public import LabErrors

/// Why runs could not be compared or judged, in words for the person who asked.
public struct AnalysisError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; each has an exit code of its own.
  public enum Code: String, Hashable, Sendable {
    /// A baseline is missing, or is of another kind than the run.
    case notComparable = "analysis.not_comparable"
    /// The run has nothing to compare or judge.
    case noData = "analysis.no_data"
  }

  public let code: Code
  /// One sentence that names the run or cell at fault.
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
}

extension AnalysisError: UserFacingError {
  public var exit: ProgramExit { code == .noData ? .noData : .notComparable }
}
