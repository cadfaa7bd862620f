import HeapModule
import LabCassette
import LabConversation
import LabPipeline
import LabPlan
import LabProviders
import LabRecord
import LabTimeline

/// Moves one conversation in virtual time with what a cassette has for it.
///
/// As the offline driver does, it takes up the earliest event, timers before arrivals of the same instant.
/// Where the recorded client was late to serve a timer, this one is as late, so that a conversation that goes
/// on as it was recorded has the recorded instants to the nanosecond.
struct ReplayDriver {
  private struct Event: Comparable {
    enum What {
      case timer(TimerTable<PipelineTimer>.Ticket)
      case arrival(ConnectionAddress, CassettePlayback.Arrival)
    }

    let order: LabInstant
    /// Timers come first, in the order in which they were set; arrivals in the order in which they were
    /// recorded.
    let rank: Int
    let sequence: Int
    let what: What

    static func == (left: Event, right: Event) -> Bool { left.key == right.key }
    static func < (left: Event, right: Event) -> Bool { left.key < right.key }
    private var key: (LabInstant, Int, Int) { (order, rank, sequence) }
  }

  private var pipeline: ConversationPipeline
  private var playback: CassettePlayback
  private let time: PipelineTime
  private let hasText: Bool
  private var queue = Heap<Event>()
  private var timers = TimerTable<PipelineTimer>()
  private var open: Set<ConnectionAddress> = []
  private var sequence = 0
  private var actions: [PipelineAction] = []
  private var ended: ConversationRecord?

  /// - Parameters:
  ///   - pipeline: The conversation, not started.
  ///   - playback: What is played to it.
  ///   - time: The time that the recorded conversation lived in.
  ///   - hasText: Whether the cassette has words to judge transcripts by.
  init(pipeline: ConversationPipeline, playback: CassettePlayback, time: PipelineTime, hasText: Bool) {
    self.pipeline = pipeline
    self.playback = playback
    self.time = time
    self.hasText = hasText
  }

  /// Runs the conversation to its end.
  ///
  /// - Returns: The conversation, and what the client did differently from the recorded one.
  mutating func run(
    turnEnded: (TurnRecord) throws -> Void
  ) throws -> (end: ConversationRecord, deviation: PlaybackDeviation?) {
    pipeline.start(in: time, into: &actions)
    try perform(at: .origin, turnEnded: turnEnded)
    var last = LabInstant.origin
    while ended == nil, let event = queue.popMin() {
      switch event.what {
      case .timer(let ticket):
        guard timers.redeem(ticket) else { continue }
        let name = ticket.name.cassetteName
        let now = playback.serviceInstant(of: name, due: event.order) ?? max(event.order, last)
        pipeline.handle(.timer(ticket.name), at: now, into: &actions)
        last = now
        try perform(at: now, turnEnded: turnEnded)
      case .arrival(let address, let arrival):
        guard open.contains(address) else { continue }
        if arrival.event.isLast { open.remove(address) }
        pipeline.handle(.arrival(address, WireArrival(arrival.event)), at: arrival.at, into: &actions)
        last = arrival.at
        try perform(at: arrival.at, turnEnded: turnEnded)
      }
    }
    guard let ended else {
      throw RunError(
        .invalidPlan, "The conversation stopped without an end, because the cassette had nothing more.",
        hint: "Record the plan again with 'turnlab record'.")
    }
    playback.finish(at: last)
    return (ended, playback.deviation)
  }

  private mutating func perform(at now: LabInstant, turnEnded: (TurnRecord) throws -> Void) throws {
    for action in actions {
      switch action {
      case .open(let address, let request):
        open.insert(address)
        schedule(playback.opened(CassetteConnection(address), CassetteRequest(request), at: now))
      case .send(let address, let message):
        schedule(playback.sent(CassetteMessage(message), on: CassetteConnection(address), at: now))
      case .close(let address):
        open.remove(address)
        playback.closed(CassetteConnection(address), at: now)
      case .setTimer(let timer, let at):
        sequence += 1
        queue.insert(Event(order: at, rank: 0, sequence: sequence, what: .timer(timers.start(timer))))
      case .cancelTimer(let timer): timers.cancel(timer)
      case .turnEnded(let record):
        playback.turnEnded()
        try turnEnded(judged(record))
      case .ended(let record): ended = record
      case .turnBegan, .turnDiscarded, .utteranceBegan, .soundSent: break
      }
    }
    actions.removeAll(keepingCapacity: true)
  }

  private mutating func schedule(_ arrivals: [CassettePlayback.Arrival]) {
    for arrival in arrivals {
      let address = ConnectionAddress(arrival.connection)
      queue.insert(
        Event(order: arrival.order, rank: 1, sequence: arrival.sequence, what: .arrival(address, arrival)))
    }
  }

  /// Masked words are not a transcript: how many are wrong is not known.
  private func judged(_ record: TurnRecord) -> TurnRecord {
    guard !hasText else { return record }
    var record = record
    (record.counts.words, record.counts.wordErrors) = (0, 0)
    return record
  }
}

extension WireEvent {
  /// Whether nothing follows on the connection.
  fileprivate var isLast: Bool {
    switch self {
    case .bodyEnded, .closed, .failed: true
    case .opened, .message, .body: false
    }
  }
}
