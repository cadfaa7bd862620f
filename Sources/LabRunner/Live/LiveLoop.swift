import LabEmulation
import LabPipeline
import LabProviders
import LabRecord
import LabTimeline
import LabTransport

/// The driver's thread: conversations, their timers and their connections.
struct LiveLoop {
  /// Whose a connection is.
  private struct Owner {
    let position: Int
    let address: ConnectionAddress
    let carrier: LiveTransports.Carrier
  }

  private struct DueTimer {
    let position: Int
    let ticket: TimerTable<PipelineTimer>.Ticket
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
  private var conversations: [Int: LiveConversation] = [:]
  private var owners: [TransportID: Owner] = [:]
  private var nextConnection = 0
  private var queue = TimerWheel<DueTimer>(from: .origin)
  private var actions: [PipelineAction] = []
  /// What is to be sent at the end of a round, so that the transport's thread is woken once for all of it.
  private var waiting: [(id: TransportID, message: WebSocketMessage)] = []
  /// Helps to hear; nil when there are too few conversations.
  private let worker: HearingWorker?
  /// The conversations whose buffers are being heard step by step.
  private var hearing: [LiveConversation] = []
  private let pulse = WakeUpPulse()
  private(set) var meter = InstrumentMeter()

  init(
    jobs: [LiveDriver.Job], concurrency: Int, start: LabInstant, transports: LiveTransports,
    inbox: DriverInbox, worker: HearingWorker?, detour: LiveDriver.Detour, isTapped: Bool,
    report: @escaping @Sendable (LiveDriver.Report) -> Void
  ) {
    self.jobs = jobs
    self.detour = detour
    self.isTapped = isTapped
    self.start = start
    lines = LineQueue(due: jobs.map(\.due), lines: concurrency, start: start)
    self.transports = transports
    self.inbox = inbox
    self.worker = worker
    self.report = report
  }

  mutating func run(until isCancelled: () -> Bool) {
    var batch: [TransportEvent] = []
    let now = MonotonicClock.now()
    origin = MonotonicInstant(nanoseconds: now.nanoseconds - start.nanoseconds)
    roomSince = now
    queue = TimerWheel(from: LabInstant(nanoseconds: now.nanoseconds))
    meter.watchClocks(at: now)
    beginJobs()
    while !conversations.isEmpty || !lines.isEmpty, !isCancelled() {
      let wakeUp = wakeUp()
      let isPatient = pulse.gathersArrivals(until: wakeUp, among: conversations.count) {
        MonotonicClock.now()
      }
      inbox.wait(until: wakeUp, patient: isPatient, into: &batch)
      for event in batch {
        // What was due before the arrival happens before it, as it does in virtual time.
        fireTimers(dueBefore: event.at)
        deliver(event)
      }
      let now = MonotonicClock.now()
      meter.watchClocks(at: now)
      fireTimers(dueBefore: now)
      finishHearing()
      beginJobs()
      transports.send(&waiting)
    }
    for (id, owner) in owners { transports.close(id, over: owner.carrier) }
  }

