public import LabErrors

/// Why the calibration could not do what was asked, in words for the person who asked.
public struct CalibrationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; each has an exit code of its own.
  public let code: Code
  /// One sentence that names what is at fault.
  public let message: String
  /// What to do about it, in the imperative.
  public let hint: String

  /// What to do about a calibration that came to no end.
  static let again = "Calibrate again on a machine with nothing else to do; if that fails, too, report it."

  public init(_ code: Code, _ message: String, hint: String) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The kinds of failure.
  public enum Code: String, Hashable, Sendable {
    /// A certificate is not there or is none.
    case certificate
    /// The calibration did not come to an end.
    case failed
  }

  /// The message, then the hint.
  public var description: String { report }
}

extension CalibrationError: UserFacingError {
  public var exit: ProgramExit { code == .certificate ? .configuration : .internalFailure }
}
