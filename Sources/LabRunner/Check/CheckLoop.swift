import LabProviders
import LabRecord
import LabTimeline
import LabTransport

/// What an event of a session means for a check.
enum CheckNews {
  case connected(ConnectionSetup)
  /// The provider answers; with the setup of the connection where the same event tells it.
  case answered(ConnectionSetup?)
  case failed(ProviderFailure)
}

/// Drives one session until its provider has answered or not.
struct CheckLoop<Event: Hashable & Sendable> {
  private typealias Actions = [SessionAction<Event>]

  private let transports: LiveTransports
  private let inbox: DriverInbox
  private let patience: Duration
  private let began = MonotonicClock.now()
  private var connections: [ConnectionKey: (id: TransportID, carrier: LiveTransports.Carrier)] = [:]
  private var timers = TimerTable<SessionTimer>()
  private var queue = EventQueue<TimerTable<SessionTimer>.Ticket>()
  private var nextConnection = 0
  private var finding = ProviderCheck.Finding()
  private var isOver = false

  init(transports: LiveTransports, inbox: DriverInbox, patience: Duration) {
    self.transports = transports
    self.inbox = inbox
    self.patience = patience
  }

  mutating func run(
    begin: (LabInstant, inout [SessionAction<Event>]) -> Void,
    receive: (WireArrival, ConnectionKey, LabInstant, inout [SessionAction<Event>]) -> Void,
    timerFired: (SessionTimer, LabInstant, inout [SessionAction<Event>]) -> Void,
    news: (Event) -> CheckNews?
  ) -> ProviderCheck.Finding {
    var actions: Actions = []
    begin(.origin, &actions)
    perform(&actions, at: .origin, news)
    // Whoever keeps a session waiting for ever, such as one that opens and says nothing.
    let end = LabInstant.origin + patience + .seconds(1)
    while !isOver {
      let due = min(queue.due ?? end, end)
      for event in inbox.wait(until: MonotonicInstant(nanoseconds: began.nanoseconds + due.nanoseconds))
      where !isOver {
        let now = instant(event.at)
        guard let key = connections.first(where: { $0.value.id == event.connection })?.key else { continue }
        for wire in event.wireEvents where !isOver {
          if case .opened(let head) = wire { finding.connect = finding.connect ?? head.setup.total }
          receive(WireArrival(wire), key, now, &actions)
          perform(&actions, at: now, news)
        }
      }
      let now = instant(MonotonicClock.now())
      while !isOver, let due = queue.due, due <= now, let (ticket, _) = queue.next() {
        guard timers.redeem(ticket) else { continue }
        timerFired(ticket.name, now, &actions)
        perform(&actions, at: now, news)
      }
      if !isOver, now >= end {
        fail(.init(code: "timed_out", message: "The service said nothing for \(patience)."))
      }
    }
    for connection in connections.values { transports.close(connection.id, over: connection.carrier) }
    return finding
  }

  private func instant(_ moment: MonotonicInstant) -> LabInstant {
    LabInstant(nanoseconds: moment.nanoseconds - began.nanoseconds)
  }

  private mutating func fail(_ failure: ProviderFailure) {
    finding.failure = failure
    isOver = true
  }

  private mutating func perform(_ actions: inout Actions, at now: LabInstant, _ news: (Event) -> CheckNews?) {
    for action in actions where !isOver {
      switch action {
      case .open(let key, let request):
        let carrier = LiveTransports.Carrier(request.transport)
        connections[key] = (TransportID(nextConnection), carrier)
        transports.open(TransportID(nextConnection), request)
        nextConnection += 1
      case .send(let key, let message):
        if let (id, carrier) = connections[key] { transports.send(id, message, over: carrier) }
      case .close(let key):
        if let (id, carrier) = connections.removeValue(forKey: key) { transports.close(id, over: carrier) }
      case .setTimer(let timer, let delay): queue.schedule(timers.start(timer), at: now + delay)
      case .cancelTimer(let timer): timers.cancel(timer)
      case .emit(let event):
        switch news(event) {
        case .connected(let setup): finding.connect = finding.connect ?? setup.total
        case .answered(let setup):
          finding.connect = finding.connect ?? setup?.total
          finding.firstAnswer = now - .origin
          isOver = true
        case .failed(let failure): fail(failure)
        case nil: break
        }
      }
    }
    actions.removeAll(keepingCapacity: true)
  }
}
