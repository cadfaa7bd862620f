import LabEmulation
import LabProviders
import LabTimeline
import LabTransport

/// The driver's thread: conversations, their timers and their connections.
struct LiveLoop {
  /// A conversation under way, with the moment that its clock calls zero.
  private struct Conversation {
    let position: Int
    /// Since when it could have begun: it was due, and a line was free.
    let ready: MonotonicInstant
    let origin: MonotonicInstant
    var pipeline: ConversationPipeline
    var timers = TimerBook<PipelineTimer>()
    var connections: [ConnectionAddress: TransportID] = [:]

    func instant(_ moment: MonotonicInstant) -> LabInstant {
      LabInstant(nanoseconds: moment.nanoseconds - origin.nanoseconds)
    }

    func moment(_ instant: LabInstant) -> LabInstant {
      LabInstant(nanoseconds: instant.nanoseconds + origin.nanoseconds)
    }
  }

  /// Whose a connection is.
  private struct Owner {
    let position: Int
    let address: ConnectionAddress
    let carrier: LiveTransports.Carrier
  }

  private struct DueTimer {
    let position: Int
    let ticket: TimerBook<PipelineTimer>.Ticket
  }

  private let jobs: [LiveDriver.Job]
  private let transports: LiveTransports
  private let inbox: DriverInbox
  private let isTapped: Bool
  private let report: @Sendable (LiveDriver.Report) -> Void
  private let detour: LiveDriver.Detour
  private let start: LabInstant
  /// The moment that the run's clock calls zero; before the loop begins when a schedule is taken up again.
  private var origin = MonotonicInstant(nanoseconds: 0)

  private var lines: LineQueue
  /// Since when there has been a free line for the next conversation.
  private var roomSince = MonotonicInstant(nanoseconds: .min)
  private var conversations: [Int: Conversation] = [:]
  private var owners: [TransportID: Owner] = [:]
  private var nextConnection = 0
  private var queue = EventQueue<DueTimer>()
  private var actions: [PipelineAction] = []
  private(set) var meter = InstrumentMeter()

  init(
    jobs: [LiveDriver.Job], concurrency: Int, start: LabInstant, transports: LiveTransports,
    inbox: DriverInbox, detour: LiveDriver.Detour, isTapped: Bool,
    report: @escaping @Sendable (LiveDriver.Report) -> Void
  ) {
    self.jobs = jobs
    self.detour = detour
    self.isTapped = isTapped
    self.start = start
    lines = LineQueue(due: jobs.map(\.due), lines: concurrency, start: start)
    self.transports = transports
    self.inbox = inbox
    self.report = report
  }

  mutating func run(until isCancelled: () -> Bool) {
    var batch: [TransportEvent] = []
    let now = MonotonicClock.now()
    origin = MonotonicInstant(nanoseconds: now.nanoseconds - start.nanoseconds)
    roomSince = now
    meter.watchClocks(at: now)
    beginJobs()
    while !conversations.isEmpty || !lines.isEmpty, !isCancelled() {
      inbox.wait(until: wakeUp, into: &batch)
      for event in batch {
        // What was due before the arrival happens before it, as it does in virtual time.
        fireTimers(dueBefore: event.at)
        deliver(event)
      }
      let now = MonotonicClock.now()
      meter.watchClocks(at: now)
      fireTimers(dueBefore: now)
      beginJobs()
    }
    for (id, owner) in owners { transports.close(id, over: owner.carrier) }
  }

  /// When there is something to do even if nothing arrives.
  private var wakeUp: MonotonicInstant? {
    let timer = queue.due.map { MonotonicInstant(nanoseconds: $0.nanoseconds) }
    let begin = lines.nextBegin(underWay: conversations.count).map(moment)
    return [timer, begin].compactMap { $0 }.min()
  }

  /// A moment on the run's clock.
  private func instant(_ moment: MonotonicInstant) -> LabInstant {
    LabInstant(nanoseconds: moment.nanoseconds - origin.nanoseconds)
  }

