import LabProviders
import LabTimeline

/// A recorded connection as what was sent on it and what came of that.
struct RecordedConnection: Sendable {
  /// What an arrival came of.
  enum Cause: Hashable, Sendable {
    case opening
    /// The message of that kind and number.
    case message(String, Int)
    /// The piece of sound of that number since somebody began to speak, and how often.
    case sound(beginning: Int, Int)
  }

  /// Something that arrived after its cause.
  struct Answer: Sendable {
    let event: WireEvent
    /// After the cause; below zero when the client served its own timers before what had arrived already.
    let offset: Duration
    /// How much later the driver took it up, in the order of things: behind the timers that it had served
    /// before.
    let lag: Duration
    /// Its place among all entries.
    let sequence: Int
  }

  let connection: CassetteConnection
  let request: CassetteRequest
  var answers: [Cause: [Answer]] = [:]
  /// The turn in which each cause came about.
  var turns: [Cause: Int] = [:]
  /// How many messages of each kind were sent.
  var counts: [String: Int] = [:]

  private var sounds = SoundCount()
  private var opened: LabInstant
  private var control: (cause: Cause, at: LabInstant)?
  private var sound: (cause: Cause, at: LabInstant)?

  /// How long after a message what arrives is taken for its answer, while sound is sent too.
  static let patience = Duration.milliseconds(1500)

  init(connection: CassetteConnection, request: CassetteRequest, at: LabInstant, turn: Int) {
    self.connection = connection
    self.request = request
    opened = at
    turns[.opening] = turn
  }

  mutating func sent(_ message: CassetteMessage, at: LabInstant, turn: Int) {
    guard !message.isAudio else {
      sounds.sent(isLoud: message.isLoud, at: at)
      sound = (.sound(beginning: sounds.beginning, sounds.number), at)
      return
    }
    let cause = Cause.message(message.kind, counts[message.kind, default: 0])
    counts[message.kind, default: 0] += 1
    turns[cause] = turn
    if !message.isKeepAlive { control = (cause, at) }
  }

  mutating func received(_ event: WireEvent, at: LabInstant, lag: Duration, sequence: Int) {
    let (cause, since) = cause(at: at)
    answers[cause, default: []].append(Answer(event: event, offset: at - since, lag: lag, sequence: sequence))
  }

  /// What an arrival came of: the last message that was not sound, or, some time after it, the sound sent
  /// last.
  private func cause(at: LabInstant) -> (Cause, LabInstant) {
    if let control, sound == nil || at - control.at <= Self.patience { return control }
    return sound ?? control ?? (.opening, opened)
  }

  /// Whether a cause is a piece of sound, so that its answers follow the microphone and not a decision.
  func isSound(_ cause: Cause) -> Bool {
    if case .sound = cause { true } else { false }
  }
}

extension RecordedConversation {
  /// The conversation's connections, in the order in which they were opened.
  var connections: [RecordedConnection] {
    var connections: [RecordedConnection] = []
    var places: [CassetteConnection: Int] = [:]
    var turn = 0
    // The driver takes things up by when they are due; what it took up later than something else goes behind
    // it.
    var order = LabInstant.origin
    for (sequence, entry) in entries.enumerated() {
      switch entry {
      case .opened(let connection, let request, let at):
        places[connection] = connections.count
        connections.append(RecordedConnection(connection: connection, request: request, at: at, turn: turn))
      case .sent(let connection, let message, let at):
        if let place = places[connection] { connections[place].sent(message, at: at, turn: turn) }
      case .received(let connection, let arrival, let at):
        order = max(order, at)
        if let place = places[connection] {
          connections[place].received(arrival.event, at: at, lag: order - at, sequence: sequence)
        }
      case .timer(_, let due, _): order = max(order, due)
      case .turnEnded: turn += 1
      case .closed: break
      }
    }
    return connections
  }
}
