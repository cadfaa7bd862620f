public import LabTimeline

/// Deepgram's speech synthesis over one WebSocket (Aura), version 1 of the protocol.
///
/// Each chunk goes out as a text and a flush; chunks come back in that order, each ended by the service's `Flushed`.
/// After `clear`, everything until the service's `Cleared` belongs to the past and is dropped. A connection that
/// the service has closed while nothing was under way is opened again with the next chunk.
public struct AuraWebSocketSession: TextToSpeechSession {
  private enum State: Hashable {
    /// No connection; opening or speaking makes one.
    case idle
    /// Waiting for the upgrade; chunks are kept.
    case opening
    case open
    /// `Close` is sent; what was asked for still comes.
    case closing
    /// Over; nothing leads out.
    case ended
  }

  public let sampleRate: Int

  private let request: AuraRequest
  private var state = State.idle
  private var connection = ConnectionKey(0)
  private var nextConnection = 0
  private var kept: [WireMessage] = []
  /// Asked for and not complete, oldest first.
  private var chunks: [RequestID] = []
  private var clearsUnanswered = 0
  private var samples = WholeSamples()
  private var lastHeard = LabInstant.origin
  private var isDeadlineSet = false

  public init(address: ServiceAddress, configuration: SessionConfiguration) {
    sampleRate = configuration.sampleRate
    request = AuraRequest(address: address, configuration: configuration)
  }

  public mutating func open(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    guard state == .idle else { return }
    state = .opening
    connection = ConnectionKey(nextConnection)
    nextConnection += 1
    lastHeard = now
    actions.append(.open(connection, request.webSocket(connection: connection.number)))
    setDeadline(at: now, into: &actions)
  }

  public mutating func speak(
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
    let messages: [WireMessage] = [
      .text(#"{"type":"Speak","text":\#(JSONText.quoted(text))}"#), .text(#"{"type":"Flush"}"#),
    ]
    if state == .open {
      for message in messages { actions.append(.send(connection, message)) }
    } else {
      kept += messages
    }
    setDeadline(at: now, into: &actions)
  }

  public mutating func clear(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    guard !chunks.isEmpty else { return }
    chunks = []
    kept = []
    samples.reset()
    guard state == .open else { return }
    clearsUnanswered += 1
    actions.append(.send(connection, .text(#"{"type":"Clear"}"#)))
  }

  public mutating func close(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    switch state {
    case .idle: state = .ended
    case .opening:
      actions.append(.close(connection))
      finish(with: .init(code: "lost", message: "The speech session was closed."), into: &actions)
      state = .ended
    case .open:
      state = .closing
      lastHeard = now
      actions.append(.send(connection, .text(#"{"type":"Close"}"#)))
      setDeadline(at: now, into: &actions)
    case .closing, .ended: break
    }
  }

  public mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [TextToSpeechAction]
  ) {
    guard connection == self.connection, state != .ended, state != .idle else { return }
    lastHeard = now
    switch arrival.event {
    case .opened(let head): opened(head, at: now, into: &actions)
    case .message(.binary(let bytes)): hear(bytes, farSide: arrival.farSide, into: &actions)
    case .message(.text(let text)): hear(text, into: &actions)
    case .body, .bodyEnded: break
    case .closed(let code, let reason):
      lose(
        DeepgramClose.failure(code: code, reason: reason, key: request.configuration.apiKey), into: &actions)
    case .failed(let failure): lose(ProviderFailure(failure), into: &actions)
    }
  }

  public mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {
    guard timer == .deadline else { return }
    isDeadlineSet = false
    guard isWaiting else { return }
    guard now - lastHeard >= request.configuration.patience else {
      return setDeadline(at: now, into: &actions)
    }
    actions.append(.close(connection))
    lose(.init(code: "timed_out", message: "Deepgram's speech synthesis went silent."), into: &actions)
  }
}

extension AuraWebSocketSession {
  private var isWaiting: Bool {
    state == .opening || state == .closing || state == .open && (!chunks.isEmpty || clearsUnanswered > 0)
  }

  // One timer looks back when it fires, instead of being set anew with every piece of audio.
  private mutating func setDeadline(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    guard !isDeadlineSet else { return }
    isDeadlineSet = true
    actions.append(.setTimer(.deadline, after: lastHeard + request.configuration.patience - now))
  }

  private mutating func opened(
    _ head: ResponseHead, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {
    guard state == .opening else { return }
    guard head.status == 101 else {
      return lose(DeepgramHeaders.failure(head, key: request.configuration.apiKey), into: &actions)
    }
    state = .open
    actions.append(.emit(.connected(nil, head.setup)))
    for message in kept { actions.append(.send(connection, message)) }
    kept = []
  }

  private mutating func hear(
    _ bytes: [UInt8], farSide: FarSide?, into actions: inout [TextToSpeechAction]
  ) {
    // Until a clear is answered, what it took back is still on its way.
    guard clearsUnanswered == 0 else { return }
    guard let id = chunks.first else { return actions.append(.emit(.unasked)) }
    let whole = samples.append(bytes)
    if !whole.isEmpty { actions.append(.emit(.audio(id, whole, farSide))) }
  }

  private mutating func hear(_ text: String, into actions: inout [TextToSpeechAction]) {
    guard let message = try? JSONText.decode(AuraMessage.self, from: text) else {
      actions.append(.close(connection))
      let failure = ProviderFailure(
        code: "bad_message", message: "Deepgram sent a message that is not a speak message.")
      return lose(failure, into: &actions)
    }
    switch message.type {
    case "Flushed":
      guard clearsUnanswered == 0, !chunks.isEmpty else { return }
      samples.reset()
      actions.append(.emit(.finished(chunks.removeFirst())))
    case "Cleared": clearsUnanswered = max(0, clearsUnanswered - 1)
    case "Error":
      actions.append(.close(connection))
      let reason = request.configuration.apiKey.redacted(from: message.description ?? "no reason given")
      lose(.init(code: "bad_request", message: "Deepgram reported an error: \(reason)."), into: &actions)
    default: break
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
    clearsUnanswered = 0
    samples.reset()
    if isDeadlineSet { actions.append(.cancelTimer(.deadline)) }
    isDeadlineSet = false
  }
}

/// A control message of the service; audio comes as binary messages.
private struct AuraMessage: Decodable {
  var type: String?
  var description: String?
}
