public import LabEmulation
public import LabPipeline
import LabProviders
public import LabRecord
public import LabTimeline

/// Moves one conversation in virtual time: takes the earliest event, sets the time, hands it to its struct
/// and schedules what comes back.
///
/// Every conversation has a clock of its own that begins at zero, so that its record depends on nothing but
/// the plan and the seed: not on the machine, nor on what else is measured, nor in which order.
public struct OfflineDriver {
  enum Event {
    case timer(TimerTable<PipelineTimer>.Ticket)
    case toServer(ConnectionAddress, ServerInput)
    case toClient(ConnectionAddress, WireArrival)
    case serverTimer(ConnectionAddress, TimerTable<ServerTimer>.Ticket)
    /// Something is due on a connection over a leg.
    case leg(TimerTable<ConnectionAddress>.Ticket)
  }

  var pipeline: ConversationPipeline
  let providers: EmulatedProviders
  var network: EmulatedNetwork
  /// Who is called by each stage, which decides on the leg.
  let callees: [Stage: String]
  var queue = EventQueue<Event>()
  /// What the services have to know beside the wire.
  private var observer: EmulationObserver
  private var timers = TimerTable<PipelineTimer>()
  var links: [ConnectionAddress: EmulatedLink] = [:]
  /// When each connection over a leg has something to do.
  var legTimers = TimerTable<ConnectionAddress>()
  var legDue: [ConnectionAddress: LabInstant] = [:]
  var legEvents: [StreamConnection.Event] = []
  var metOutages = 0
  var actions: [PipelineAction] = []
  private var serverActions: [ServerAction] = []
  private var ended: ConversationRecord?

  /// - Parameters:
  ///   - pipeline: The conversation, not started.
  ///   - providers: The emulated services.
  ///   - network: The way to them.
  ///   - callees: Who is called by each stage, for networks in which the ways differ.
  ///   - announcement: How the conversation announces its calls to services that go wrong by plan; nil for
  ///     not at all.
  public init(
    pipeline: ConversationPipeline, providers: EmulatedProviders, network: EmulatedNetwork,
    callees: [Stage: String] = [:], announcement: CallAnnouncement? = nil
  ) {
    self.pipeline = pipeline
    self.providers = providers
    self.network = network
    self.callees = callees
    observer = EmulationObserver(
      pipeline.setup, announcement: announcement, turns: providers.turns, sounds: providers.sounds)
  }

  /// Runs the conversation to its end.
  ///
  /// - Parameter turnEnded: Called with each turn as it ends.
  public mutating func run(turnEnded: (TurnRecord) throws -> Void) rethrows -> ConversationRecord {
    pipeline.start(into: &actions)
    try perform(at: .origin, turnEnded: turnEnded)
    while ended == nil, let (event, now) = queue.next() {
      switch event {
      case .timer(let ticket):
        guard timers.redeem(ticket) else { continue }
        pipeline.handle(.timer(ticket.name), at: now, into: &actions)
        try perform(at: now, turnEnded: turnEnded)
      case .toClient(let address, let arrival):
        guard let link = links[address], !link.isClosed else { continue }
        arrived(arrival.event, on: address, at: now)
        pipeline.handle(.arrival(address, arrival), at: now, into: &actions)
        try perform(at: now, turnEnded: turnEnded)
      case .toServer(let address, let input): serve(input, on: address, at: now)
      case .serverTimer(let address, let ticket):
        guard links[address]?.timers.redeem(ticket) == true else { continue }
        serve(.timer(ticket.name), on: address, at: now)
      case .leg(let ticket):
        guard legTimers.redeem(ticket) else { continue }
        legDue[ticket.name] = nil
        moveLeg(ticket.name, at: now)
      }
    }
    observer.end()
    guard let ended else { preconditionFailure("the conversation stopped without an end: no event is left") }
    return ended
  }

  private mutating func perform(at now: LabInstant, turnEnded: (TurnRecord) throws -> Void) rethrows {
    for var action in actions {
      observer.observe(&action)
      switch action {
      case .open(let address, let request): open(address, request, at: now)
      case .send(let address, let message) where links[address]?.stream != nil:
        links[address]!.stream!.send(message, at: now)
        moveLeg(address, at: now)
      case .send(let address, let message):
        guard let at = links[address]?.arrivalUp(sentAt: now) else { continue }
        queue.schedule(.toServer(address, .message(message)), at: at)
      case .close(let address): close(address, at: now)
      case .setTimer(let timer, let at): queue.schedule(.timer(timers.start(timer)), at: max(at, now))
      case .cancelTimer(let timer): timers.cancel(timer)
      case .turnBegan, .turnDiscarded, .utteranceBegan, .soundSent: break
      case .turnEnded(let record): try turnEnded(record)
      case .ended(let record): ended = record
      }
    }
    actions.removeAll(keepingCapacity: true)
  }

