/// What a client session asks of its driver, or tells the pipeline.
///
/// Sessions are rules without clock, task or socket: an input goes in with its instant, actions come out.
public enum SessionAction<Event: Hashable & Sendable>: Hashable, Sendable {
  /// Opens a connection; the driver reports `.opened`, or `.failed`.
  case open(ConnectionKey, ConnectionRequest)
  /// Sends a message on an open WebSocket.
  case send(ConnectionKey, WireMessage)
  /// Closes a WebSocket with its handshake, or abandons an HTTP exchange. Nothing more arrives from it.
  case close(ConnectionKey)
  /// Asks for `timerFired` after a time. A timer of the same key that still runs is replaced.
  case setTimer(SessionTimer, after: Duration)
  /// Takes a timer back.
  case cancelTimer(SessionTimer)
  /// Tells the pipeline what happened.
  case emit(Event)
}

/// A session's own number for a connection; unique within the session.
public struct ConnectionKey: Hashable, Sendable {
  public let number: Int

  public init(_ number: Int) {
    self.number = number
  }
}

/// A session's own name for a timer.
public enum SessionTimer: Hashable, Sendable, CaseIterable {
  /// Keeps an idle connection open.
  case keepAlive
  /// Gives up waiting for the service.
  case deadline
  /// Gives up waiting for the answer to a request to settle.
  case finalize
  /// Tries again after a failure.
  case retry
}

/// The number of a request to a provider. An answer to a request that is no longer current is dropped.
public struct RequestID: Hashable, Sendable, Comparable {
  public let number: Int

  public init(_ number: Int) {
    self.number = number
  }

  public static func < (left: RequestID, right: RequestID) -> Bool { left.number < right.number }
}