  /// The moment of an instant on the run's clock.
  private func moment(_ instant: LabInstant) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: origin.nanoseconds + instant.nanoseconds)
  }

  private mutating func beginJobs() {
    while let due = lines.nextBegin(underWay: conversations.count),
      let next = lines.take(at: instant(MonotonicClock.now()), underWay: conversations.count)
    {
      let job = jobs[next]
      let ready = max(moment(due), roomSince)
      do {
        let pipeline = try job.makePipeline()
        let begin = MonotonicClock.now()
        let arrival = job.due.map { ConversationArrival(intended: $0, started: instant(begin)) }
        conversations[job.position] = Conversation(
          position: job.position, ready: ready, origin: begin, pipeline: pipeline)
        tell(
          .began(pipeline.setup.conversation, arrival, soundRate: pipeline.tts.sampleRate), of: job.position)
        conversations[job.position]!.pipeline.start(in: .real(arrival), into: &actions)
        perform(for: job.position, at: .origin)
      } catch {
        conversations[job.position] = nil
        report(.failed(position: job.position, error))
      }
    }
  }

  private mutating func fireTimers(dueBefore moment: MonotonicInstant) {
    while let due = queue.due, due.nanoseconds <= moment.nanoseconds, let (timer, at) = queue.next() {
      guard conversations[timer.position]?.timers.redeem(timer.ticket) == true else { continue }
      let now = MonotonicClock.now()
      if timer.ticket.name == .microphone { meter.frame(lateBy: now.nanoseconds - at.nanoseconds) }
      let instant = conversations[timer.position]!.instant(now)
      let due = conversations[timer.position]!.instant(MonotonicInstant(nanoseconds: at.nanoseconds))
      tell(.took(.timer(timer.ticket.name), due: due, at: instant), of: timer.position)
      conversations[timer.position]!.pipeline.handle(
        .timer(timer.ticket.name), at: instant, into: &actions)
      perform(for: timer.position, at: instant)
    }
  }

  private mutating func deliver(_ event: TransportEvent) {
    guard let owner = owners[event.connection] else { return }
    if event.isLast { owners[event.connection] = nil }
    guard conversations[owner.position] != nil else { return }
    meter.arrival(waited: MonotonicClock.now().nanoseconds - event.at.nanoseconds)
    for wire in event.wireEvents {
      guard let now = conversations[owner.position]?.instant(event.at) else { return }
      let input = PipelineInput.arrival(owner.address, WireArrival(wire))
      tell(.took(input, due: now, at: now), of: owner.position)
      conversations[owner.position]!.pipeline.handle(input, at: now, into: &actions)
      perform(for: owner.position, at: now)
    }
    if event.isLast { conversations[owner.position]?.connections[owner.address] = nil }
  }

  /// Tells the tap what happens, where there is one.
  private func tell(_ tap: @autoclosure () -> WireTap, of position: Int) {
    if isTapped { report(.tapped(tap(), position: position)) }
  }

  private mutating func perform(for position: Int, at now: LabInstant) {
    var ended: ConversationRecord?
    var pending: [PipelineAction] = []
    swap(&pending, &actions)
    for action in pending {
      tell(.did(action, at: now), of: position)
      switch action {
      case .open(let address, let request): open(address, request, for: position)
      case .send(let address, let message):
        guard let id = conversations[position]?.connections[address], let owner = owners[id] else { continue }
        transports.send(id, message, over: owner.carrier)
      case .close(let address): close(address, of: position)
      case .setTimer(let timer, let at):
        guard let moment = conversations[position]?.moment(at) else { continue }
        let ticket = conversations[position]!.timers.start(timer)
        queue.schedule(DueTimer(position: position, ticket: ticket), at: moment)
      case .cancelTimer(let timer): conversations[position]?.timers.cancel(timer)
      case .turnBegan(let turn):
        if let conversation = conversations[position]?.pipeline.setup.announcement?.conversation {
          detour.turns.begin(turn, of: conversation)
        }
      case .soundSent(let sound): detour.sounds.add(sound, of: String(position))
      case .turnEnded(let record): report(.turnEnded(record))
      case .ended(let record): ended = record
      }
    }
    pending.removeAll(keepingCapacity: true)
    swap(&pending, &actions)
    if let ended { end(position, ended) }
  }

  private mutating func open(
    _ address: ConnectionAddress, _ request: ConnectionRequest, for position: Int
  ) {
    let id = TransportID(nextConnection)
    nextConnection += 1
    conversations[position]?.connections[address] = id
    owners[id] = Owner(
      position: position, address: address, carrier: LiveTransports.Carrier(request.transport))
    transports.open(id, detour.redirect(request))
  }

  private mutating func close(_ address: ConnectionAddress, of position: Int) {
    guard let id = conversations[position]?.connections.removeValue(forKey: address),
      let owner = owners.removeValue(forKey: id)
    else { return }
    transports.close(id, over: owner.carrier)
  }

  private mutating func end(_ position: Int, _ record: ConversationRecord) {
    for (address, _) in conversations[position]?.connections ?? [:] { close(address, of: position) }
    if let ready = conversations[position]?.ready {
      meter.conversation(readyAt: ready, lasted: record.nanoseconds)
    }
    if let conversation = conversations[position]?.pipeline.setup.announcement?.conversation {
      detour.turns.end(conversation)
    }
    detour.sounds.end(String(position))
    // Without a free line until now, nothing could begin before.
    if lines.nextBegin(underWay: conversations.count) == nil { roomSince = MonotonicClock.now() }
    conversations[position] = nil
    report(.conversationEnded(record))
  }
}
