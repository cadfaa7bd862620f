import LabProviders
import LabTimeline
import Testing

@Suite("Deepgram's speak sessions")
struct AuraSessionTests {
  private static let configuration = SessionConfiguration(
    apiKey: "secret", sampleRate: 24_000, sessionID: "t")
  private static let head = ResponseHead(status: 101, headers: [], setup: .reused)

  private var socket: any TextToSpeechSession
  private var http: any TextToSpeechSession

  init() throws {
    let catalogue = ProviderCatalogue.standard
    socket = try catalogue.makeTextToSpeech("deepgram/aura-2", configuration: Self.configuration)
    http = try catalogue.makeTextToSpeech("deepgram/aura-2-http", configuration: Self.configuration)
  }

  private mutating func socket(
    _ body: (inout any TextToSpeechSession, inout [TextToSpeechAction]) -> Void
  ) -> [TextToSpeechAction] {
    var actions: [TextToSpeechAction] = []
    body(&socket, &actions)
    return actions
  }

  private mutating func http(
    _ body: (inout any TextToSpeechSession, inout [TextToSpeechAction]) -> Void
  ) -> [TextToSpeechAction] {
    var actions: [TextToSpeechAction] = []
    body(&http, &actions)
    return actions
  }

  private mutating func socketHears(_ event: WireEvent, on number: Int = 0) -> [TextToSpeechAction] {
    socket { $0.receive(WireArrival(event), on: ConnectionKey(number), at: .origin, into: &$1) }
  }

  private mutating func httpHears(_ event: WireEvent, on number: Int) -> [TextToSpeechAction] {
    http { $0.receive(WireArrival(event), on: ConnectionKey(number), at: .origin, into: &$1) }
  }

