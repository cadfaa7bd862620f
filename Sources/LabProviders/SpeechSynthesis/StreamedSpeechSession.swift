import LabTimeline

/// Speech synthesis over HTTP: one exchange per chunk; the dialect knows how a service words it.
///
/// A chunk is requested as soon as it is asked for, so several exchanges may run at once; what arrives early
/// waits, and audio is emitted in the order of the chunks.
struct StreamedSpeechSession<Dialect: SpeechDialect>: TextToSpeechSession {
  let sampleRate: Int

  private let dialect: Dialect
  private let key: APIKey
  private var nextConnection = 0
  private var chunks: SpokenChunks<SpeechBodyReader<Dialect>>

  init(_ dialect: Dialect, configuration: SessionConfiguration) {
    self.dialect = dialect
    sampleRate = configuration.sampleRate
    key = configuration.apiKey
    chunks = SpokenChunks(service: Dialect.service, configuration: configuration)
  }

  /// Does nothing: the protocol keeps no connection.
  mutating func open(at now: LabInstant, into actions: inout [TextToSpeechAction]) {}

  mutating func speak(
    _ id: RequestID, text: String, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {
    let connection = ConnectionKey(nextConnection)
    nextConnection += 1
    actions.append(.open(connection, dialect.exchange(text, connection: connection.number)))
    chunks.add(
      id, on: connection, reader: SpeechBodyReader(dialect: dialect, key: key), at: now, into: &actions)
  }

  mutating func clear(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    chunks.clear(into: &actions)
  }

  mutating func close(at now: LabInstant, into actions: inout [TextToSpeechAction]) {
    chunks.clear(into: &actions)
  }

  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [TextToSpeechAction]
  ) {
    chunks.receive(arrival, on: connection, at: now, into: &actions)
  }

  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [TextToSpeechAction]
  ) {
    if timer == .deadline { chunks.deadlineFired(at: now, into: &actions) }
  }
}
