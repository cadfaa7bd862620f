public import LabTimeline

/// Deepgram's speech synthesis over HTTP: one exchange per chunk.
///
/// A chunk is requested as soon as it is asked for, so several exchanges may run at once; what arrives early waits,
/// and audio is emitted in the order of the chunks.
public struct AuraHTTPSession: TextToSpeechSession {
  public let sampleRate: Int

  private let request: AuraRequest
  private var nextConnection = 0
  /// Asked for and not complete, oldest first; only the first one speaks.
  private var chunks: [AuraHTTPChunk] = []
  private var isDeadlineSet = false

  public init(address: ServiceAddress, configuration: SessionConfiguration) {
    sampleRate = configuration.sampleRate
    request = AuraRequest(address: address, configuration: configuration)
  }

  /// Does nothing: the protocol keeps no connection.
  public mutating func open(at now: LabInstant, into actions: inout [TextToSpeechAction]) {}

  public mutating func speak(
    _ id: RequestID, text: String, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {
    let connection = ConnectionKey(nextConnection)
    nextConnection += 1
    chunks.append(AuraHTTPChunk(id: id, connection: connection, at: now))
    actions.append(.open(connection, request.exchange(text, connection: connection.number)))
    if !isDeadlineSet {
      isDeadlineSet = true
      actions.append(.setTimer(.deadline, after: request.configuration.patience))
    }
  }

  public mutating func clear(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    for chunk in chunks where !chunk.isOver { actions.append(.close(chunk.connection)) }
    chunks = []
    cancelIdleDeadline(into: &actions)
  }

  public mutating func close(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    clear(at: now, into: &actions)
  }

  public mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [TextToSpeechAction]
  ) {
    guard let index = chunks.firstIndex(where: { $0.connection == connection }), !chunks[index].isOver else {
      return
    }
    chunks[index].lastHeard = now
    if case .opened(let head) = arrival.event, head.status == 200 {
      actions.append(.emit(.connected(chunks[index].id, head.setup)))
    }
    chunks[index].receive(arrival, key: request.configuration.apiKey)
    deliver(into: &actions)
    cancelIdleDeadline(into: &actions)
  }

  public mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {
    guard timer == .deadline else { return }
    isDeadlineSet = false
    for index in chunks.indices where !chunks[index].isOver {
      guard now - chunks[index].lastHeard >= request.configuration.patience else { continue }
      actions.append(.close(chunks[index].connection))
      chunks[index].fail(.init(code: "timed_out", message: "Deepgram's speech synthesis went silent."))
    }
    deliver(into: &actions)
    guard let oldest = chunks.filter({ !$0.isOver }).map(\.lastHeard).min() else { return }
    isDeadlineSet = true
    actions.append(.setTimer(.deadline, after: oldest + request.configuration.patience - now))
  }

  private mutating func deliver(into actions: inout [TextToSpeechAction]) {
    while !chunks.isEmpty {
      for event in chunks[0].takeEvents() { actions.append(.emit(event)) }
      guard chunks[0].isOver else { return }
      chunks.removeFirst()
    }
  }

  private mutating func cancelIdleDeadline(into actions: inout [TextToSpeechAction]) {
    guard isDeadlineSet, chunks.allSatisfy(\.isOver) else { return }
    isDeadlineSet = false
    actions.append(.cancelTimer(.deadline))
  }
}
