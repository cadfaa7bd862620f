import LabProviders
import LabTimeline
import Testing

@Suite("Deepgram's listen session")
struct DeepgramListenSessionTests {
  private let key = ConnectionKey(0)
  private var session: DeepgramListenSession

  init() {
    session = Self.make()
  }

  private static func make(_ change: (inout SessionConfiguration) -> Void = { _ in }) -> DeepgramListenSession
  {
    var configuration = SessionConfiguration(apiKey: "secret", sampleRate: 16_000, sessionID: "talk-1")
    change(&configuration)
    return DeepgramListenSession(
      model: "nova-3", address: .init(endpoint: .service("api.deepgram.com"), basePath: "/v1"),
      configuration: configuration)
  }

  private func at(_ milliseconds: Int64) -> LabInstant { .init(nanoseconds: milliseconds * 1_000_000) }

  private mutating func act(
    _ body: (inout DeepgramListenSession, inout [SpeechToTextAction]) -> Void
  ) -> [SpeechToTextAction] {
    var actions: [SpeechToTextAction] = []
    body(&session, &actions)
    return actions
  }

  private mutating func arrives(_ event: WireEvent, at milliseconds: Int64 = 0) -> [SpeechToTextAction] {
    let now = at(milliseconds)
    let key = key
    return act { $0.receive(WireArrival(event), on: key, at: now, into: &$1) }
  }

  private mutating func hears(_ text: String) -> [SpeechToTextAction] { arrives(.message(.text(text))) }

  private mutating func openUp() -> [SpeechToTextAction] {
    _ = act { $0.open(at: .origin, into: &$1) }
    return arrives(.opened(.init(status: 101, headers: [], setup: .reused)))
  }

