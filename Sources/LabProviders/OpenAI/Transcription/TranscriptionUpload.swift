import LabTimeline

/// One utterance on its way: what one HTTP exchange has said so far.
struct TranscriptionUpload {
  /// How it came out.
  enum Outcome: Hashable {
    case transcript(String, FarSide?)
    case failed(ProviderFailure)
  }

  let connection: ConnectionKey
  /// Who answers, in sentences for people.
  private let service: String
  /// When something last arrived, or the request went out.
  var lastHeard: LabInstant
  /// Nothing more arrives for it once this is known.
  private(set) var outcome: Outcome?
  /// It came out while the exchange was still running.
  private(set) var abandonsExchange = false

  private var head: ResponseHead?
  private var parser = ServerSentEventParser()
  private var body: [UInt8] = []
  private var lastFarSide: FarSide?

  init(connection: ConnectionKey, service: String = "OpenAI", at now: LabInstant) {
    self.connection = connection
    self.service = service
    lastHeard = now
  }

  mutating func receive(_ arrival: WireArrival, key: APIKey) {
    switch arrival.event {
    case .opened(let head): self.head = head
    case .body(let bytes): read(bytes, farSide: arrival.farSide, key: key)
    case .bodyEnded: bodyEnded(key: key)
    case .failed(let failure): fail(ProviderFailure(failure))
    case .closed(let code, _):
      fail(.init(code: "lost", message: "The connection closed with code \(code)."))
    case .message: break
    }
  }

  mutating func fail(_ failure: ProviderFailure, running: Bool = false) {
    guard outcome == nil else { return }
    outcome = .failed(failure)
    abandonsExchange = running
  }

  private var isStream: Bool {
    head?.status == 200
      && head?.headers.value(of: "content-type")?.lowercased().hasPrefix("text/event-stream") == true
  }

  private mutating func read(_ bytes: [UInt8], farSide: FarSide?, key: APIKey) {
    lastFarSide = farSide
    guard isStream else {
      body += bytes.prefix(max(0, (4 << 20) - body.count))
      return
    }
    for event in parser.events(in: bytes) where outcome == nil {
      read(event, farSide: farSide, key: key)
    }
    if parser.hasOverflowed {
      fail(
        .init(code: "bad_message", message: "The transcript's stream has an endless event."), running: true)
    }
  }

  private mutating func read(_ event: ServerSentEvent, farSide: FarSide?, key: APIKey) {
    // Some servers that are compatible end their streams like those of chats.
    if event.data.starts(with: "[DONE]".utf8) { return }
    guard let news = JSONText.read(TranscriptionEvent.self, from: event.data) else {
      return fail(
        .init(
          code: "bad_message",
          message: "The transcript's stream holds an event that is not one of a transcription."),
        running: true)
    }
    if let error = news.error {
      let words = key.redacted(from: error.message ?? error.code ?? "no reason given")
      return fail(
        .init(code: error.failureCode, message: "The transcript broke off with an error: \(words)."),
        running: true)
    }
    guard news.type == "transcript.text.done" else { return }
    outcome = .transcript(news.text ?? "", farSide)
    // The rest of the stream is read to its end in the background, so that the connection can be used again.
  }

  private mutating func bodyEnded(key: APIKey) {
    guard outcome == nil else { return }
    guard let head else {
      return fail(.init(code: "lost", message: "The service ended without an answer."))
    }
    guard head.status == 200 else {
      return fail(OpenAIRequest.failure(head, body: body, key: key, service: service))
    }
    guard !isStream else {
      return fail(.init(code: "lost", message: "The transcript's stream ended before the transcript did."))
    }
    guard let transcript = JSONText.read(TranscriptionEvent.self, from: body),
      let text = transcript.text
    else {
      return fail(
        .init(
          code: "bad_message", message: "\(service) answered with something that is not a transcript.",
          status: 200))
    }
    outcome = .transcript(text, lastFarSide)
  }
}

/// An event of a streamed transcription, or a whole one, whose type is absent.
private struct TranscriptionEvent: Decodable {
  var type: String?
  var text: String?
  var error: ChatCompletionsError?
}
