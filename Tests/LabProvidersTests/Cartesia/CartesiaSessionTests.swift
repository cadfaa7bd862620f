import LabProviders
import LabTimeline
import Testing

@Suite("Cartesia's speech sessions")
struct CartesiaSessionTests {
  private static let head = ResponseHead(status: 101, headers: [], setup: .reused)
  private var session: any TextToSpeechSession

  init() throws { session = try Self.make("cartesia/sonic-3") }

  private static func make(_ id: String) throws -> any TextToSpeechSession {
    try ProviderCatalogue.standard.makeTextToSpeech(
      id, configuration: SessionConfiguration(apiKey: "secret", sampleRate: 24_000, sessionID: "t"))
  }

  private mutating func act(
    _ body: (inout any TextToSpeechSession, inout [TextToSpeechAction]) -> Void
  ) -> [TextToSpeechAction] {
    var actions: [TextToSpeechAction] = []
    body(&session, &actions)
    return actions
  }

  private mutating func hears(_ text: String) -> [TextToSpeechAction] {
    act { $0.receive(WireArrival(.message(.text(text))), on: ConnectionKey(0), at: .origin, into: &$1) }
  }

  private mutating func speak(_ number: Int, _ text: String = "Hi.") -> [TextToSpeechAction] {
    act { $0.speak(RequestID(number), text: text, at: .origin, into: &$1) }
  }

  private mutating func open() {
    _ = act { $0.open(at: .origin, into: &$1) }
    _ = act { $0.receive(WireArrival(.opened(Self.head)), on: ConnectionKey(0), at: .origin, into: &$1) }
  }

  private func generation(_ transcript: String, _ context: Int, _ state: String) -> TextToSpeechAction {
    .send(
      ConnectionKey(0),
      .text(
        "{\"context_id\":\"t.\(context)\",\"model_id\":\"sonic-3\",\"transcript\":\"\(transcript)\","
          + #""voice":{"mode":"id","id":"6ccbfb76-1fc6-48f7-b71d-91ac6298247b"},"language":"en","#
          + #""output_format":{"container":"raw","encoding":"pcm_s16le","sample_rate":24000},"#
          + "\"add_timestamps\":true,\"max_buffer_delay_ms\":0,\(state)}"))
  }

  private func chunk(_ audio: String, flush: Int, context: Int = 1) -> String {
    "{\"type\":\"chunk\",\"data\":\"\(audio)\",\"done\":false,\"status_code\":206,\"step_time\":1.5,\"flush_id\":\(flush),\"context_id\":\"t.\(context)\"}"
  }

  private func flushDone(_ flush: Int, context: Int = 1) -> String {
    "{\"type\":\"flush_done\",\"flush_done\":true,\"done\":false,\"status_code\":206,\"flush_id\":\(flush),\"context_id\":\"t.\(context)\"}"
  }

  @Test("asks for a WebSocket with the key and the version")
  mutating func request() {
    guard case .open(_, let request) = act({ $0.open(at: .origin, into: &$1) }).first else {
      Issue.record("no request")
      return
    }
    #expect(request.url == "wss://api.cartesia.ai:443/tts/websocket")
    #expect(request.headers.value(of: "authorization") == "Bearer secret")
    #expect(request.headers.value(of: "cartesia-version") == "2026-08-14")
  }