  private func flushed(_ number: Int) -> WireEvent {
    .message(.text(#"{"type":"Flushed","sequence_id":\#(number)}"#))
  }

  private mutating func openSocket() {
    _ = socket { $0.open(at: .origin, into: &$1) }
    _ = socketHears(.opened(Self.head))
  }

  private mutating func speak(_ number: Int, _ text: String = "Hi") -> [TextToSpeechAction] {
    socket { $0.speak(RequestID(number), text: text, at: .origin, into: &$1) }
  }

  @Test("connects by itself with the first chunk and keeps it until the connection is open")
  mutating func opensLazily() throws {
    let actions = speak(1, "Say \"ah\"")
    guard case .open(_, let request) = actions.first else {
      Issue.record("no request")
      return
    }
    #expect(request.target == "/v1/speak?model=aura-2-thalia-en&encoding=linear16&sample_rate=24000")
    let sent = socketHears(.opened(Self.head))
    #expect(
      sent == [
        .emit(.connected(nil, .reused)),
        .send(ConnectionKey(0), .text(#"{"type":"Speak","text":"Say \"ah\""}"#)),
        .send(ConnectionKey(0), .text(#"{"type":"Flush"}"#)),
      ])
  }

  @Test("gives audio to the chunks in the order in which they were asked for")
  mutating func order() {
    openSocket()
    _ = speak(1)
    _ = speak(2)
    #expect(socketHears(.message(.text(#"{"type":"Metadata","request_id":"r"}"#))) == [])
    #expect(socketHears(.message(.binary([1, 2]))) == [.emit(.audio(RequestID(1), [1, 2], nil))])
    #expect(socketHears(flushed(0)) == [.emit(.finished(RequestID(1)))])
    #expect(socketHears(.message(.binary([3, 4]))) == [.emit(.audio(RequestID(2), [3, 4], nil))])
    #expect(socketHears(flushed(1)) == [.emit(.finished(RequestID(2)))])
    #expect(socketHears(.message(.binary([5, 6]))) == [.emit(.unasked)])
  }

  @Test("never tears a sample at the border of two messages, and carries none into the next chunk")
  mutating func oddBytes() {
    openSocket()
    _ = speak(1)
    _ = speak(2)
    #expect(socketHears(.message(.binary([1]))) == [])
    #expect(socketHears(.message(.binary([2, 3, 4]))) == [.emit(.audio(RequestID(1), [1, 2, 3, 4], nil))])
    #expect(socketHears(.message(.binary([5, 6, 7]))) == [.emit(.audio(RequestID(1), [5, 6], nil))])
    _ = socketHears(flushed(0))
    #expect(socketHears(.message(.binary([8, 9]))) == [.emit(.audio(RequestID(2), [8, 9], nil))])
  }

  @Test("drops what was on its way until the service has cleared, and speaks on after it")
  mutating func clears() {
    openSocket()
    _ = speak(1)
    _ = speak(2)
    #expect(
      socket { $0.clear(at: .origin, into: &$1) } == [.send(ConnectionKey(0), .text(#"{"type":"Clear"}"#))])
    _ = speak(3)
    #expect(socketHears(.message(.binary([1, 2]))) == [])
    #expect(socketHears(flushed(0)) == [])
    #expect(socketHears(.message(.text(#"{"type":"Cleared","sequence_id":0}"#))) == [])
    #expect(socketHears(.message(.binary([3, 4]))) == [.emit(.audio(RequestID(3), [3, 4], nil))])
    #expect(socketHears(flushed(1)) == [.emit(.finished(RequestID(3)))])
    #expect(socket { $0.clear(at: .origin, into: &$1) } == [])
  }

  @Test("clears what waits for the connection without sending anything")
  mutating func clearsWhileOpening() {
    _ = speak(1)
    #expect(socket { $0.clear(at: .origin, into: &$1) } == [])
    #expect(socketHears(.opened(Self.head)) == [.emit(.connected(nil, .reused))])
  }

  @Test("is lost when idle, and connects again with the next chunk under a new id")
  mutating func reconnects() {
    openSocket()
    let lost = socketHears(.closed(code: 1011, reason: "NET-0003"))
    guard case .emit(.lost(let failure)) = lost.first else {
      Issue.record("not lost")
      return
    }
    #expect(failure.code == "session_limit")
    guard case .open(let key, let request) = speak(1).first else {
      Issue.record("no request")
      return
    }
    #expect(key == ConnectionKey(1))
    #expect(request.headers.value(of: "x-deepgram-session-id") == "t.1")
    #expect(socketHears(.message(.binary([1, 2])), on: 0) == [])
  }

  @Test("fails every chunk under way when the connection goes")
  mutating func fails() {
    openSocket()
    _ = speak(1)
    _ = speak(2)
    let events = socketHears(.failed(.init(code: "reset", message: "Reset.")))
    let failure = ProviderFailure(code: "reset", message: "Reset.")
    #expect(
      events.starts(with: [.emit(.failed(RequestID(1), failure)), .emit(.failed(RequestID(2), failure))]))
  }

  @Test("gives up on a service that goes silent with a chunk under way, and on nothing else")
  mutating func silence() {
    openSocket()
    let later = LabInstant(nanoseconds: 30_000_000_000)
    #expect(socket { $0.timerFired(.deadline, at: later, into: &$1) } == [])
    _ = speak(1)
    let actions = socket { $0.timerFired(.deadline, at: later, into: &$1) }
    #expect(actions.first == .close(ConnectionKey(0)))
    guard case .emit(.failed(let id, let failure)) = actions.last else {
      Issue.record("no failure")
      return
    }
    #expect(id == RequestID(1) && failure.code == "timed_out")
  }

  @Test("fails on a control message that it cannot read")
  mutating func malformed() {
    openSocket()
    _ = speak(1)
    let actions = socketHears(.message(.text("{")))
    guard actions.count > 1, case .emit(.failed(_, let failure)) = actions[1] else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == "bad_message")
  }

  @Test("posts each chunk at once and speaks them in order")
  mutating func httpOrder() throws {
    let first = http { $0.speak(RequestID(1), text: "A", at: .origin, into: &$1) }
    let second = http { $0.speak(RequestID(2), text: "B", at: .origin, into: &$1) }
    guard case .open(_, let request) = first.first, case .open(_, let next) = second.first else {
      Issue.record("no request")
      return
    }
    #expect(request.target.hasSuffix("encoding=linear16&sample_rate=24000&container=none"))
    #expect(String(decoding: next.body, as: UTF8.self) == #"{"text":"B"}"#)
    #expect(next.headers.value(of: "x-deepgram-session-id") == "t.1")
    let ok = ResponseHead(status: 200, headers: [], setup: .reused)
    #expect(httpHears(.opened(ok), on: 1) == [.emit(.connected(RequestID(2), .reused))])
    #expect(httpHears(.body([7, 8, 9]), on: 1) == [])
    #expect(httpHears(.bodyEnded, on: 1) == [])
    _ = httpHears(.opened(ok), on: 0)
    #expect(httpHears(.body([1]), on: 0) == [])
    #expect(httpHears(.body([2]), on: 0) == [.emit(.audio(RequestID(1), [1, 2], nil))])
    #expect(
      httpHears(.bodyEnded, on: 0) == [
        .emit(.finished(RequestID(1))), .emit(.audio(RequestID(2), [7, 8], nil)),
        .emit(.finished(RequestID(2))),
        .cancelTimer(.deadline),
      ])
  }

  @Test("abandons its exchanges when cleared and emits nothing more for them")
  mutating func httpClear() {
    _ = http { $0.speak(RequestID(1), text: "A", at: .origin, into: &$1) }
    _ = http { $0.speak(RequestID(2), text: "B", at: .origin, into: &$1) }
    #expect(
      http { $0.clear(at: .origin, into: &$1) } == [
        .close(ConnectionKey(0)), .close(ConnectionKey(1)), .cancelTimer(.deadline),
      ])
    #expect(httpHears(.body([1, 2]), on: 0) == [])
  }

  @Test("reads the reason of a refused chunk from the body")
  mutating func httpRefusal() {
    _ = http { $0.speak(RequestID(1), text: "A", at: .origin, into: &$1) }
    _ = httpHears(.opened(.init(status: 429, headers: [], setup: .reused)), on: 0)
    _ = httpHears(.body(Array(#"{"err_code":"Too Many Requests","err_msg":"Later."}"#.utf8)), on: 0)
    let failure = ProviderFailure(
      code: "rate_limited", message: "Deepgram answered with status 429: Later.", status: 429)
    #expect(httpHears(.bodyEnded, on: 0).first == .emit(.failed(RequestID(1), failure)))
  }
}