  private mutating func open(_ address: ConnectionAddress, _ request: ConnectionRequest, at now: LabInstant) {
    let fault = providers.connectionFault(for: request)
    let pool: ConnectionPool = fault == nil ? .ordinary : .faulty
    if network.hasLegs, openLeg(address, request, fault, from: pool, at: now) { return }
    var (setup, leg) = network.connect(request, from: pool)
    if fault?.fault == .slowHandshake {
      setup.delay(by: fault?.duration ?? FaultRule.standardHandshake, isSecure: request.endpoint.isSecure)
    }
    var link = EmulatedLink(
      exchange: providers.exchange(for: request), leg: leg, setup: setup, endpoint: request.endpoint,
      pool: pool,
      isReusable: request.transport != .webSocket, requestSent: now + (setup.total ?? .zero))
    if let failure = fault?.connectionFailure {
      links[address] = link
      let parts = fault?.fault == .refused ? [setup.nameLookup, setup.connect] : [setup.total]
      let at = now + parts.compactMap { $0 }.reduce(.zero, +)
      return queue.schedule(.toClient(address, WireArrival(.failed(failure))), at: at)
    }
    let at = link.arrivalUp(sentAt: now)
    links[address] = link
    queue.schedule(.toServer(address, .opened), at: at)
  }

  private mutating func close(_ address: ConnectionAddress, at now: LabInstant) {
    if links[address]?.stream != nil, links[address]?.isClosed == false {
      links[address]!.isClosed = true
      links[address]!.stream!.close(at: now)
      return moveLeg(address, at: now)
    }
    guard let at = links[address]?.arrivalUp(sentAt: now) else { return }
    links[address]?.isClosed = true
    queue.schedule(.toServer(address, .closed), at: at)
  }

  mutating func serve(_ input: ServerInput, on address: ConnectionAddress, at now: LabInstant) {
    guard links[address] != nil else { return }
    links[address]!.exchange.handle(input, at: now, into: &serverActions)
    for action in serverActions {
      switch links[address]!.perform(action, at: now) {
      case .deliver(let arrival, _) where links[address]!.stream != nil:
        links[address]!.stream!.answer(arrival, at: now)
      case .deliver(let arrival, let at): queue.schedule(.toClient(address, arrival), at: at)
      case .setTimer(let ticket, let at): queue.schedule(.serverTimer(address, ticket), at: at)
      case .nothing: break
      }
    }
    serverActions.removeAll(keepingCapacity: true)
    if input == .closed {
      links[address] = nil
    } else if links[address]?.stream != nil {
      moveLeg(address, at: now)
    }
  }

  /// Keeps the connections that can be used again, and lets go of an exchange that is over.
  private mutating func arrived(_ event: WireEvent, on address: ConnectionAddress, at now: LabInstant) {
    switch event {
    case .bodyEnded:
      if let link = links[address], link.isReusable {
        if let stream = link.stream {
          network.release(stream.connection)
        } else {
          network.release(link.endpoint, to: link.pool)
        }
      }
    case .closed, .failed: break
    case .opened, .message, .body: return
    }
    links[address]?.isClosed = true
    links[address]?.stream = nil
    queue.schedule(.toServer(address, .closed), at: now)
  }
}

extension ConnectionSetup {
  /// Makes the last step of setting up take longer: TLS where there is any.
  fileprivate mutating func delay(by duration: Duration, isSecure: Bool) {
    guard !isReused else { return }
    if isSecure {
      tls = (tls ?? .zero) + duration
    } else {
      connect = (connect ?? .zero) + duration
    }
  }
}

extension FaultRule {
  /// What a client sees of a connection that does not come about.
  var connectionFailure: ConnectionFailure? {
    switch fault {
    case .refused: ConnectionFailure(code: "refused", message: "Nothing listens on the host's port.")
    case .tlsFailure: ConnectionFailure(code: "tls", message: "The TLS handshake failed.")
    default: nil
    }
  }
}
