import LabProviders
import LabTimeline
import Testing

@Suite("ElevenLabs' stream-input session")
struct ElevenLabsStreamSessionTests {
  private static let head = ResponseHead(status: 101, headers: [], setup: .reused)
  private var session: any TextToSpeechSession

  init() throws {
    let configuration = SessionConfiguration(apiKey: "secret", sampleRate: 24_000, sessionID: "t")
    session = try ProviderCatalogue.standard.makeTextToSpeech(
      "elevenlabs/flash-v2.5", configuration: configuration)
  }

  private mutating func act(
    _ body: (inout any TextToSpeechSession, inout [TextToSpeechAction]) -> Void
  ) -> [TextToSpeechAction] {
    var actions: [TextToSpeechAction] = []
    body(&session, &actions)
    return actions
  }

  private mutating func hears(_ event: WireEvent, on number: Int) -> [TextToSpeechAction] {
    act { $0.receive(WireArrival(event), on: ConnectionKey(number), at: .origin, into: &$1) }
  }

  private mutating func hears(_ text: String, on number: Int) -> [TextToSpeechAction] {
    hears(.message(.text(text)), on: number)
  }

  private mutating func speak(_ number: Int, _ text: String = "Hi.") -> [TextToSpeechAction] {
    act { $0.speak(RequestID(number), text: text, at: .origin, into: &$1) }
  }

  private mutating func open() {
    _ = act { $0.open(at: .origin, into: &$1) }
    _ = hears(.opened(Self.head), on: 0)
  }

  private func send(_ number: Int, _ text: String) -> TextToSpeechAction {
    .send(ConnectionKey(number), .text(text))
  }

  private func opened(_ actions: [TextToSpeechAction]) -> (ConnectionKey, ConnectionRequest)? {
    for action in actions { if case .open(let key, let request) = action { return (key, request) } }
    return nil
  }

