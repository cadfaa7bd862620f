/// An error in words for the person at the terminal: what is at fault, and what to do about it.
///
/// Every error that can end a command conforms to it, so that the command line shows all of them in one way.
public protocol UserFacingError: Error {
  /// One sentence that names what is at fault.
  var message: String { get }
  /// What to do about it, in the imperative.
  var hint: String { get }
  /// Every problem found in a file, each with its line; empty when the message says it all.
  var problemLines: [String] { get }
  /// What the program ends with.
  var exit: ProgramExit { get }
}

extension UserFacingError {
  public var problemLines: [String] { [] }

  /// The message, one line per problem, then the hint.
  public var report: String {
    ([message] + problemLines.map { "  " + $0 } + [hint]).joined(separator: "\n")
  }
}
