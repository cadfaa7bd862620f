public import LabErrors

/// Why a YAML file could not be read at all, in words for the person who named it.
public struct YAMLFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: String, Hashable, Sendable {
    /// The path names nothing that this user can read.
    case fileMissing = "yaml.file_missing"
    /// The bytes are not text in UTF-8.
    case fileUnreadable = "yaml.file_unreadable"
  }

  public let code: Code
  /// One sentence that names the file.
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
}

extension YAMLFileError: UserFacingError {
  public var exit: ProgramExit { .configuration }
}
