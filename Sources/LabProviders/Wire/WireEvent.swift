public import LabTimeline

/// What arrives on a connection, in the order of the wire.
public enum WireEvent: Hashable, Sendable {
  /// The WebSocket is open, or the head of the HTTP response is here.
  case opened(ResponseHead)
  /// A whole WebSocket message.
  case message(WireMessage)
  /// A piece of the HTTP body, cut wherever the network cut it.
  case body([UInt8])
  /// The HTTP body is complete.
  case bodyEnded
  /// The WebSocket is closed.
  case closed(code: Int, reason: String)
  /// The connection could not be opened or was lost.
  case failed(ConnectionFailure)
}

/// The status and headers that opened a connection, and what opening it took.
public struct ResponseHead: Hashable, Sendable {
  /// The HTTP status; 101 for a WebSocket.
  public var status: Int
  public var headers: [HeaderField]
  public var setup: ConnectionSetup

  public init(status: Int, headers: [HeaderField], setup: ConnectionSetup) {
    self.status = status
    self.headers = headers
    self.setup = setup
  }
}

/// What setting up a connection took, or that it was reused.
///
/// A part that could not be measured is `nil`, never zero.
public struct ConnectionSetup: Hashable, Sendable {
  public var isReused: Bool
  public var nameLookup: Duration?
  public var connect: Duration?
  public var tls: Duration?
  public var upgrade: Duration?

  public init(
    isReused: Bool, nameLookup: Duration? = nil, connect: Duration? = nil, tls: Duration? = nil,
    upgrade: Duration? = nil
  ) {
    self.isReused = isReused
    self.nameLookup = nameLookup
    self.connect = connect
    self.tls = tls
    self.upgrade = upgrade
  }

  /// A connection that was open already.
  public static let reused = ConnectionSetup(isReused: true)

  /// Everything that was measured, added up; `nil` when nothing was.
  public var total: Duration? {
    let parts = [nameLookup, connect, tls, upgrade].compactMap { $0 }
    return parts.isEmpty ? nil : parts.reduce(.zero, +)
  }
}

/// Why a connection failed.
public struct ConnectionFailure: Hashable, Sendable {
  /// A stable short word for records: `refused`, `timed_out`, `tls`, `reset`, `name_not_resolved`,
  /// `protocol`.
  public var code: String
  /// One sentence for people.
  public var message: String

  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}

/// Instants on the other side of the network, known only when the other side is ours.
public struct FarSide: Hashable, Sendable {
  /// When the service had received what this message answers; `nil` when it answers nothing in particular.
  public var received: LabInstant?
  /// When the service wrote the message.
  public var sent: LabInstant

  public init(received: LabInstant?, sent: LabInstant) {
    self.received = received
    self.sent = sent
  }
}

/// One arrival on a connection.
public struct WireArrival: Hashable, Sendable {
  public var event: WireEvent
  public var farSide: FarSide?

  public init(_ event: WireEvent, farSide: FarSide? = nil) {
    self.event = event
    self.farSide = farSide
  }
}
