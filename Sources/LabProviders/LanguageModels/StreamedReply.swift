import LabTimeline

/// One reply on its way: what one HTTP exchange has said so far.
struct StreamedReply<Dialect: LanguageModelDialect> {
  let id: RequestID
  let connection: ConnectionKey
  /// When something last arrived, or the request went out.
  var lastHeard: LabInstant

  private let dialect: Dialect
  private var parser = ServerSentEventParser()
  private var reader: Dialect.Reader
  private var head: ResponseHead?
  private var errorBody: [UInt8] = []
  private var hasBody = false
  private var finish: LanguageModelEvent.FinishReason?
  private var usage: TokenUsage?
  private var callsTools = false
  /// The reply has said its last word; whatever still arrives is not news.
  private(set) var isOver = false
  /// It ended while the exchange was still running.
  private(set) var abandonsExchange = false

  init(id: RequestID, connection: ConnectionKey, dialect: Dialect, at now: LabInstant) {
    self.id = id
    self.connection = connection
    self.dialect = dialect
    reader = dialect.makeReader()
    lastHeard = now
  }

  /// Takes an arrival and says what it means.
  mutating func receive(_ arrival: WireArrival, key: APIKey, into events: inout [LanguageModelEvent]) {
    switch arrival.event {
    case .opened(let head): opened(head, into: &events)
    case .body(let bytes): read(bytes, farSide: arrival.farSide, key: key, into: &events)
    case .bodyEnded: bodyEnded(key: key, into: &events)
    case .failed(let failure): fail(ProviderFailure(failure), running: false, into: &events)
    case .closed(let code, _):
      fail(
        .init(code: "lost", message: "The connection closed with code \(code)."), running: false,
        into: &events)
    case .message: break
    }
  }

  mutating func fail(_ failure: ProviderFailure, running: Bool, into events: inout [LanguageModelEvent]) {
    guard !isOver else { return }
    isOver = true
    abandonsExchange = running
    events.append(.failed(id, failure))
  }

  private mutating func opened(_ head: ResponseHead, into events: inout [LanguageModelEvent]) {
    self.head = head
    if isStream(head) { events.append(.connected(id, head.setup)) }
  }

  private func isStream(_ head: ResponseHead) -> Bool {
    let type = head.headers.value(of: "content-type")?.lowercased() ?? "text/event-stream"
    return head.status == 200 && type.hasPrefix("text/event-stream")
  }

  private mutating func read(
    _ bytes: [UInt8], farSide: FarSide?, key: APIKey, into events: inout [LanguageModelEvent]
  ) {
    guard let head, isStream(head) else {
      errorBody += bytes.prefix(max(0, 65_536 - errorBody.count))
      return
    }
    if !hasBody, !bytes.isEmpty {
      hasBody = true
      events.append(.firstByte(id))
    }
    for event in parser.events(in: bytes) where !isOver {
      read(event, farSide: farSide, key: key, into: &events)
    }
    if parser.hasOverflowed {
      fail(
        .init(code: "bad_message", message: "The reply's stream has an endless event."), running: true,
        into: &events)
    }
  }

  private mutating func read(
    _ event: ServerSentEvent, farSide: FarSide?, key: APIKey, into events: inout [LanguageModelEvent]
  ) {
    for piece in reader.read(event) where !isOver {
      switch piece {
      case .reasoning(let text): if !text.isEmpty { events.append(.reasoning(id, text, farSide)) }
      case .token(let text): if !text.isEmpty { events.append(.token(id, text, farSide)) }
      case .toolCall(let call):
        callsTools = true
        events.append(.toolCall(id, call, farSide))
      case .usage(let usage): self.usage = usage
      case .stopped(let reason): finish = reason
      case .complete: complete(into: &events)
      case .failed(let code, let words):
        let words = key.redacted(from: words)
        fail(
          .init(code: code, message: "The reply broke off with an error: \(words)."), running: true,
          into: &events)
      case .unreadable(let expected):
        fail(
          .init(
            code: "bad_message", message: "The reply's stream holds an event that is not \(expected)."),
          running: true, into: &events)
      }
    }
  }

  private mutating func complete(into events: inout [LanguageModelEvent]) {
    isOver = true
    // Some servers call tools and say that they just stopped.
    let reason = callsTools && finish == .stop ? .toolCalls : finish ?? .other
    events.append(.finished(id, reason, usage))
  }

  private mutating func bodyEnded(key: APIKey, into events: inout [LanguageModelEvent]) {
    guard !isOver else { return }
    guard let head else {
      return fail(
        .init(code: "lost", message: "The service ended without an answer."), running: false,
        into: &events)
    }
    guard isStream(head) else { return fail(refusal(head, key: key), running: false, into: &events) }
    guard finish == nil else { return complete(into: &events) }
    fail(
      .init(code: "lost", message: "The reply's stream ended before the reply did."), running: false,
      into: &events)
  }

  private func refusal(_ head: ResponseHead, key: APIKey) -> ProviderFailure {
    guard head.status != 200 else {
      return ProviderFailure(
        code: "bad_message", message: "The service answered with something that is not a stream of events.",
        status: 200)
    }
    let words = key.redacted(from: dialect.refusalWords(errorBody) ?? "no reason given")
    var failure = ProviderFailure.status(
      head.status, message: "The service answered with status \(head.status): \(words).",
      retryAfter: RetryAfter.duration(in: head.headers))
    failure.code = dialect.refusalCode(errorBody) ?? failure.code
    return failure
  }
}
