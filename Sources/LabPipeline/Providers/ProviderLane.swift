import LabProviders
import LabTimeline

/// What happens to the service of one stage.
enum ProviderInput: Sendable {
  /// A timer of its session is due.
  case timer(SessionTimer)
  /// Something arrived on a connection of one of its sessions.
  case arrival(ConnectionAddress, WireArrival)
  /// What was to be tried again is due.
  case recovery
}

/// One service of a conversation: its session, the connections that are open, and its replacement when it is
/// lost.
///
/// What a session asks of the driver goes out with the command that caused it, up to the next thing that the
/// session tells. That waits until it is asked for with ``poll(at:into:)``, and what is behind it waits until
/// the poll after that, so that what follows from it goes out first.
struct ProviderLane<Session: ProviderSession>: Sendable {
  let stage: Stage
  private let make: @Sendable () -> Session
  private(set) var session: Session
  /// Counts the sessions; what arrives for an earlier one is dropped.
  private var generation = 0
  private var openConnections: Set<ConnectionKey> = []
  private var pending = FactQueue<SessionAction<Session.Event>>()
  /// What the session tells next.
  private var event: Session.Event?
  /// Why the session cannot go on, until it is replaced.
  private(set) var failure: ProviderFailure?
  /// When something last arrived.
  private(set) var lastArrival: LabInstant?
  /// Whether the session keeps one connection for many requests.
  private(set) var keepsConnection = false

  init(_ stage: Stage, make: @escaping @Sendable () -> Session) {
    self.stage = stage
    self.make = make
    session = make()
  }

  /// Gives the session something to do.
  mutating func command(
    at now: LabInstant, into out: inout [PipelineAction],
    _ body: (inout Session, inout [SessionAction<Session.Event>]) -> Void
  ) {
    body(&session, &pending.elements)
    forward(at: now, into: &out)
  }

  /// Passes on what happens to the session; what arrives for an earlier session is dropped.
  mutating func handle(_ input: ProviderInput, at now: LabInstant, into out: inout [PipelineAction]) {
    switch input {
    case .timer(let timer): command(at: now, into: &out) { $0.timerFired(timer, at: now, into: &$1) }
    case .arrival(let address, let arrival):
      guard address.generation == generation else { return }
      lastArrival = now
      if arrival.event.isLast { openConnections.remove(address.key) }
      command(at: now, into: &out) { $0.receive(arrival, on: address.key, at: now, into: &$1) }
    case .recovery: break
    }
  }

  /// What the session tells next; nil when it has nothing more to tell.
  mutating func poll(at now: LabInstant, into out: inout [PipelineAction]) -> Session.Event? {
    forward(at: now, into: &out)
    defer { event = nil }
    return event
  }

  /// The session cannot go on.
  mutating func fail(_ failure: ProviderFailure) { self.failure = failure }

  /// Closes what is left of a lost session and opens another in its place.
  ///
  /// - Returns: whether there was one to replace.
  mutating func replaceIfLost(at now: LabInstant, into out: inout [PipelineAction]) -> Bool {
    guard failure != nil else { return false }
    failure = nil
    out.append(.cancelTimer(.recovery(stage)))
    for key in openConnections.sorted(by: { $0.number < $1.number }) { out.append(.close(address(key))) }
    for timer in SessionTimer.allCases { out.append(.cancelTimer(.session(stage, timer))) }
    openConnections = []
    pending.removeAll()
    event = nil
    generation += 1
    session = make()
    command(at: now, into: &out) { $0.open(at: now, into: &$1) }
    return true
  }

  private func address(_ key: ConnectionKey) -> ConnectionAddress {
    ConnectionAddress(stage: stage, generation: generation, key: key)
  }

  /// Turns what the session asks for into the driver's actions, up to what it tells.
  private mutating func forward(at now: LabInstant, into out: inout [PipelineAction]) {
    while event == nil, let action = pending.next() {
      switch action {
      case .open(let key, let request):
        openConnections.insert(key)
        if request.transport == .webSocket { keepsConnection = true }
        out.append(.open(address(key), request))
      case .send(let key, let message): out.append(.send(address(key), message))
      case .close(let key):
        openConnections.remove(key)
        out.append(.close(address(key)))
      case .setTimer(let timer, let delay): out.append(.setTimer(.session(stage, timer), at: now + delay))
      case .cancelTimer(let timer): out.append(.cancelTimer(.session(stage, timer)))
      case .emit(let next): event = next
      }
    }
  }
}

extension WireEvent {
  /// Whether nothing can follow it on its connection.
  fileprivate var isLast: Bool {
    switch self {
    case .bodyEnded, .closed, .failed: true
    case .opened, .message, .body: false
    }
  }
}
