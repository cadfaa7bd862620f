import LabTimeline

/// ElevenLabs' speech synthesis over WebSockets (stream-input): one connection per chunk.
///
/// The protocol marks the end of the audio only when its text has ended, and then the connection is over. So
/// each chunk has a connection of its own, and one more stands open for the next chunk, kept open with
/// spaces, so that no chunk waits for a handshake. Nothing can be taken back on a connection; `clear` closes
/// those that speak.
struct ElevenLabsStreamSession: TextToSpeechSession {
  /// How often an idle connection gets a space; the service closes after 20 seconds without one.
  static let keepAliveInterval = Duration.seconds(10)

  /// A connection that has no chunk yet.
  private struct Spare: Sendable {
    let connection: ConnectionKey
    var isOpen = false
  }

  let sampleRate: Int

  private let request: ElevenLabsSpeechRequest
  private var nextConnection = 0
  private var spare: Spare?
  /// What goes out on connections that are still opening, oldest first.
  private var kept: [(connection: ConnectionKey, text: String)] = []
  private var chunks: SpokenChunks<ElevenLabsStreamReader>
  private var isOver = false

  init(model: String, address: ServiceAddress, configuration: SessionConfiguration) {
    sampleRate = configuration.sampleRate
    request = ElevenLabsSpeechRequest(model: model, address: address, configuration: configuration)
    chunks = SpokenChunks(service: ElevenLabsSpeechRequest.service, configuration: configuration)
  }

  mutating func open(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    guard spare == nil, !isOver else { return }
    let connection = ConnectionKey(nextConnection)
    nextConnection += 1
    spare = Spare(connection: connection)
    actions.append(.open(connection, request.webSocket(connection: connection.number)))
  }

  mutating func speak(
    _ id: RequestID, text: String, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {
    guard !isOver else {
      let failure = ProviderFailure(code: "lost", message: "The speech session is over.")
      return actions.append(.emit(.failed(id, failure)))
    }
    open(at: now, into: &actions)
    guard let taken = spare else { return }
    if taken.isOpen {
      actions.append(.cancelTimer(.keepAlive))
      send(ElevenLabsSpeechRequest.speaking(text), on: taken.connection, into: &actions)
    } else {
      kept.append((taken.connection, text))
    }
    let reader = ElevenLabsStreamReader(key: request.configuration.apiKey)
    chunks.add(id, on: taken.connection, reader: reader, at: now, into: &actions)
    spare = nil
    open(at: now, into: &actions)
  }

  mutating func clear(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    kept = []
    chunks.clear(into: &actions)
  }

  mutating func close(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    guard !isOver else { return }
    isOver = true
    clear(at: now, into: &actions)
    guard let spare else { return }
    if spare.isOpen { actions.append(.cancelTimer(.keepAlive)) }
    actions.append(.close(spare.connection))
    self.spare = nil
  }

  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [TextToSpeechAction]
  ) {
    guard connection != spare?.connection else { return receiveOnSpare(arrival.event, into: &actions) }
    guard chunks.holds(connection) else { return }
    if case .opened(let head) = arrival.event, head.status == 101 {
      send([request.opening], on: connection, into: &actions)
      for entry in kept where entry.connection == connection {
        send(ElevenLabsSpeechRequest.speaking(entry.text), on: connection, into: &actions)
      }
      kept.removeAll { $0.connection == connection }
    }
    chunks.receive(arrival, on: connection, at: now, into: &actions)
    if !chunks.holds(connection) { kept.removeAll { $0.connection == connection } }
  }

  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {
    switch timer {
    case .deadline: chunks.deadlineFired(at: now, into: &actions)
    case .keepAlive:
      guard let spare, spare.isOpen else { return }
      send([ElevenLabsSpeechRequest.keepAlive], on: spare.connection, into: &actions)
      actions.append(.setTimer(.keepAlive, after: Self.keepAliveInterval))
    default: break
    }
  }
}

extension ElevenLabsStreamSession {
  private func send(
    _ texts: [String], on connection: ConnectionKey, into actions: inout [TextToSpeechAction]
  ) {
    for text in texts { actions.append(.send(connection, .text(text))) }
  }

  private mutating func receiveOnSpare(_ event: WireEvent, into actions: inout [TextToSpeechAction]) {
    guard let connection = spare?.connection else { return }
    var reader = ElevenLabsStreamReader(key: request.configuration.apiKey)
    for piece in reader.read(event) {
      switch piece {
      case .connected(let setup):
        spare?.isOpen = true
        actions.append(.emit(.connected(nil, setup)))
        send([request.opening], on: connection, into: &actions)
        actions.append(.setTimer(.keepAlive, after: Self.keepAliveInterval))
      case .failed(let failure):
        if spare?.isOpen == true { actions.append(.cancelTimer(.keepAlive)) }
        if case .message = event { actions.append(.close(connection)) }
        spare = nil
        // Chunks under way do not need it; the next one opens a connection of its own.
        if chunks.isEmpty { actions.append(.emit(.lost(failure))) }
        return
      case .audio, .aligned, .complete: break
      }
    }
  }
}