  /// When there is something to do even if nothing arrives.
  private mutating func wakeUp() -> MonotonicInstant? {
    let timer = queue.due().map {
      pulse.wakeUp(for: MonotonicInstant(nanoseconds: $0.nanoseconds), among: conversations.count)
    }
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
        let conversation = LiveConversation(
          position: job.position, ready: ready, origin: begin, pipeline: pipeline,
          observer: EmulationObserver(
            pipeline.setup, announcement: job.announcement, turns: detour.turns, sounds: detour.sounds))
        conversations[job.position] = conversation
        tell(
          .began(pipeline.setup.conversation, arrival, soundRate: pipeline.speechRate), of: job.position)
        conversation.pipeline.start(in: .real(arrival), into: &actions)
        perform(for: conversation, at: .origin)
      } catch {
        conversations[job.position] = nil
        report(.failed(position: job.position, error))
      }
    }
  }

  private mutating func fireTimers(dueBefore moment: MonotonicInstant) {
    while let due = queue.due(), due.nanoseconds <= moment.nanoseconds, let (timer, at) = queue.next() {
      guard let conversation = conversations[timer.position], conversation.timers.redeem(timer.ticket) else {
        continue
      }
      // What happens to a conversation happens to one that has acted on what it heard before.
      if conversation.isHearing { finishHearing() }
      let now = MonotonicClock.now()
      let instant = conversation.instant(now)
      if timer.ticket.name == .microphone {
        meter.frame(lateBy: now.nanoseconds - at.nanoseconds)
        if conversation.hearsInSteps, !isTapped {
          takeSound(of: conversation, at: instant)
          continue
        }
      }
      let due = conversation.instant(MonotonicInstant(nanoseconds: at.nanoseconds))
      tell(.took(.timer(timer.ticket.name), due: due, at: instant), of: timer.position)
      conversation.pipeline.handle(.timer(timer.ticket.name), at: instant, into: &actions)
      perform(for: conversation, at: instant)
    }
  }

  // MARK: Hearing step by step

  private mutating func takeSound(of conversation: LiveConversation, at instant: LabInstant) {
    let isToBeHeard = conversation.pipeline.takeSound(at: instant, into: &actions)
    perform(for: conversation, at: instant)
    guard isToBeHeard else { return }
    conversation.isHearing = true
    hearing.append(conversation)
    worker?.lend(conversation)
    if hearing.count == HearingWorker.capacity / 2 { worker?.call() }
    if hearing.count == HearingWorker.capacity { finishHearing() }
  }

  private mutating func finishHearing() {
    if let worker {
      worker.finish()
    } else {
      for conversation in hearing { conversation.pipeline.analyseSound() }
    }
    for conversation in hearing { actOnSound(of: conversation) }
    hearing.removeAll(keepingCapacity: true)
  }

  private mutating func actOnSound(of conversation: LiveConversation) {
    conversation.isHearing = false
    let now = conversation.instant(MonotonicClock.now())
    conversation.pipeline.actOnSound(at: now, into: &actions)
    perform(for: conversation, at: now)
  }

  // MARK: Arrivals and actions

  private mutating func deliver(_ event: TransportEvent) {
    guard let owner = owners[event.connection] else { return }
    if event.isLast { owners[event.connection] = nil }
    guard let conversation = conversations[owner.position] else { return }
    if conversation.isHearing { finishHearing() }
    meter.arrival(waited: MonotonicClock.now().nanoseconds - event.at.nanoseconds)
    for wire in event.wireEvents {
      guard !conversation.hasEnded else { return }
      let now = conversation.instant(event.at)
      let input = PipelineInput.arrival(owner.address, WireArrival(wire))
      tell(.took(input, due: now, at: now), of: owner.position)
      conversation.pipeline.handle(input, at: now, into: &actions)
      perform(for: conversation, at: now)
    }
    if event.isLast { conversation.connections[owner.address] = nil }
  }

  /// Tells the tap what happens, where there is one.
  private func tell(_ tap: @autoclosure () -> WireTap, of position: Int) {
    if isTapped { report(.tapped(tap(), position: position)) }
  }

  private mutating func perform(for conversation: LiveConversation, at now: LabInstant) {
    var ended: ConversationRecord?
    var pending: [PipelineAction] = []
    swap(&pending, &actions)
    for var action in pending {
      conversation.observer.observe(&action)
      tell(.did(action, at: now), of: conversation.position)
      switch action {
      case .open(let address, let request): open(address, request, for: conversation)
      case .send(let address, let message):
        guard let id = conversation.connections[address], let owner = owners[id] else { continue }
        transports.send(id, message, over: owner.carrier, waiting: &waiting)
      case .close(let address): close(address, of: conversation)
      case .setTimer(let timer, let at):
        let ticket = conversation.timers.start(timer)
        queue.schedule(
          DueTimer(position: conversation.position, ticket: ticket), at: conversation.moment(at))
      case .cancelTimer(let timer): conversation.timers.cancel(timer)
      case .turnBegan, .turnDiscarded, .utteranceBegan, .soundSent: break
      case .turnEnded(let record): report(.turnEnded(record))
      case .ended(let record): ended = record
      }
    }
    pending.removeAll(keepingCapacity: true)
    swap(&pending, &actions)
    // Few conversations would wait for a thread that has time to be woken; many, when they are late, for a
    // long round.
    if conversations.count < WakeUpPulse.crowd || waiting.count >= HearingWorker.capacity {
      transports.send(&waiting)
    }
    if let ended { end(conversation, ended) }
  }

  private mutating func open(
    _ address: ConnectionAddress, _ request: ConnectionRequest, for conversation: LiveConversation
  ) {
    let id = TransportID(nextConnection)
    nextConnection += 1
    conversation.connections[address] = id
    owners[id] = Owner(
      position: conversation.position, address: address,
      carrier: LiveTransports.Carrier(request.transport))
    transports.send(&waiting)
    transports.open(id, detour.redirect(request))
  }

  private mutating func close(_ address: ConnectionAddress, of conversation: LiveConversation) {
    guard let id = conversation.connections.removeValue(forKey: address),
      let owner = owners.removeValue(forKey: id)
    else { return }
    transports.send(&waiting)
    transports.close(id, over: owner.carrier)
  }

  private mutating func end(_ conversation: LiveConversation, _ record: ConversationRecord) {
    for (address, _) in conversation.connections { close(address, of: conversation) }
    meter.conversation(readyAt: conversation.ready, lasted: record.nanoseconds)
    conversation.observer.end()
    // Without a free line until now, nothing could begin before.
    if lines.nextBegin(underWay: conversations.count) == nil { roomSince = MonotonicClock.now() }
    conversation.hasEnded = true
    conversations[conversation.position] = nil
    report(.conversationEnded(record))
  }
}
