import LabEmulation
import LabProviders
import LabTimeline

/// A connection in virtual time: the server's half, and the way there and back.
struct EmulatedLink {
  /// What comes of an action of the server.
  enum Outcome {
    case deliver(WireArrival, at: LabInstant)
    case setTimer(TimerTable<ServerTimer>.Ticket, at: LabInstant)
    case nothing
  }

  var exchange: any EmulatedExchange
  var leg: NetworkLeg
  /// The bytes of the connection, where packets are followed one by one; then `leg` delays nothing.
  var stream: StreamLink?
  var setup: ConnectionSetup
  let endpoint: Endpoint
  let pool: ConnectionPool
  /// Whether the connection can carry another request after this one.
  let isReusable: Bool
  /// When the request left the client, its connection being ready.
  let requestSent: LabInstant
  var timers = TimerTable<ServerTimer>()
  /// The client has closed; nothing more reaches it.
  var isClosed = false
  /// The WebSocket was accepted, so that its end is told as the end of a WebSocket.
  private var isWebSocketOpen = false
  private var lastUp: LabInstant
  private var lastDown = LabInstant.origin

  init(
    exchange: any EmulatedExchange, leg: NetworkLeg, setup: ConnectionSetup, endpoint: Endpoint,
    pool: ConnectionPool, isReusable: Bool, requestSent: LabInstant
  ) {
    self.exchange = exchange
    self.leg = leg
    self.setup = setup
    self.endpoint = endpoint
    self.pool = pool
    self.isReusable = isReusable
    self.requestSent = requestSent
    lastUp = requestSent
  }

  /// When something that the client sends now reaches the server. Order is kept, as on one TCP connection.
  mutating func arrivalUp(sentAt now: LabInstant) -> LabInstant {
    lastUp = max(lastUp, max(now, requestSent) + leg.delay())
    return lastUp
  }

  /// Carries out what the server does.
  mutating func perform(_ action: ServerAction, at now: LabInstant) -> Outcome {
    switch action {
    case .accept(let headers):
      isWebSocketOpen = true
      return deliver(opened(status: 101, headers: headers, at: now), at: now)
    case .respond(let status, let headers):
      return deliver(opened(status: status, headers: headers, at: now), at: now)
    case .body(let bytes, let received): return deliver(.body(bytes), received: received, at: now)
    case .endBody: return deliver(.bodyEnded, at: now)
    case .send(let message, let received): return deliver(.message(message), received: received, at: now)
    case .close(1006, _) where !isWebSocketOpen:
      let failure = ConnectionFailure(
        code: "truncated", message: "The service closed the connection before the answer was complete.")
      return deliver(.failed(failure), at: now)
    case .close(let code, let reason): return deliver(.closed(code: code, reason: reason), at: now)
    case .reset where isWebSocketOpen:
      return deliver(.closed(code: 1006, reason: "The service cut the connection."), at: now)
    case .reset:
      let failure = ConnectionFailure(code: "reset", message: "The service cut the connection.")
      return deliver(.failed(failure), at: now)
    case .setTimer(let timer, let delay): return .setTimer(timers.start(timer), at: now + delay)
    case .cancelTimer(let timer):
      timers.cancel(timer)
      return .nothing
    }
  }

  private mutating func deliver(
    _ event: WireEvent, received: LabInstant? = nil, at now: LabInstant
  ) -> Outcome {
    lastDown = max(lastDown, now + leg.delay())
    return .deliver(WireArrival(event, farSide: FarSide(received: received, sent: now)), at: lastDown)
  }

  private mutating func opened(status: Int, headers: [HeaderField], at now: LabInstant) -> WireEvent {
    .opened(ResponseHead(status: status, headers: headers, setup: setup))
  }
}
