public import LabErrors

/// Why a connection could not be opened, or was lost.
public struct TransportFailure: Error, Sendable, Hashable {
  /// The kind of failure, stable across versions.
  public var code: Code
  /// One sentence for people. Its wording may change, and it never holds a key, a query or a body.
  public var message: String

  /// Creates a failure.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// A kind of failure, with a short text for records and labels.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The stable text.
    public let description: String

    /// The request itself is malformed: address, method, header or time limit.
    public static let invalidRequest = Code(description: "invalid_request")
    /// The host's name has no address.
    public static let nameNotResolved = Code(description: "name_not_resolved")
    /// The host answered that nothing listens on the port.
    public static let refused = Code(description: "refused")
    /// No connection for another reason, such as no route to the host.
    public static let unreachable = Code(description: "unreachable")
    /// The connection was not set up within the limit.
    public static let connectTimedOut = Code(description: "connect_timed_out")
    /// The answer, or the next piece of it, did not come within the limit.
    public static let timedOut = Code(description: "timed_out")
    /// The TLS handshake failed, most often because the certificate is not trusted.
    public static let tls = Code(description: "tls")
    /// The other side broke the connection.
    public static let reset = Code(description: "reset")
    /// The other side closed the connection before the answer was complete.
    public static let truncated = Code(description: "truncated")
    /// What arrived is not the protocol that was agreed.
    public static let protocolViolation = Code(description: "protocol")
    /// The head of the answer is larger than the limit.
    public static let headTooLarge = Code(description: "head_too_large")
    /// The caller, or the end of the transport, took the request back.
    public static let cancelled = Code(description: "cancelled")
    /// Anything else; the message says what.
    public static let other = Code(description: "other")
  }
}

extension TransportFailure: UserFacingError {
  public var hint: String {
    "Check the network and the address; 'turnlab doctor' says what works on this machine."
  }
  public var exit: ProgramExit { .internalFailure }
}