  @Test("asks for raw audio of the model, with the key in a header, and begins with a space")
  mutating func request() throws {
    let actions = act { $0.open(at: .origin, into: &$1) }
    let (key, request) = try #require(opened(actions))
    #expect(key == ConnectionKey(0))
    #expect(
      request.target
        == "/v1/text-to-speech/JBFqnCBsd6RMkjVDRZzb/stream-input?model_id=eleven_flash_v2_5"
        + "&output_format=pcm_24000&language_code=en&auto_mode=true&sync_alignment=true")
    #expect(request.headers.value(of: "xi-api-key") == "secret")
    #expect(
      hears(.opened(Self.head), on: 0) == [
        .emit(.connected(nil, .reused)), send(0, #"{"text":" "}"#),
        .setTimer(.keepAlive, after: .seconds(10)),
      ])
  }

  @Test("speaks on the connection that stands open, ends its text, and opens the next one")
  mutating func speaks() throws {
    open()
    let actions = speak(1, "Say \"ah\"")
    #expect(
      actions.prefix(4) == [
        .cancelTimer(.keepAlive), send(0, #"{"text":"Say \"ah\" "}"#), send(0, #"{"text":""}"#),
        .setTimer(.deadline, after: .seconds(30)),
      ])
    let (key, next) = try #require(opened(actions))
    #expect(key == ConnectionKey(1))
    #expect(next.headers.value(of: "X-Client-Request-Id") == "t.1")
  }

  @Test("keeps a chunk until its connection is open")
  mutating func keeps() {
    #expect(speak(1).first.map { if case .open = $0 { true } else { false } } == true)
    #expect(
      hears(.opened(Self.head), on: 0) == [
        send(0, #"{"text":" "}"#), send(0, #"{"text":"Hi. "}"#), send(0, #"{"text":""}"#),
        .emit(.connected(RequestID(1), .reused)),
      ])
  }

  @Test("tells audio and characters in the order of the chunks, and closes what is complete")
  mutating func order() {
    open()
    _ = speak(1)
    _ = hears(.opened(Self.head), on: 1)
    _ = speak(2)
    #expect(hears(#"{"audio":"BQY=","isFinal":null,"alignment":null}"#, on: 1) == [])
    #expect(hears(#"{"audio":null,"isFinal":true}"#, on: 1) == [.close(ConnectionKey(1))])
    #expect(
      hears(#"{"audio":"AQIDBA==","isFinal":false}"#, on: 0) == [
        .emit(.audio(RequestID(1), [1, 2, 3, 4], nil))
      ])
    let pieces: [SpeechAlignment.Piece] = [
      .init(text: "H", start: .nanoseconds(83_333), duration: .milliseconds(40)),
      .init(text: "i", start: .nanoseconds(40_083_333), duration: .milliseconds(20)),
    ]
    let aligned = hears(
      #"{"audio":"","alignment":{"chars":["H","i"],"charStartTimesMs":[0,40],"charsDurationsMs":[40,20]}}"#,
      on: 0)
    #expect(aligned == [.emit(.aligned(RequestID(1), SpeechAlignment(pieces: pieces)))])
    #expect(
      hears(#"{"audio":null,"isFinal":true}"#, on: 0) == [
        .close(ConnectionKey(0)), .emit(.finished(RequestID(1))),
        .emit(.audio(RequestID(2), [5, 6], nil)), .emit(.finished(RequestID(2))), .cancelTimer(.deadline),
      ])
  }

  @Test("closes what speaks when it is cleared, and nothing else")
  mutating func clears() {
    open()
    _ = speak(1)
    _ = hears(.opened(Self.head), on: 1)
    #expect(
      act { $0.clear(at: .origin, into: &$1) } == [.close(ConnectionKey(0)), .cancelTimer(.deadline)])
    #expect(hears(#"{"audio":"AQI="}"#, on: 0) == [])
    #expect(speak(2).contains(send(1, #"{"text":"Hi. "}"#)))
  }

  @Test(
    "fails a chunk with what the service says, and goes on with the next",
    arguments: [
      (#"{"message":"Bad key secret.","error":"invalid_api_key","code":1008}"#, "unauthorized"),
      (#"{"message":"No more.","error":"quota_exceeded","code":1008}"#, "payment_required"),
      ("[]", "bad_message"), (#"{"audio":"§"}"#, "bad_message"),
    ])
  mutating func fails(message: String, code: String) {
    open()
    _ = speak(1)
    let actions = hears(message, on: 0)
    #expect(actions.first == .close(ConnectionKey(0)))
    guard case .emit(.failed(RequestID(1), let failure)) = actions.dropFirst().first else {
      Issue.record("no failure: \(actions)")
      return
    }
    #expect(failure.code == code && !failure.message.contains("secret"))
    _ = hears(.opened(Self.head), on: 1)
    #expect(speak(2).contains(send(1, #"{"text":"Hi. "}"#)))
  }

  @Test("fails a chunk whose connection closes before its end")
  mutating func closed() {
    open()
    _ = speak(1)
    guard case .emit(.failed(_, let failure)) = hears(.closed(code: 1006, reason: ""), on: 0).first else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == "lost" && failure.status == 1006)
  }

  @Test("is lost with its idle connection, and opens another with the next chunk")
  mutating func lost() {
    open()
    let actions = hears(.closed(code: 1008, reason: "timeout"), on: 0)
    #expect(actions.first == .cancelTimer(.keepAlive))
    guard case .emit(.lost) = actions.last else {
      Issue.record("not lost")
      return
    }
    let next = speak(1)
    #expect(opened(next)?.0 == ConnectionKey(1))
  }

  @Test("sends a space every ten seconds while it has nothing to say")
  mutating func keepsAlive() {
    open()
    #expect(
      act { $0.timerFired(.keepAlive, at: .origin, into: &$1) } == [
        send(0, #"{"text":" "}"#), .setTimer(.keepAlive, after: .seconds(10)),
      ])
  }

  @Test("gives up on a chunk when its service goes silent")
  mutating func silence() {
    open()
    _ = speak(1)
    let later = LabInstant(nanoseconds: 30_000_000_000)
    let actions = act { $0.timerFired(.deadline, at: later, into: &$1) }
    #expect(actions.first == .close(ConnectionKey(0)))
    guard case .emit(.failed(RequestID(1), let failure)) = actions.last else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == "timed_out")
  }

  @Test("closes every connection in the end")
  mutating func closes() {
    open()
    _ = speak(1)
    _ = hears(.opened(Self.head), on: 1)
    #expect(
      act { $0.close(at: .origin, into: &$1) } == [
        .close(ConnectionKey(0)), .cancelTimer(.deadline), .cancelTimer(.keepAlive), .close(ConnectionKey(1)),
      ])
    guard case .emit(.failed) = speak(2).first else {
      Issue.record("spoke after the end")
      return
    }
  }
}
