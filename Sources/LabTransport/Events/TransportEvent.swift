/// One thing that happened on a connection, stamped where it happened.
///
/// Every connection that was started ends with exactly one event whose `isLast` is true, and nothing follows
/// it.
public struct TransportEvent: Sendable {
  /// The caller's id of the connection.
  public let connection: TransportID
  /// When it happened; for bytes, when they arrived in libcurl's callback or in the event loop's read.
  public let at: MonotonicInstant
  /// What happened.
  public let kind: Kind

  /// Creates an event.
  public init(connection: TransportID, at: MonotonicInstant, kind: Kind) {
    self.connection = connection
    self.at = at
    self.kind = kind
  }

  /// What can happen on a connection.
  public enum Kind: Sendable {
    /// The head of an HTTP answer is complete, whatever its status, or the WebSocket is open (status 101).
    indirect case opened(status: Int, headers: [HTTPHeader], timings: ConnectionTimings)
    /// A piece of an HTTP body, cut where the network or a transfer chunk cut it.
    case body([UInt8])
    /// The HTTP answer is complete.
    indirect case bodyEnded(timings: ConnectionTimings)
    /// A whole text message of a WebSocket.
    case text(String)
    /// A whole binary message of a WebSocket.
    case binary([UInt8])
    /// The message sent with this tag was handed to the system, or to TLS, in full.
    case sent(tag: Int)
    /// The server answered the request for a WebSocket with something else; `body` may be cut at 64 KiB.
    indirect case refused(status: Int, headers: [HTTPHeader], body: [UInt8], timings: ConnectionTimings)
    /// The open WebSocket ended, with the other side's code: 1005 when it gave none, 1006 when it never said
    /// so.
    case closed(code: Int, reason: String)
    /// The HTTP exchange broke, or the WebSocket never opened.
    case failed(TransportFailure)
  }

  /// Whether nothing more will come from this connection.
  public var isLast: Bool {
    switch kind {
    case .opened, .body, .text, .binary, .sent: false
    case .bodyEnded, .refused, .closed, .failed: true
    }
  }
}
