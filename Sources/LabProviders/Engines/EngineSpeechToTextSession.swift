public import LabTimeline

/// A recogniser on this machine, spoken to in lines.
///
/// Nothing waits for the engine to be ready: what is sent before that is kept in order by whoever carries the
/// lines.
public struct EngineSpeechToTextSession: SpeechToTextSession {
  private enum State: Hashable {
    case idle
    /// Waiting for the engine to be ready.
    case opening
    case open
    /// Over; nothing leads out.
    case ended
  }

  private let request: ConnectionRequest
  private let patience: Duration
  private let connection = ConnectionKey(0)
  private var state = State.idle
  private var setup = ConnectionSetup(isReused: false)
  private var finalizations = 0

  public init(
    _ specification: EngineSpecification, provider: String, configuration: SessionConfiguration
  ) {
    request = .engine(
      specification, provider: provider,
      opening: EngineOpening(
        stage: .stt, sampleRate: configuration.sampleRate, language: configuration.language,
        session: configuration.sessionID))
    patience = configuration.patience
  }

  public mutating func open(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    guard state == .idle else { return }
    state = .opening
    actions.append(.open(connection, request))
    actions.append(.setTimer(.deadline, after: patience))
  }

  public mutating func append(audio: [UInt8], at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    guard !audio.isEmpty else { return }
    send(.audio(audio), into: &actions)
  }

  public mutating func finalize(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    finalizations += 1
    send(.finalize(finalizations), into: &actions)
  }

  public mutating func close(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    end(with: .closed, closing: state != .idle, into: &actions)
  }

  public mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToTextAction]
  ) {
    guard connection == self.connection, state == .opening || state == .open else { return }
    switch EngineArrival(arrival.event) {
    case .opened(let setup): self.setup = setup
    case .reply(let reply): hear(reply, farSide: arrival.farSide, into: &actions)
    case .lost(let failure, let isOver): end(with: .failed(failure), closing: !isOver, into: &actions)
    }
  }

  public mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    guard timer == .deadline, state == .opening else { return }
    end(with: .failed(.engineNotReady), closing: true, into: &actions)
  }

  private func send(_ command: EngineCommand, into actions: inout [SpeechToTextAction]) {
    guard state == .opening || state == .open else { return }
    actions.append(.send(connection, .text(command.line)))
  }

  private mutating func hear(
    _ reply: EngineReply, farSide: FarSide?, into actions: inout [SpeechToTextAction]
  ) {
    switch reply {
    case .ready:
      guard state == .opening else { return }
      state = .open
      actions.append(.cancelTimer(.deadline))
      actions.append(.emit(.ready(setup)))
    case .speechStarted: actions.append(.emit(.speechStarted))
    case .partial(let text): if !text.isEmpty { actions.append(.emit(.partial(text))) }
    case .final(let text, let id):
      // An empty piece is news only when somebody waits for it.
      guard !text.isEmpty || id != nil else { return }
      let piece = FinalTranscript(
        text: text, answersFinalize: id != nil, endsUtterance: false, farSide: farSide)
      actions.append(.emit(.final(piece)))
    case .endOfTurn: actions.append(.emit(.endOfTurn))
    case .error(_, let message): end(with: .failed(.engine(message)), closing: true, into: &actions)
    case .token, .audio, .done, .closed, .unknown: break
    }
  }

  private mutating func end(
    with event: SpeechToTextEvent, closing: Bool, into actions: inout [SpeechToTextAction]
  ) {
    guard state != .ended else { return }
    if state == .opening { actions.append(.cancelTimer(.deadline)) }
    if closing { actions.append(.close(connection)) }
    state = .ended
    actions.append(.emit(event))
  }
}
