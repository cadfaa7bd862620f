import LabTimeline

/// Speech synthesis over one WebSocket that serves many chunks; the dialect knows how a service words it.
///
/// Chunks come back in the order in which they were asked for. A connection that the service has closed while
/// nothing was under way is opened again with the next chunk.
struct SpeechChannelSession<Dialect: SpeechChannelDialect>: TextToSpeechSession {
  private enum State: Hashable {
    /// No connection; opening or speaking makes one.
    case idle
    /// Waiting for the upgrade; chunks are kept.
    case opening
    case open
    /// The farewell is sent; what was asked for still comes.
    case closing
    /// Over; nothing leads out.
    case ended
  }

  let sampleRate: Int

  private let patience: Duration
  private var dialect: Dialect
  private var state = State.idle
  private var connection = ConnectionKey(0)
  private var nextConnection = 0
  private var kept: [WireMessage] = []
  /// Asked for and not complete, oldest first.
  private var chunks: [RequestID] = []
  private var samples = WholeSamples()
  private var lastHeard = LabInstant.origin
  private var isDeadlineSet = false

  init(_ dialect: Dialect, configuration: SessionConfiguration) {
    self.dialect = dialect
    sampleRate = configuration.sampleRate
    patience = configuration.patience
  }

  mutating func open(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    guard state == .idle else { return }
    state = .opening
    connection = ConnectionKey(nextConnection)
    nextConnection += 1
    lastHeard = now
    dialect.reset()
    actions.append(.open(connection, dialect.connection(connection.number)))
    setDeadline(at: now, into: &actions)
  }

  mutating func speak(
    _ id: RequestID, text: String, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {
    guard state != .closing, state != .ended else {
      let failure = ProviderFailure(code: "lost", message: "The speech session is over.")
      return actions.append(.emit(.failed(id, failure)))
    }
    open(at: now, into: &actions)
    // Silence counts against the service only while it owes something.
    if chunks.isEmpty { lastHeard = now }
    chunks.append(id)
    let messages = dialect.speak(text)
    if state == .open { send(messages, into: &actions) } else { kept += messages }
    setDeadline(at: now, into: &actions)
  }

  mutating func clear(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    guard !chunks.isEmpty else { return }
    chunks = []
    kept = []
    samples.reset()
    guard state == .open else { return dialect.reset() }
    send(dialect.clear(), into: &actions)
  }

  mutating func close(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    switch state {
    case .idle: state = .ended
    case .open where dialect.farewell != nil:
      state = .closing
      lastHeard = now
      send([dialect.farewell].compactMap { $0 }, into: &actions)
      setDeadline(at: now, into: &actions)
    case .opening, .open:
      actions.append(.close(connection))
      finish(with: .init(code: "lost", message: "The speech session was closed."), into: &actions)
      state = .ended
    case .closing, .ended: break
    }
  }

  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [TextToSpeechAction]
  ) {
    guard connection == self.connection, state != .ended, state != .idle else { return }
    lastHeard = now
    switch arrival.event {
    case .opened(let head): opened(head, into: &actions)
    case .message(let message):
      for piece in dialect.read(message) { take(piece, farSide: arrival.farSide, into: &actions) }
    case .body, .bodyEnded: break
    case .closed(let code, let reason): lose(dialect.closed(code: code, reason: reason), into: &actions)
    case .failed(let failure): lose(ProviderFailure(failure), into: &actions)
    }
  }

  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {
    guard timer == .deadline else { return }
    isDeadlineSet = false
    guard isWaiting else { return }
    guard now - lastHeard >= patience else { return setDeadline(at: now, into: &actions) }
    actions.append(.close(connection))
    let message = "\(Dialect.service)'s speech synthesis went silent."
    lose(.init(code: "timed_out", message: message), into: &actions)
  }
}

extension SpeechChannelSession {
  private var isWaiting: Bool {
    state == .opening || state == .closing || state == .open && (!chunks.isEmpty || dialect.isOwed)
  }

  private func send(_ messages: [WireMessage], into actions: inout [TextToSpeechAction]) {
    for message in messages { actions.append(.send(connection, message)) }
  }

  // One timer looks back when it fires, instead of being set anew with every piece of audio.
  private mutating func setDeadline(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    guard !isDeadlineSet else { return }
    isDeadlineSet = true
    actions.append(.setTimer(.deadline, after: lastHeard + patience - now))
  }

  private mutating func opened(_ head: ResponseHead, into actions: inout [TextToSpeechAction]) {
    guard state == .opening else { return }
    guard head.status == 101 else { return lose(dialect.refusal(head), into: &actions) }
    state = .open
    actions.append(.emit(.connected(nil, head.setup)))
    send(kept, into: &actions)
    kept = []
  }

  private mutating func take(
    _ piece: SpeechChannelPiece, farSide: FarSide?, into actions: inout [TextToSpeechAction]
  ) {
    // A piece before it may have ended the connection.
    guard state == .open || state == .closing else { return }
    switch piece {
    case .audio(let bytes):
      guard let id = chunks.first else { return actions.append(.emit(.unasked)) }
      let whole = samples.append(bytes)
      if !whole.isEmpty { actions.append(.emit(.audio(id, whole, farSide))) }
    case .aligned(let alignment):
      if let id = chunks.first { actions.append(.emit(.aligned(id, alignment))) }
    case .finished:
      guard !chunks.isEmpty else { return }
      samples.reset()
      actions.append(.emit(.finished(chunks.removeFirst())))
      if chunks.isEmpty { send(dialect.rest(), into: &actions) }
    case .failed(let failure):
      for id in chunks { actions.append(.emit(.failed(id, failure))) }
      chunks = []
      samples.reset()
    case .broken(let failure):
      actions.append(.close(connection))
      lose(failure, into: &actions)
    }
  }

  private mutating func lose(_ failure: ProviderFailure, into actions: inout [TextToSpeechAction]) {
    let wasClosing = state == .closing
    if chunks.isEmpty, !wasClosing { actions.append(.emit(.lost(failure))) }
    finish(with: failure, into: &actions)
    state = wasClosing ? .ended : .idle
  }

  private mutating func finish(with failure: ProviderFailure, into actions: inout [TextToSpeechAction]) {
    for id in chunks { actions.append(.emit(.failed(id, failure))) }
    chunks = []
    kept = []
    dialect.reset()
    samples.reset()
    if isDeadlineSet { actions.append(.cancelTimer(.deadline)) }
    isDeadlineSet = false
  }
}
