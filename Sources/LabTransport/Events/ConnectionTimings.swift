/// What setting up a connection took, and when the request went out and the answer began.
///
/// A part that did not happen, or that could not be measured, is `nil`, never zero.
public struct ConnectionTimings: Sendable, Hashable {
  /// When the I/O thread began to work on the request.
  public var started: MonotonicInstant
  /// Whether an open connection was used again; lookup, connect and TLS are `nil` then.
  public var isReused: Bool
  /// Resolving the host's name. `nil` for an address that needed no lookup on a WebSocket.
  public var nameLookup: Duration?
  /// From the resolved name to the open TCP connection.
  public var connect: Duration?
  /// The TLS handshake.
  public var tls: Duration?
  /// From the open connection to the answer that made it a WebSocket.
  public var upgrade: Duration?
  /// When the last byte of the request had been handed to the system.
  public var requestSent: MonotonicInstant?
  /// When the first header line of the answer arrived. Not the first byte of the body.
  public var responseBegan: MonotonicInstant?
  /// The protocol version, such as `1.1` or `2`.
  public var httpVersion: String?

  /// Creates timings of which only the beginning is known.
  public init(started: MonotonicInstant, isReused: Bool = false) {
    self.started = started
    self.isReused = isReused
  }
}
