public import LabTimeline

/// A synthesiser on this machine, spoken to in lines.
///
/// An engine speaks one chunk after the other. What was cancelled may still come for a while; it is known by
/// its id and dropped. An engine that was lost is opened again with the next chunk.
public struct EngineTextToSpeechSession: TextToSpeechSession {
  public let sampleRate: Int

  private let request: ConnectionRequest
  private let patience: Duration
  private var connection: ConnectionKey?
  private var nextConnection = 0
  private var setup = ConnectionSetup(isReused: false)
  private var isReady = false
  /// Asked for and not complete, oldest first.
  private var chunks: [RequestID] = []
  private var samples = WholeSamples()
  private var lastHeard = LabInstant.origin
  private var isDeadlineSet = false

  public init(
    _ specification: EngineSpecification, provider: String, configuration: SessionConfiguration
  ) {
    sampleRate = configuration.sampleRate
    request = .engine(
      specification, provider: provider,
      opening: EngineOpening(
        stage: .tts, sampleRate: configuration.sampleRate, language: configuration.language,
        voice: configuration.textToSpeech.voice, session: configuration.sessionID))
    patience = configuration.patience
  }

  public mutating func open(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    guard connection == nil else { return }
    let connection = ConnectionKey(nextConnection)
    nextConnection += 1
    self.connection = connection
    isReady = false
    lastHeard = now
    actions.append(.open(connection, request))
    setDeadline(at: now, into: &actions)
  }

  public mutating func speak(
    _ id: RequestID, text: String, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {
    open(at: now, into: &actions)
    guard let connection else { return }
    // Silence counts against the engine only while it owes something.
    if chunks.isEmpty, isReady { lastHeard = now }
    chunks.append(id)
    actions.append(.send(connection, .text(EngineCommand.speak(id.number, text).line)))
    setDeadline(at: now, into: &actions)
  }

  public mutating func clear(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    guard let connection else { return }
    for id in chunks { actions.append(.send(connection, .text(EngineCommand.cancel(id.number).line))) }
    chunks = []
    samples.reset()
  }

  public mutating func close(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    guard let connection else { return }
    actions.append(.close(connection))
    end(with: .init(code: "lost", message: "The speech session was closed."), into: &actions)
  }

  public mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [TextToSpeechAction]
  ) {
    guard connection == self.connection else { return }
    lastHeard = now
    switch EngineArrival(arrival.event) {
    case .opened(let setup): self.setup = setup
    case .reply(let reply): hear(reply, farSide: arrival.farSide, into: &actions)
    case .lost(let failure, let isOver): lose(failure, closing: !isOver, into: &actions)
    }
  }

  public mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {
    guard timer == .deadline else { return }
    isDeadlineSet = false
    guard connection != nil, !isReady || !chunks.isEmpty else { return }
    guard now - lastHeard >= patience else { return setDeadline(at: now, into: &actions) }
    lose(isReady ? .engineSilent : .engineNotReady, closing: true, into: &actions)
  }

  private mutating func hear(
    _ reply: EngineReply, farSide: FarSide?, into actions: inout [TextToSpeechAction]
  ) {
    switch reply {
    case .ready(let rate):
      if let rate, rate != sampleRate {
        let message = "The engine speaks at \(rate) Hz, and \(sampleRate) Hz were expected."
        return lose(.init(code: "bad_request", message: message), closing: true, into: &actions)
      }
      isReady = true
      actions.append(.emit(.connected(nil, setup)))
    case .audio(let number, let bytes):
      guard let id = chunks.first, id.number == number else { return }
      let whole = samples.append(bytes)
      if !whole.isEmpty { actions.append(.emit(.audio(id, whole, farSide))) }
    case .done(let number, _):
      guard chunks.first?.number == number else { return }
      samples.reset()
      actions.append(.emit(.finished(chunks.removeFirst())))
    case .error(let number?, let message):
      guard let index = chunks.firstIndex(where: { $0.number == number }) else { return }
      actions.append(.emit(.failed(chunks.remove(at: index), .engine(message))))
    case .error(nil, let message): lose(.engine(message), closing: true, into: &actions)
    case .speechStarted, .partial, .final, .endOfTurn, .token, .closed, .unknown: break
    }
  }

  // One timer looks back when it fires, instead of being set anew with every piece of audio.
  private mutating func setDeadline(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    guard !isDeadlineSet else { return }
    isDeadlineSet = true
    actions.append(.setTimer(.deadline, after: lastHeard + patience - now))
  }

  private mutating func lose(
    _ failure: ProviderFailure, closing: Bool, into actions: inout [TextToSpeechAction]
  ) {
    if closing, let connection { actions.append(.close(connection)) }
    if chunks.isEmpty { actions.append(.emit(.lost(failure))) }
    end(with: failure, into: &actions)
  }

  private mutating func end(with failure: ProviderFailure, into actions: inout [TextToSpeechAction]) {
    for id in chunks { actions.append(.emit(.failed(id, failure))) }
    chunks = []
    samples.reset()
    connection = nil
    isReady = false
    if isDeadlineSet { actions.append(.cancelTimer(.deadline)) }
    isDeadlineSet = false
  }
}
