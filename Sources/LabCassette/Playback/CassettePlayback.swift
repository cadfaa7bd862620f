public import LabProviders
public import LabTimeline

/// Plays one recorded conversation to a client: says what arrives, and when, from what the client does.
///
/// Every recorded arrival belongs to what the client had done before it, its cause: the request, the message
/// that asked for something, or the sound sent last. It is played as long after that cause as it was
/// recorded. To a client that does what the recorded one did, at the same instants, everything arrives at the
/// recorded instants.
public struct CassettePlayback: Sendable {
  /// Something that is to arrive.
  public struct Arrival: Sendable {
    public let connection: CassetteConnection
    public let event: WireEvent
    public let at: LabInstant
    /// When a driver takes it up, in the order of things; not before `at`.
    public let order: LabInstant
    /// Tells arrivals of the same instant apart: the one recorded first comes first.
    public let sequence: Int
  }

  /// A timer that was served, by its name and when it was due.
  private struct TimerKey: Hashable {
    let name: String
    let due: LabInstant
  }

  /// A connection of the client that plays the part of a recorded one.
  private struct Part {
    let recorded: Int
    var counts: [String: Int] = [:]
    var sounds = SoundCount()
    var last = LabInstant(nanoseconds: .min)
    var lastOrder = LabInstant(nanoseconds: .min)
  }

  private let connections: [RecordedConnection]
  /// The recorded connections of each stage.
  private let stages: [Stage: [Int]]
  private var served: [TimerKey: [LabInstant]] = [:]
  private var opened: [Stage: Int] = [:]
  private var parts: [CassetteConnection: Part] = [:]
  private var turn = 0
  private var watch: PlaybackWatch
  private var draws: TurnDraws?
  /// Whether turns are those of the recording, because nobody tells the client's.
  private let hasRecordedTurns: Bool

  /// - Parameters:
  ///   - draws: Where timings are drawn from, in place of the conversation's own.
  ///   - hasRecordedTurns: Nobody calls `turnEnded`; turns are taken to be those of the recording.
  public init(_ conversation: RecordedConversation, draws: TurnDraws? = nil, hasRecordedTurns: Bool = false) {
    self.hasRecordedTurns = hasRecordedTurns
    connections = conversation.connections
    stages = Dictionary(grouping: connections.indices) { [connections] in connections[$0].connection.stage }
    watch = PlaybackWatch(conversation)
    self.draws = draws
    guard draws == nil else { return }
    for case .timer(let name, let due, let at) in conversation.entries.reversed() {
      served[TimerKey(name: name, due: due), default: []].append(at)
    }
  }

  /// The first thing that the client did differently from the recorded one; `nil` as long as it did the same.
  public var deviation: PlaybackDeviation? { watch.deviation }

  /// The conversation is over; what the recorded client did beyond is a deviation.
  public mutating func finish(at now: LabInstant) { watch.finish(at: now) }

  /// When the recorded client served a timer of that name that was due then; `nil` when it had none.
  public mutating func serviceInstant(of timer: String, due: LabInstant) -> LabInstant? {
    served[TimerKey(name: timer, due: due)]?.popLast()
  }

  /// A turn of the client was over.
  public mutating func turnEnded() { turn += 1 }

  /// The client opened a connection.
  public mutating func opened(
    _ connection: CassetteConnection, _ request: CassetteRequest, at now: LabInstant
  ) -> [Arrival] {
    watch.opened(connection, request, at: now)
    let number = opened[connection.stage, default: 0]
    opened[connection.stage] = number + 1
    guard let recorded = stages[connection.stage], !recorded.isEmpty else {
      let failure = ConnectionFailure(
        code: "refused", message: "The cassette has no connection of this stage.")
      return [Arrival(connection: connection, event: .failed(failure), at: now, order: now, sequence: 0)]
    }
    parts[connection] = Part(recorded: recorded[number % recorded.count])
    return answers(to: .opening, on: connection, at: now)
  }

  /// The client opened the only connection of the recording, whatever its stage.
  mutating func openedFirst(
    _ request: CassetteRequest, as connection: CassetteConnection, at now: LabInstant
  ) -> [Arrival] {
    parts[connection] = Part(recorded: 0)
    return connections.isEmpty ? [] : answers(to: .opening, on: connection, at: now)
  }

  /// The client sent a message.
  public mutating func sent(
    _ message: CassetteMessage, on connection: CassetteConnection, at now: LabInstant
  ) -> [Arrival] {
    watch.sent(message, on: connection, at: now)
    guard var part = parts[connection] else { return [] }
    guard !message.isAudio else {
      part.sounds.sent(isLoud: message.isLoud, at: now)
      parts[connection] = part
      let cause = RecordedConnection.Cause.sound(beginning: part.sounds.beginning, part.sounds.number)
      return answers(to: cause, on: connection, at: now)
    }
    var number = part.counts[message.kind, default: 0]
    part.counts[message.kind] = number + 1
    parts[connection] = part
    let known = connections[part.recorded].counts[message.kind, default: 0]
    // Asked more often than recorded, a service answers as it did before.
    if number >= known, known > 0 { number %= known }
    return answers(to: .message(message.kind, number), on: connection, at: now)
  }

  /// The client closed a connection; nothing more is to be delivered on it.
  public mutating func closed(_ connection: CassetteConnection, at now: LabInstant) {
    watch.closed(connection, at: now)
  }

  private mutating func answers(
    to cause: RecordedConnection.Cause, on connection: CassetteConnection, at now: LabInstant
  ) -> [Arrival] {
    guard var part = parts[connection] else { return [] }
    let recorded = connections[part.recorded]
    guard let answers = recorded.answers[cause], !answers.isEmpty else { return [] }
    let drawn =
      recorded.isSound(cause)
      ? nil
      : draws?.offsets(
        of: TurnDraws.Key(stage: recorded.connection.stage, cause: cause),
        turn: hasRecordedTurns ? recorded.turns[cause] ?? 0 : turn)
    var arrivals: [Arrival] = []
    for (index, answer) in answers.enumerated() {
      let offset = drawn.map { $0(index, answer.offset) } ?? answer.offset
      let at = max(now + offset, part.last)
      let order = max(draws == nil ? at + answer.lag : at, part.lastOrder)
      (part.last, part.lastOrder) = (at, order)
      arrivals.append(
        Arrival(connection: connection, event: answer.event, at: at, order: order, sequence: answer.sequence))
    }
    parts[connection] = part
    return arrivals
  }
}