  @Test("asks for a WebSocket with everything in the query and the key in a header")
  mutating func request() throws {
    session = Self.make {
      $0.speechToText.endpointing = .after(.milliseconds(300))
      $0.speechToText.utteranceEnd = .seconds(1)
      $0.language = "de"
    }
    let actions = act { $0.open(at: .origin, into: &$1) }
    guard case .open(_, let request) = actions.first else {
      Issue.record("no request")
      return
    }
    #expect(
      request.target == "/v1/listen?model=nova-3&language=de&encoding=linear16&sample_rate=16000&channels=1"
        + "&interim_results=true&vad_events=true&smart_format=true&endpointing=300&utterance_end_ms=1000")
    #expect(request.headers.value(of: "authorization") == "Token secret")
    #expect(request.headers.value(of: "x-deepgram-session-id") == "talk-1")
    #expect(actions.last == .setTimer(.deadline, after: .seconds(30)))
  }

  @Test("keeps what is said before the connection is open and sends it in order")
  mutating func keepsAudio() {
    #expect(act { $0.append(audio: [1, 2], at: .origin, into: &$1) } == [])
    _ = act { $0.open(at: .origin, into: &$1) }
    #expect(act { $0.append(audio: [3, 4], at: .origin, into: &$1) } == [])
    #expect(act { $0.finalize(at: .origin, into: &$1) } == [])
    let actions = arrives(.opened(.init(status: 101, headers: [], setup: .reused)))
    #expect(
      actions == [
        .cancelTimer(.deadline), .emit(.ready(.reused)), .send(key, .binary([1, 2])),
        .send(key, .binary([3, 4])),
        .send(key, .text(#"{"type":"Finalize"}"#)), .setTimer(.keepAlive, after: .seconds(4)),
      ])
  }

  @Test("keeps at most ten seconds of audio, the latest")
  mutating func keepsBoundedAudio() {
    for second in UInt8(0)..<13 {
      _ = act { $0.append(audio: .init(repeating: second, count: 32_000), at: .origin, into: &$1) }
    }
    let sent = openUp().compactMap { action -> UInt8? in
      if case .send(_, .binary(let bytes)) = action { bytes[0] } else { nil }
    }
    #expect(sent == Array(3..<13))
  }

  @Test("sends a keep-alive when four seconds went by without audio, and looks back to find them")
  mutating func keepsAlive() {
    _ = openUp()
    let three = at(3000)
    #expect(act { $0.append(audio: [1, 2], at: three, into: &$1) } == [.send(key, .binary([1, 2]))])
    let four = at(4000)
    #expect(
      act { $0.timerFired(.keepAlive, at: four, into: &$1) } == [.setTimer(.keepAlive, after: .seconds(3))])
    let seven = at(7000)
    #expect(
      act { $0.timerFired(.keepAlive, at: seven, into: &$1) } == [
        .send(key, .text(#"{"type":"KeepAlive"}"#)), .setTimer(.keepAlive, after: .seconds(4)),
      ])
  }

  @Test("never sends an empty binary message, which would end the stream")
  mutating func emptyAudio() {
    _ = openUp()
    #expect(act { $0.append(audio: [], at: .origin, into: &$1) } == [])
  }

  private func results(_ text: String, _ flags: String) -> String {
    #"{"type":"Results","channel_index":[0,1],"channel":{"alternatives":[{"transcript":"\#(text)","words":[]}]},\#(flags)}"#
  }

  @Test("tells partials from settled pieces")
  mutating func transcripts() {
    _ = openUp()
    #expect(hears(results("hel", #""is_final":false"#)) == [.emit(.partial("hel"))])
    #expect(hears(results("", #""is_final":false"#)) == [])
    #expect(hears(results("", #""is_final":true"#)) == [])
    #expect(
      hears(results("hello", #""is_final":true,"speech_final":true"#)) == [
        .emit(.final(.init(text: "hello", answersFinalize: false, endsUtterance: true)))
      ])
    #expect(
      hears(results("", #""is_final":true,"from_finalize":true"#)) == [
        .emit(.final(.init(text: "", answersFinalize: true, endsUtterance: false)))
      ])
  }

  @Test("passes on what the service's own detector says, and ignores types that it does not know")
  mutating func events() {
    _ = openUp()
    #expect(hears(#"{"type":"SpeechStarted","channel":[0,1],"timestamp":0.1}"#) == [.emit(.speechStarted)])
    #expect(hears(#"{"type":"UtteranceEnd","channel":[0,1],"last_word_end":1.2}"#) == [.emit(.endOfTurn)])
    #expect(hears(#"{"type":"Metadata","request_id":"r"}"#) == [])
    #expect(hears(#"{"type":"ConfigureFailure","description":[1]}"#) == [])
    #expect(hears(#"{"type":"SomethingNew","channel":3}"#) == [])
  }

  @Test(
    "fails on a message that it cannot read",
    arguments: [
      "", "[]", "nonsense", #"{"type":"Results"}"#, #"{"type":"Results","channel":{"alternatives":[]}}"#,
    ])
  mutating func malformed(text: String) {
    _ = openUp()
    let actions = hears(text)
    #expect(actions.contains(.close(key)))
    guard case .emit(.failed(let failure)) = actions.last else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == "bad_message")
    #expect(hears(results("late", #""is_final":true"#)) == [])
  }

  @Test("hides the key when the service repeats it")
  mutating func errorMessage() {
    _ = openUp()
    let actions = hears(#"{"type":"Error","variant":"SchemaError","description":"bad secret here"}"#)
    guard case .emit(.failed(let failure)) = actions.last else {
      Issue.record("no failure")
      return
    }
    #expect(failure.message == "Deepgram reported an error: SchemaError: bad [key] here.")
  }

  @Test(
    "turns a refused upgrade into a failure",
    arguments: [
      (400, "bad_request"), (401, "unauthorized"), (402, "payment_required"), (403, "unauthorized"),
      (404, "not_found"), (429, "rate_limited"),
      (503, "overloaded"), (500, "server_error"),
    ])
  mutating func refusal(status: Int, code: String) {
    _ = act { $0.open(at: .origin, into: &$1) }
    let headers = [HeaderField("dg-error", "no"), HeaderField("Retry-After", "2")]
    let actions = arrives(.opened(.init(status: status, headers: headers, setup: .reused)))
    let failure = ProviderFailure(
      code: code, message: "Deepgram answered with status \(status): no.", status: status,
      retryAfter: .seconds(2))
    #expect(actions == [.cancelTimer(.deadline), .emit(.failed(failure))])
  }

  @Test("says goodbye, still hears the rest and is closed by the service")
  mutating func closes() {
    _ = openUp()
    #expect(
      act { $0.close(at: .origin, into: &$1) } == [
        .send(key, .text(#"{"type":"CloseStream"}"#)), .cancelTimer(.keepAlive),
        .setTimer(.deadline, after: .seconds(30)),
      ])
    #expect(hears(results("rest", #""is_final":true"#)).count == 1)
    #expect(arrives(.closed(code: 1000, reason: "")) == [.cancelTimer(.deadline), .emit(.closed)])
    #expect(act { $0.close(at: .origin, into: &$1) } == [])
  }

  @Test("is closed after a while when the service does not answer the goodbye")
  mutating func closesAlone() {
    _ = openUp()
    _ = act { $0.close(at: .origin, into: &$1) }
    let later = at(30_000)
    #expect(
      act { $0.timerFired(.deadline, at: later, into: &$1) } == [
        .cancelTimer(.deadline), .close(key), .emit(.closed),
      ])
  }

  @Test(
    "reports a close that it did not ask for",
    arguments: [
      (1011, "NET-0001: no audio", "timed_out"), (1008, "DATA-0000", "bad_request"), (1000, "", "lost"),
      (1006, "", "lost"),
    ])
  mutating func lost(code: Int, reason: String, word: String) {
    _ = openUp()
    let actions = arrives(.closed(code: code, reason: reason))
    guard case .emit(.failed(let failure)) = actions.last else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == word && failure.status == code)
    #expect(actions.first == .cancelTimer(.keepAlive))
  }

  @Test("gives up on a connection that does not open")
  mutating func neverOpens() {
    _ = act { $0.open(at: .origin, into: &$1) }
    let later = at(30_000)
    let actions = act { $0.timerFired(.deadline, at: later, into: &$1) }
    guard case .emit(.failed(let failure)) = actions.last else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == "timed_out")
  }
}
