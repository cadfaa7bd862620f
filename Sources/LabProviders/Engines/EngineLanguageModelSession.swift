public import LabTimeline

/// A language model on this machine, spoken to in lines.
///
/// One session with the engine serves the whole conversation; it is opened by the first request, and again by
/// the next one after it was lost.
public struct EngineLanguageModelSession: LanguageModelSession {
  private struct Reply {
    let id: RequestID
    var lastHeard: LabInstant
    var hasSpoken = false
  }

  private let request: ConnectionRequest
  private let patience: Duration
  private var connection: ConnectionKey?
  private var nextConnection = 0
  private var setup = ConnectionSetup(isReused: false)
  /// Asked for and not complete, oldest first.
  private var replies: [Reply] = []
  private var isDeadlineSet = false

  public init(
    _ specification: EngineSpecification, provider: String, configuration: SessionConfiguration
  ) {
    request = .engine(
      specification, provider: provider,
      opening: EngineOpening(
        stage: .llm, sampleRate: nil, language: configuration.language,
        session: configuration.sessionID))
    patience = configuration.patience
  }

  public mutating func request(
    _ id: RequestID, messages: [ChatMessage], at now: LabInstant, into actions: inout [LanguageModelAction]
  ) {
    let connection = self.connection ?? open(into: &actions)
    replies.append(Reply(id: id, lastHeard: now))
    actions.append(.send(connection, .text(EngineCommand.request(id.number, messages).line)))
    guard !isDeadlineSet else { return }
    isDeadlineSet = true
    actions.append(.setTimer(.deadline, after: patience))
  }

  public mutating func cancel(
    _ id: RequestID, at now: LabInstant, into actions: inout [LanguageModelAction]
  ) {
    guard let connection, replies.contains(where: { $0.id == id }) else { return }
    replies.removeAll { $0.id == id }
    actions.append(.send(connection, .text(EngineCommand.cancel(id.number).line)))
    cancelIdleDeadline(into: &actions)
  }

  public mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [LanguageModelAction]
  ) {
    guard connection == self.connection else { return }
    switch EngineArrival(arrival.event) {
    case .opened(let setup): self.setup = setup
    case .reply(let reply): read(reply, farSide: arrival.farSide, at: now, into: &actions)
    case .lost(let failure, let isOver):
      if !isOver { actions.append(.close(connection)) }
      lose(failure, into: &actions)
    }
  }

  public mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [LanguageModelAction]
  ) {
    guard timer == .deadline else { return }
    isDeadlineSet = false
    guard let oldest = replies.map(\.lastHeard).min() else { return }
    guard now - oldest >= patience, let connection else {
      isDeadlineSet = true
      return actions.append(.setTimer(.deadline, after: oldest + patience - now))
    }
    // What does not answer one request answers none: the engine takes them one after the other.
    actions.append(.close(connection))
    lose(.engineSilent, into: &actions)
  }

  private mutating func open(into actions: inout [LanguageModelAction]) -> ConnectionKey {
    let connection = ConnectionKey(nextConnection)
    nextConnection += 1
    self.connection = connection
    actions.append(.open(connection, request))
    return connection
  }

  private mutating func read(
    _ reply: EngineReply, farSide: FarSide?, at now: LabInstant, into actions: inout [LanguageModelAction]
  ) {
    switch reply {
    case .ready:
      for index in replies.indices { replies[index].lastHeard = now }
      if let first = replies.first { actions.append(.emit(.connected(first.id, setup))) }
    case .token(let number, let text):
      guard let index = index(of: number), !text.isEmpty else { return }
      replies[index].lastHeard = now
      if !replies[index].hasSpoken { actions.append(.emit(.firstByte(replies[index].id))) }
      replies[index].hasSpoken = true
      actions.append(.emit(.token(replies[index].id, text, farSide)))
    case .done(let number, let usage):
      guard let index = index(of: number) else { return }
      let id = replies.remove(at: index).id
      actions.append(.emit(.finished(id, .stop, usage)))
      cancelIdleDeadline(into: &actions)
    case .error(let number?, let message):
      guard let index = index(of: number) else { return }
      let id = replies.remove(at: index).id
      actions.append(.emit(.failed(id, .engine(message))))
      cancelIdleDeadline(into: &actions)
    case .error(nil, let message):
      if let connection { actions.append(.close(connection)) }
      lose(.engine(message), into: &actions)
    case .speechStarted, .partial, .final, .endOfTurn, .audio, .closed, .unknown: break
    }
  }

  private func index(of number: Int) -> Int? {
    replies.firstIndex { $0.id.number == number }
  }

  private mutating func lose(_ failure: ProviderFailure, into actions: inout [LanguageModelAction]) {
    connection = nil
    let lost = replies
    replies = []
    cancelIdleDeadline(into: &actions)
    for reply in lost { actions.append(.emit(.failed(reply.id, failure))) }
  }

  private mutating func cancelIdleDeadline(into actions: inout [LanguageModelAction]) {
    guard replies.isEmpty, isDeadlineSet else { return }
    isDeadlineSet = false
    actions.append(.cancelTimer(.deadline))
  }
}
