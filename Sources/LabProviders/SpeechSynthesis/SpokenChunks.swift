import LabTimeline

/// Chunks of speech that each come on a connection of their own, at the same time, and are told in the order
/// in which they were asked for.
///
/// One timer serves them all: it gives up on every chunk whose connection has been silent for longer than the
/// patience.
struct SpokenChunks<Reader: SpeechReader>: Sendable {
  private let service: String
  private let configuration: SessionConfiguration
  /// Asked for and not complete, oldest first; only the first one speaks.
  private var chunks: [SpokenChunk<Reader>] = []
  private var isDeadlineSet = false

  /// - Parameter service: Its name in sentences for people.
  init(service: String, configuration: SessionConfiguration) {
    self.service = service
    self.configuration = configuration
  }

  var isEmpty: Bool { chunks.isEmpty }

  /// Takes a chunk that was asked for on a connection.
  mutating func add(
    _ id: RequestID, on connection: ConnectionKey, reader: Reader, at now: LabInstant,
    into actions: inout [TextToSpeechAction]
  ) {
    chunks.append(
      SpokenChunk(
        id: id, connection: connection, reader: reader, sampleRate: configuration.sampleRate, at: now))
    guard !isDeadlineSet else { return }
    isDeadlineSet = true
    actions.append(.setTimer(.deadline, after: configuration.patience))
  }

  /// Drops all chunks and closes their connections.
  mutating func clear(into actions: inout [TextToSpeechAction]) {
    for chunk in chunks where !chunk.isOver { actions.append(.close(chunk.connection)) }
    chunks = []
    cancelIdleDeadline(into: &actions)
  }

  /// Whether a chunk is still under way on a connection.
  func holds(_ connection: ConnectionKey) -> Bool {
    chunks.contains { $0.connection == connection && !$0.isOver }
  }

  /// Takes what arrived on a connection, and tells what is no longer waiting. A connection that a chunk is
  /// done with, but its service is not, is closed.
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [TextToSpeechAction]
  ) {
    guard let index = chunks.firstIndex(where: { $0.connection == connection }), !chunks[index].isOver else {
      return
    }
    chunks[index].lastHeard = now
    if let setup = chunks[index].receive(arrival) {
      actions.append(.emit(.connected(chunks[index].id, setup)))
    }
    if chunks[index].isOver, case .message = arrival.event { actions.append(.close(connection)) }
    deliver(into: &actions)
    cancelIdleDeadline(into: &actions)
  }

  mutating func deadlineFired(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    isDeadlineSet = false
    for index in chunks.indices where !chunks[index].isOver {
      guard now - chunks[index].lastHeard >= configuration.patience else { continue }
      actions.append(.close(chunks[index].connection))
      chunks[index].fail(.init(code: "timed_out", message: "\(service)'s speech synthesis went silent."))
    }
    deliver(into: &actions)
    guard let oldest = chunks.filter({ !$0.isOver }).map(\.lastHeard).min() else { return }
    isDeadlineSet = true
    actions.append(.setTimer(.deadline, after: oldest + configuration.patience - now))
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
