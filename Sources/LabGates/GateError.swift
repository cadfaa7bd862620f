public import LabErrors
public import LabYAML

/// What is wrong with a gate file, in words for the person who wrote it.
public struct GateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence that names the file at fault.
  public let message: String
  /// What to do about it, in the imperative.
  public let hint: String
  /// Every problem of the file, in the order of its lines.
  public let problems: [YAMLProblem]

  public init(_ message: String, hint: String, problems: [YAMLProblem] = []) {
    self.message = message
    self.hint = hint
    self.problems = problems
  }

  /// The message, one line per problem, then the hint.
  public var description: String { report }
}

extension GateError: UserFacingError {
  public var problemLines: [String] { problems.map(\.description) }
  public var exit: ProgramExit { .configuration }
}
