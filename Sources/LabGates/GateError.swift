public import LabErrors
public import LabYAML

/// Why gates could not be judged at all, in words for the person who asked.
public struct GateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; each has an exit code of its own.
  public enum Code: String, Hashable, Sendable {
    /// The gate file has problems; they are listed.
    case invalidFile = "gates.invalid_file"
    /// A baseline is missing, or is of another kind than the run.
    case notComparable = "gates.not_comparable"
    /// The run has nothing to judge.
    case noData = "gates.no_data"
  }

  public let code: Code
  /// One sentence that names the file at fault.
  public let message: String
  /// What to do about it, in the imperative.
  public let hint: String
  /// Every problem of a gate file, in the order of its lines.
  public let problems: [YAMLProblem]

  public init(_ code: Code, _ message: String, hint: String, problems: [YAMLProblem] = []) {
    self.code = code
    self.message = message
    self.hint = hint
    self.problems = problems
  }

  /// The message, one line per problem, then the hint.
  public var description: String { report }
}

extension GateError: UserFacingError {
  public var problemLines: [String] { problems.map(\.description) }

  public var exit: ProgramExit {
    switch code {
    case .invalidFile: .configuration
    case .notComparable: .notComparable
    case .noData: .noData
    }
  }
}
