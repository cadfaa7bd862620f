import LabTimeline

/// One chunk of speech on a connection of its own, with what waits for the chunks before it.
struct SpokenChunk<Reader: SpeechReader>: Sendable {
  let id: RequestID
  let connection: ConnectionKey
  /// When something last arrived, or the request went out.
  var lastHeard: LabInstant
  /// Nothing more arrives for it.
  private(set) var isOver = false

  private let sampleRate: Int
  private var reader: Reader
  private var samples = WholeSamples()
  private var audioBytes = 0
  private var waiting: [TextToSpeechEvent] = []

  init(id: RequestID, connection: ConnectionKey, reader: Reader, sampleRate: Int, at now: LabInstant) {
    self.id = id
    self.connection = connection
    self.reader = reader
    self.sampleRate = sampleRate
    lastHeard = now
  }

  /// Takes what arrived.
  ///
  /// - Returns: What opening the connection took, when this opened it; it waits for no other chunk.
  mutating func receive(_ arrival: WireArrival) -> ConnectionSetup? {
    var setup: ConnectionSetup?
    for piece in reader.read(arrival.event) where !isOver {
      switch piece {
      case .connected(let connection): setup = connection
      case .audio(let bytes):
        audioBytes += bytes.count
        let whole = samples.append(bytes)
        if !whole.isEmpty { waiting.append(.audio(id, whole, arrival.farSide)) }
      case .aligned(let alignment):
        let offset = SamplePosition.duration(ofSamples: audioBytes / 2, sampleRate: sampleRate)
        waiting.append(.aligned(id, alignment.shifted(by: offset)))
      case .complete:
        isOver = true
        waiting.append(.finished(id))
      case .failed(let failure): fail(failure)
      }
    }
    return setup
  }

  mutating func fail(_ failure: ProviderFailure) {
    isOver = true
    waiting.append(.failed(id, failure))
  }

  /// What it has to say so far.
  mutating func takeEvents() -> [TextToSpeechEvent] {
    defer { waiting = [] }
    return waiting
  }
}
