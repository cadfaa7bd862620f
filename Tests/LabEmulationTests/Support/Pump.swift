import LabEmulation
import LabProviders
import LabTimeline

extension LabInstant {
  static func ms(_ milliseconds: Int64) -> LabInstant {
    LabInstant(nanoseconds: milliseconds * 1_000_000)
  }
}

/// Joins a client session with the emulated services in virtual time, with nothing between them: what one half
/// sends, the other has at the same instant. Response bodies can be cut into pieces of any size.
struct Pump<Event: Hashable & Sendable> {
  typealias Action = SessionAction<Event>

  private enum Due {
    case session(SessionTimer)
    case server(ConnectionKey, ServerTimer)
  }

  /// How the session is moved.
  let receive: (WireArrival, ConnectionKey, LabInstant, inout [Action]) -> Void
  let timerFired: (SessionTimer, LabInstant, inout [Action]) -> Void
  let providers: EmulatedProviders
  var pieceSize = Int.max

  private(set) var events: [(at: LabInstant, event: Event)] = []
  /// Everything that servers did, in order.
  private(set) var served: [ServerAction] = []
  private var exchanges: [ConnectionKey: any EmulatedExchange] = [:]
  private var timers: [(at: LabInstant, due: Due)] = []
  private(set) var now = LabInstant.origin

  init(
    _ providers: EmulatedProviders,
    receive: @escaping (WireArrival, ConnectionKey, LabInstant, inout [Action]) -> Void,
    timerFired: @escaping (SessionTimer, LabInstant, inout [Action]) -> Void
  ) {
    self.providers = providers
    self.receive = receive
    self.timerFired = timerFired
  }

  /// Lets the session act now and carries out what it asks for.
  mutating func act(_ body: (LabInstant, inout [Action]) -> Void) {
    var actions: [Action] = []
    body(now, &actions)
    for action in actions { perform(action) }
  }

  /// Lets time pass, firing timers at their instants.
  mutating func wait(until end: LabInstant) {
    while let next = timers.indices.min(by: { timers[$0].at < timers[$1].at }), timers[next].at <= end {
      let (at, due) = timers.remove(at: next)
      now = at
      switch due {
      case .session(let timer):
        let timerFired = timerFired
        act { timerFired(timer, $0, &$1) }
      case .server(let key, let timer): serve(.timer(timer), on: key)
      }
    }
    now = end
  }

  private mutating func perform(_ action: Action) {
    switch action {
    case .open(let key, let request):
      exchanges[key] = providers.exchange(for: request)
      serve(.opened, on: key)
    case .send(let key, let message): serve(.message(message), on: key)
    case .close(let key):
      serve(.closed, on: key)
      exchanges[key] = nil
    case .setTimer(let timer, let delay):
      cancel { if case .session(timer) = $0 { true } else { false } }
      timers.append((now + delay, .session(timer)))
    case .cancelTimer(let timer): cancel { if case .session(timer) = $0 { true } else { false } }
    case .emit(let event): events.append((now, event))
    }
  }

  private mutating func serve(_ input: ServerInput, on key: ConnectionKey) {
    guard var exchange = exchanges[key] else { return }
    var actions: [ServerAction] = []
    exchange.handle(input, at: now, into: &actions)
    exchanges[key] = exchange
    served += actions
    for action in actions { perform(action, on: key) }
  }

  private mutating func perform(_ action: ServerAction, on key: ConnectionKey) {
    switch action {
    case .accept(let headers): deliver(.opened(.init(status: 101, headers: headers, setup: .reused)), key)
    case .respond(let status, let headers):
      deliver(.opened(.init(status: status, headers: headers, setup: .reused)), key)
    case .body(let bytes, let received):
      for start in stride(from: 0, to: bytes.count, by: min(pieceSize, bytes.count)) {
        deliver(.body(Array(bytes[start...].prefix(pieceSize))), key, received: received)
      }
    case .endBody: deliver(.bodyEnded, key)
    case .send(let message, let received): deliver(.message(message), key, received: received)
    case .close(let code, let reason): deliver(.closed(code: code, reason: reason), key)
    case .reset: deliver(.failed(.init(code: "reset", message: "Cut.")), key)
    case .setTimer(let timer, let delay):
      cancel { if case .server(key, timer) = $0 { true } else { false } }
      timers.append((now + delay, .server(key, timer)))
    case .cancelTimer(let timer): cancel { if case .server(key, timer) = $0 { true } else { false } }
    }
  }

  private mutating func deliver(_ event: WireEvent, _ key: ConnectionKey, received: LabInstant? = nil) {
    let arrival = WireArrival(event, farSide: FarSide(received: received, sent: now))
    let receive = receive
    act { receive(arrival, key, $0, &$1) }
  }

  private mutating func cancel(where matches: (Due) -> Bool) {
    timers.removeAll { matches($0.due) }
  }
}
