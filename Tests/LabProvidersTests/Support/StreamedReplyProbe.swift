import LabProviders
import LabTimeline

/// One request of a language-model session, and what the session makes of the answer.
struct StreamedReplyProbe<Dialect: LanguageModelDialect> {
  static var id: RequestID { RequestID(3) }

  private var session: StreamedLanguageModelSession<Dialect>
  private(set) var request: ConnectionRequest?

  init(
    model: String, host: String, basePath: String, messages: [ChatMessage],
    options: LanguageModelOptions = .init()
  ) {
    let configuration = SessionConfiguration(
      apiKey: "secret", sampleRate: 16_000, sessionID: "talk", languageModel: options)
    session = .init(
      model: model, address: .init(endpoint: .service(host), basePath: basePath), configuration: configuration
    )
    var actions: [LanguageModelAction] = []
    session.request(Self.id, messages: messages, at: .origin, into: &actions)
    if case .open(_, let request)? = actions.first { self.request = request }
  }

  var body: String { String(decoding: request?.body ?? [], as: UTF8.self) }

  /// The answer's head and its pieces, then its end.
  mutating func answer(_ body: String, status: Int = 200) -> [LanguageModelEvent] {
    let type = status == 200 ? "text/event-stream" : "application/json"
    let head = ResponseHead(status: status, headers: [.init("Content-Type", type)], setup: .reused)
    var actions: [LanguageModelAction] = []
    for event in [WireEvent.opened(head), .body(Array(body.utf8)), .bodyEnded] {
      session.receive(WireArrival(event), on: ConnectionKey(0), at: .origin, into: &actions)
    }
    return actions.compactMap { action in
      guard case .emit(let event) = action else { return nil }
      // How a reply begins is the same whatever the dialect.
      switch event {
      case .connected, .firstByte: return nil
      default: return event
      }
    }
  }

  /// Events as they stand in a stream.
  static func stream(_ events: String...) -> String { events.map { "data: \($0)\n\n" }.joined() }
}
