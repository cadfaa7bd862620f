public import LabProviders
public import LabTimeline

/// The server half of one connection: a WebSocket, or one HTTP exchange.
///
/// Rules without clock, task or socket, moved by the offline driver in virtual time and by the emulator
/// server on real sockets; neither can be told apart from inside.
public protocol EmulatedExchange: Sendable {
  /// Takes what arrived and says what to do.
  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction])
}

/// What the server half of a connection sees.
public enum ServerInput: Hashable, Sendable {
  /// The connection is there with its whole request; always the first input.
  case opened
  /// A WebSocket message of the client.
  case message(WireMessage)
  /// The client closed the WebSocket, abandoned the exchange or was lost; nothing that is sent arrives.
  case closed
  /// A timer that the exchange had set.
  case timer(ServerTimer)
}

/// What the server half of a connection does.
public enum ServerAction: Hashable, Sendable {
  /// Answers the upgrade to a WebSocket with 101.
  case accept(headers: [HeaderField])
  /// Sends the head of an HTTP response; to a WebSocket upgrade it is a refusal.
  case respond(status: Int, headers: [HeaderField])
  /// Sends a piece of the HTTP body. `received` is when the input that it answers had arrived.
  case body([UInt8], received: LabInstant?)
  /// Ends the HTTP body.
  case endBody
  /// Sends a WebSocket message. `received` is when the input that it answers had arrived.
  case send(WireMessage, received: LabInstant?)
  /// Closes the WebSocket with its handshake.
  case close(code: Int, reason: String)
  /// Cuts the connection without a word.
  case reset
  /// Asks for `.timer` after a time. A timer of the same key that still runs is replaced.
  case setTimer(ServerTimer, after: Duration)
  /// Takes a timer back.
  case cancelTimer(ServerTimer)
}

/// An exchange's own number for a timer.
public struct ServerTimer: Hashable, Sendable {
  public let number: Int

  public init(_ number: Int) {
    self.number = number
  }
}

extension [ServerAction] {
  /// Answers an HTTP request at once with JSON; a WebSocket upgrade is refused with it.
  package mutating func answer(status: Int, headers: [HeaderField] = [], json: String) {
    append(.respond(status: status, headers: headers + [HeaderField("Content-Type", "application/json")]))
    append(.body([UInt8](json.utf8), received: nil))
    append(.endBody)
  }
}
