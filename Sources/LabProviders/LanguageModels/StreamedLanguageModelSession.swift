public import LabTimeline

/// A language model that streams each reply as server-sent events in the answer to one HTTP request; the
/// dialect knows how a service words both.
///
/// Each request is an HTTP exchange of its own. It fails when nothing arrives for as long as the
/// configuration's patience; a stream that ends without its terminator counts as complete only when the model
/// had said why it stopped.
public struct StreamedLanguageModelSession<Dialect: LanguageModelDialect>: LanguageModelSession {
  private let dialect: Dialect
  private let address: ServiceAddress
  private let configuration: SessionConfiguration
  private var nextConnection = 0
  /// Oldest first.
  private var replies: [StreamedReply<Dialect>] = []
  private var isDeadlineSet = false

  public init(model: String, address: ServiceAddress, configuration: SessionConfiguration) {
    dialect = Dialect(model: model, options: configuration.languageModel)
    self.address = address
    self.configuration = configuration
  }

  public mutating func request(
    _ id: RequestID, messages: [ChatMessage], at now: LabInstant, into actions: inout [LanguageModelAction]
  ) {
    let connection = ConnectionKey(nextConnection)
    nextConnection += 1
    replies.append(StreamedReply(id: id, connection: connection, dialect: dialect, at: now))
    actions.append(.open(connection, connectionRequest(id, messages)))
    if !isDeadlineSet {
      isDeadlineSet = true
      actions.append(.setTimer(.deadline, after: configuration.patience))
    }
  }

  public mutating func cancel(
    _ id: RequestID, at now: LabInstant, into actions: inout [LanguageModelAction]
  ) {
    for reply in replies where reply.id == id { actions.append(.close(reply.connection)) }
    replies.removeAll { $0.id == id }
    cancelIdleDeadline(into: &actions)
  }

  public mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [LanguageModelAction]
  ) {
    guard let index = replies.firstIndex(where: { $0.connection == connection }) else { return }
    var events: [LanguageModelEvent] = []
    replies[index].lastHeard = now
    replies[index].receive(arrival, key: configuration.apiKey, into: &events)
    deliver(events, of: index, into: &actions)
    cancelIdleDeadline(into: &actions)
  }

  public mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [LanguageModelAction]
  ) {
    guard timer == .deadline else { return }
    isDeadlineSet = false
    let silent = replies.filter { now - $0.lastHeard >= configuration.patience }.map(\.connection)
    for connection in silent {
      guard let index = replies.firstIndex(where: { $0.connection == connection }) else { continue }
      var events: [LanguageModelEvent] = []
      let failure = ProviderFailure(code: "timed_out", message: "The language model went silent.")
      replies[index].fail(failure, running: true, into: &events)
      deliver(events, of: index, into: &actions)
    }
    // One timer serves all replies: it looks back when it fires and waits for whoever has been silent
    // longest.
    guard let oldest = replies.map(\.lastHeard).min() else { return }
    isDeadlineSet = true
    actions.append(.setTimer(.deadline, after: oldest + configuration.patience - now))
  }

  private mutating func deliver(
    _ events: [LanguageModelEvent], of index: Int, into actions: inout [LanguageModelAction]
  ) {
    for event in events { actions.append(.emit(event)) }
    guard replies[index].isOver else { return }
    if replies[index].abandonsExchange { actions.append(.close(replies[index].connection)) }
    replies.remove(at: index)
  }

  private mutating func cancelIdleDeadline(into actions: inout [LanguageModelAction]) {
    guard replies.isEmpty, isDeadlineSet else { return }
    isDeadlineSet = false
    actions.append(.cancelTimer(.deadline))
  }

  private func connectionRequest(_ id: RequestID, _ messages: [ChatMessage]) -> ConnectionRequest {
    address.post(
      dialect.path,
      headers: dialect.authentication(configuration.apiKey) + [
        HeaderField("Content-Type", "application/json"), HeaderField("Accept", "text/event-stream"),
        HeaderField("X-Client-Request-Id", "\(configuration.sessionID)-\(id.number)"),
      ],
      body: dialect.body(messages))
  }
}
