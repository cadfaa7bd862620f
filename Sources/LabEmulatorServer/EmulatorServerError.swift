public import LabErrors

/// Why the server cannot be set up or started.
public struct EmulatorServerError: Error, Hashable, Sendable {
  /// The kind of error, stable across versions.
  public var code: Code
  /// One sentence for people. Its wording may change.
  public var message: String
  /// What to do about it, in the imperative.
  public var hint: String

  /// Creates an error.
  public init(_ code: Code, _ message: String, hint: String) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// A kind of error, with a short text for records and labels.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The stable text.
    public let description: String

    /// A setting has a value that it cannot have.
    public static let invalidSetting = Code(description: "invalid_setting")
    /// The host is not an address of this machine alone.
    public static let notLoopback = Code(description: "not_loopback")
    /// Another process listens on the port.
    public static let portInUse = Code(description: "port_in_use")
    /// The system does not let the server listen there for another reason.
    public static let cannotListen = Code(description: "cannot_listen")
    /// The certificate or its key cannot be read.
    public static let certificate = Code(description: "certificate")
    /// No certificate could be made.
    public static let certificateNotMade = Code(description: "certificate_not_made")
    /// The server was started before.
    public static let alreadyStarted = Code(description: "already_started")
    /// The file of the write log cannot be written.
    public static let writeLog = Code(description: "write_log")
  }
}

extension EmulatorServerError: CustomStringConvertible {
  public var description: String {
    "\(message) \(hint)"
  }
}

extension EmulatorServerError: UserFacingError {
  public var exit: ProgramExit { .internalFailure }
}
