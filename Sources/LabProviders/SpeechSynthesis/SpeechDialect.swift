/// How a service words speech synthesis over HTTP: a text in the request, its audio in the answer's body.
protocol SpeechDialect: Sendable {
  /// The service's name in sentences for people.
  static var service: String { get }
  /// The request for a text.
  ///
  /// - Parameter connection: The session's own number for the exchange.
  func exchange(_ text: String, connection: Int) -> ConnectionRequest
  /// What the service says about a refusal; `nil` when it says nothing that can be read.
  func refusalWords(_ head: ResponseHead, body: [UInt8]) -> String?
  /// The failure that a refusal stands for.
  func refusal(_ head: ResponseHead, body: [UInt8], key: APIKey) -> ProviderFailure
}

extension SpeechDialect {
  func refusal(_ head: ResponseHead, body: [UInt8], key: APIKey) -> ProviderFailure {
    .refusal(by: Self.service, head, words: refusalWords(head, body: body), key: key)
  }
}

/// Reads the answer to a request for speech: a body of audio, or a refusal.
struct SpeechBodyReader<Dialect: SpeechDialect>: SpeechReader {
  /// The most of a refusal's body that is kept, in bytes.
  private static var refusalLimit: Int { 65_536 }

  let dialect: Dialect
  let key: APIKey
  private var head: ResponseHead?
  private var refusal: [UInt8] = []

  init(dialect: Dialect, key: APIKey) {
    self.dialect = dialect
    self.key = key
  }

  mutating func read(_ event: WireEvent) -> [SpeechPiece] {
    switch event {
    case .opened(let head):
      self.head = head
      return head.status == 200 ? [.connected(head.setup)] : []
    case .body(let bytes):
      guard head?.status == 200 else {
        refusal += bytes.prefix(max(0, Self.refusalLimit - refusal.count))
        return []
      }
      return [.audio(bytes)]
    case .bodyEnded: return [bodyEnded]
    case .failed(let failure): return [.failed(ProviderFailure(failure))]
    case .closed(let code, _):
      return [.failed(.init(code: "lost", message: "The connection closed with code \(code)."))]
    case .message: return []
    }
  }

  private var bodyEnded: SpeechPiece {
    guard let head else {
      return .failed(.init(code: "lost", message: "The service ended without an answer."))
    }
    guard head.status == 200 else {
      return .failed(dialect.refusal(head, body: refusal, key: key))
    }
    return .complete
  }
}

extension ProviderFailure {
  /// The failure that an answer with an HTTP status stands for, with what the service said.
  static func refusal(
    by service: String, _ head: ResponseHead, words: String?, key: APIKey
  ) -> ProviderFailure {
    let reason = words.map { key.redacted(from: $0) } ?? "no reason given"
    return .status(
      head.status, message: "\(service) answered with status \(head.status): \(reason).",
      retryAfter: RetryAfter.duration(in: head.headers))
  }
}
