public import LabErrors

/// Why settings cannot be used.
public struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
  public let code: Code
  /// One sentence: what is wrong.
  public let message: String
  /// What to do about it.
  public let hint: String

  init(_ code: Code, _ message: String, hint: String) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The kind of problem, by a text that never changes.
  public struct Code: Hashable, Sendable {
    public let text: String

    /// No setting of this name.
    public static let unknownKey = Code(text: "unknown_setting")
    /// Not of the setting's type, or out of its range.
    public static let invalidValue = Code(text: "invalid_setting")
    /// Two settings that exclude each other.
    public static let conflict = Code(text: "conflicting_settings")
  }

  public var description: String {
    "\(message) \(hint)"
  }
}

extension SettingsError: UserFacingError {
  public var exit: ProgramExit { .configuration }
}
