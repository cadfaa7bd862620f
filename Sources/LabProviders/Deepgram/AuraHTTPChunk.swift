import LabTimeline

/// One chunk of speech on its way over HTTP, with what waits for the chunks before it.
struct AuraHTTPChunk {
  let id: RequestID
  let connection: ConnectionKey
  /// When something last arrived, or the request went out.
  var lastHeard: LabInstant
  /// Nothing more arrives for it.
  private(set) var isOver = false

  private var head: ResponseHead?
  private var errorBody: [UInt8] = []
  private var samples = WholeSamples()
  private var waiting: [TextToSpeechEvent] = []

  init(id: RequestID, connection: ConnectionKey, at now: LabInstant) {
    self.id = id
    self.connection = connection
    lastHeard = now
  }

  mutating func receive(_ arrival: WireArrival, key: APIKey) {
    switch arrival.event {
    case .opened(let head): self.head = head
    case .body(let bytes): read(bytes, farSide: arrival.farSide)
    case .bodyEnded: bodyEnded(key: key)
    case .failed(let failure): fail(ProviderFailure(failure))
    case .closed(let code, _):
      fail(.init(code: "lost", message: "The connection closed with code \(code)."))
    case .message: break
    }
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

  private mutating func read(_ bytes: [UInt8], farSide: FarSide?) {
    guard head?.status == 200 else {
      errorBody += bytes.prefix(max(0, 65_536 - errorBody.count))
      return
    }
    let whole = samples.append(bytes)
    if !whole.isEmpty { waiting.append(.audio(id, whole, farSide)) }
  }

  private mutating func bodyEnded(key: APIKey) {
    guard let head else {
      return fail(.init(code: "lost", message: "The service ended without an answer."))
    }
    guard head.status == 200 else { return fail(DeepgramHeaders.failure(head, key: key, body: errorBody)) }
    isOver = true
    waiting.append(.finished(id))
  }
}