  @Test("speaks chunks that overlap in one context, each with a flush, and ends it with the last")
  mutating func contexts() {
    open()
    #expect(
      speak(1).prefix(2) == [
        generation("Hi. ", 1, #""continue":true"#), generation("", 1, #""continue":true,"flush":true"#),
      ])
    #expect(speak(2, "You.").first == generation("You. ", 1, #""continue":true"#))
    #expect(hears(chunk("AQI=", flush: 1)) == [.emit(.audio(RequestID(1), [1, 2], nil))])
    #expect(hears(flushDone(1)) == [.emit(.finished(RequestID(1)))])
    #expect(hears(chunk("AwQ=", flush: 2)) == [.emit(.audio(RequestID(2), [3, 4], nil))])
    #expect(
      hears(flushDone(2)) == [.emit(.finished(RequestID(2))), generation("", 1, #""continue":false"#)])
    #expect(hears(#"{"type":"done","done":true,"status_code":200,"context_id":"t.1"}"#) == [])
    #expect(speak(3).first == generation("Hi. ", 2, #""continue":true"#))
  }

  @Test("takes audio of the next flush, or the end of the context, for the end of a chunk as well")
  mutating func impliedEnds() {
    open()
    _ = speak(1)
    _ = speak(2)
    #expect(
      hears(chunk("AwQ=", flush: 2)) == [
        .emit(.finished(RequestID(1))), .emit(.audio(RequestID(2), [3, 4], nil)),
      ])
    #expect(hears(flushDone(1)) == [])
    #expect(
      hears(#"{"type":"done","done":true,"status_code":200,"context_id":"t.1"}"#).first
        == .emit(.finished(RequestID(2))))
  }

  @Test("times words from the beginning of their chunk")
  mutating func words() {
    open()
    _ = speak(1)
    _ = speak(2)
    _ = hears(chunk("AQIDBA==", flush: 1))
    _ = hears(flushDone(1))
    let piece = SpeechAlignment.Piece(
      text: "You.", start: .milliseconds(100) - .nanoseconds(83_333), duration: .milliseconds(250))
    #expect(
      hears(
        #"{"type":"timestamps","done":false,"status_code":206,"flush_id":2,"context_id":"t.1","word_timestamps":{"words":["You."],"start":[0.1],"end":[0.35]}}"#
      ) == [.emit(.aligned(RequestID(2), SpeechAlignment(pieces: [piece])))])
  }

  @Test("cancels the context when cleared, and drops what still comes from it")
  mutating func clears() {
    open()
    _ = speak(1)
    #expect(
      act { $0.clear(at: .origin, into: &$1) } == [
        .send(ConnectionKey(0), .text(#"{"context_id":"t.1","cancel":true}"#))
      ])
    _ = speak(2)
    #expect(hears(chunk("AQI=", flush: 1)) == [])
    #expect(hears(flushDone(1)) == [])
    #expect(hears(chunk("AwQ=", flush: 1, context: 2)) == [.emit(.audio(RequestID(2), [3, 4], nil))])
  }

  @Test("fails the chunks of a context with its error and keeps the connection")
  mutating func errors() {
    open()
    _ = speak(1)
    let failure = ProviderFailure(
      code: "rate_limited", message: "Cartesia reported an error: Too many, [key].", status: 429)
    #expect(
      hears(
        #"{"type":"error","done":true,"status_code":429,"title":"Limit","message":"Too many, secret.","context_id":"t.1"}"#
      ) == [.emit(.failed(RequestID(1), failure))])
    #expect(speak(2).first == generation("Hi. ", 2, #""continue":true"#))
  }

  @Test(
    "breaks the connection off at what it cannot read, or at an error of no context",
    arguments: [
      "[]", #"{"type":"chunk","data":"§","context_id":"t.1"}"#, #"{"type":"error","message":"No."}"#,
    ])
  mutating func breaks(message: String) {
    open()
    _ = speak(1)
    let actions = hears(message)
    #expect(actions.first == .close(ConnectionKey(0)))
    guard case .emit(.failed(RequestID(1), _)) = actions.dropFirst().first else {
      Issue.record("no failure: \(actions)")
      return
    }
  }

  @Test("ends by closing, for the protocol has no farewell")
  mutating func closes() {
    open()
    #expect(act { $0.close(at: .origin, into: &$1) }.first == .close(ConnectionKey(0)))
  }

  @Test("posts a chunk over HTTP and reads the reason of a refusal")
  mutating func http() throws {
    session = try Self.make("cartesia/sonic-3-http")
    guard case .open(_, let request) = speak(1).first else {
      Issue.record("no request")
      return
    }
    #expect(request.target == "/tts/bytes")
    #expect(
      String(decoding: request.body, as: UTF8.self).hasPrefix(#"{"model_id":"sonic-3","transcript":"Hi.""#))
    func arrives(_ event: WireEvent) -> [TextToSpeechAction] {
      act { $0.receive(WireArrival(event), on: ConnectionKey(0), at: .origin, into: &$1) }
    }
    _ = arrives(.opened(.init(status: 402, headers: [], setup: .reused)))
    _ = arrives(.body(Array(#"{"title":"Credits","message":"No credits.","status_code":402}"#.utf8)))
    let failure = ProviderFailure(
      code: "payment_required", message: "Cartesia answered with status 402: No credits.", status: 402)
    #expect(arrives(.bodyEnded).first == .emit(.failed(RequestID(1), failure)))
  }
}
