import LabProviders
import LabTimeline
import Testing

@Suite("AssemblyAI's streaming session")
struct AssemblyAISessionTests {
  private var session: ListeningSession

  init() throws {
    session = try ListeningSession("assemblyai/universal-streaming-english")
  }

  private mutating func begin() {
    _ = session.open()
    _ = session.upgrades()
    _ = session.hears(#"{"type":"Begin","id":"x","expires_at":10800}"#)
  }

  private func turn(
    _ order: Int, _ words: String, ended: Bool = false, utterance: String = ""
  ) -> String {
    let list = words.split(separator: " ")
    let items = list.map { #"{"text":"\#($0)","start":0,"end":1,"confidence":1,"word_is_final":true}"# }
    let settled = ended ? words : list.dropLast().joined(separator: " ")
    return #"{"type":"Turn","turn_order":\#(order),"turn_is_formatted":false,"end_of_turn":\#(ended),"#
      + #""end_of_turn_confidence":0.5,"transcript":"\#(settled)","words":[\#(items.joined(separator: ","))],"#
      + #""utterance":"\#(utterance)"}"#
  }

  private func final(_ text: String, answers: Bool) -> SpeechToTextEvent {
    .final(.init(text: text, answersFinalize: answers, endsUtterance: true))
  }

  @Test("asks for a WebSocket with everything in the query and the bare key in a header")
  mutating func request() throws {
    let opened = session.open()
    let request = try #require(opened)
    #expect(
      request.target == "/v3/ws?sample_rate=16000&encoding=pcm_s16le"
        + "&speech_model=universal-streaming-english&format_turns=true")
    #expect(request.endpoint == .service("streaming.assemblyai.com"))
    #expect(request.headers.value(of: "Authorization") == "secret")
    #expect(request.headers.value(of: "X-Client-Request-Id") == "talk-1")
  }

  @Test("turns the service's own end of turn off, or sets its silence, in the words of each model")
  func endpointing() throws {
    func query(_ id: String, _ endpointing: SpeechToTextOptions.Endpointing) throws -> String {
      var session = try ListeningSession(id) { $0.speechToText.endpointing = endpointing }
      let opened = session.open()
      let target = try #require(opened).target
      return String(target.split(separator: "&", maxSplits: 2)[2])
    }
    let universal = "assemblyai/universal-streaming-english"
    #expect(
      try query(universal, .after(.milliseconds(300)))
        == "speech_model=universal-streaming-english&format_turns=true&end_of_turn_confidence_threshold=0"
        + "&min_turn_silence=300&max_turn_silence=300")
    #expect(
      try query(universal, .off)
        == "speech_model=universal-streaming-english&format_turns=true&end_of_turn_confidence_threshold=1"
        + "&min_turn_silence=60000&max_turn_silence=60000")
    #expect(
      try query("assemblyai/u3-rt-pro", .after(.milliseconds(300)))
        == "speech_model=u3-rt-pro&min_turn_silence=300&max_turn_silence=300")
  }

  @Test("is ready when the service has said hello, and sends what was kept as soon as it may")
  mutating func opens() {
    #expect(session.append(milliseconds: 60).isEmpty)
    _ = session.open()
    #expect(session.upgrades() == [.send(session.key, .binary([UInt8](repeating: 1, count: 1920)))])
    #expect(
      session.hears(#"{"type":"Begin","id":"x","expires_at":1}"#)
        == [.cancelTimer(.deadline), .emit(.ready(.reused))])
  }

  @Test("gives up on a service that accepts and says nothing")
  mutating func silentService() {
    _ = session.open()
    _ = session.upgrades()
    let actions = session.fires(.deadline, at: 30_000)
    #expect(actions.contains(.close(session.key)))
    #expect(ListeningSession.failure(in: actions)?.code == "timed_out")
  }

  @Test("never sends less than 50 ms of audio nor more than a second, and loses none")
  mutating func chunks() {
    begin()
    #expect(session.append(milliseconds: 32).sentMilliseconds == [])
    #expect(session.append(milliseconds: 32).sentMilliseconds == [64])
    #expect(session.append(milliseconds: 2500).sentMilliseconds == [1000, 1000, 500])
    #expect(session.append(milliseconds: 1020).sentMilliseconds == [1000])
    #expect(session.append(milliseconds: 20).sentMilliseconds == [])
    // 40 ms are left; silence makes them long enough.
    let actions = session.close()
    #expect(actions.sentMilliseconds == [50])
    #expect(actions.contains(.send(session.key, .text(#"{"type":"Terminate"}"#))))
  }

  @Test("tells partials with their unsettled word, and the end of a turn with its cause")
  mutating func turns() {
    begin()
    #expect(session.hears(turn(0, "how")).events == [.partial("how")])
    #expect(session.hears(turn(0, "how big")).events == [.partial("how big")])
    #expect(
      session.hears(turn(0, "how big", ended: true)).events
        == [final("how big", answers: false), .endOfTurn])
    // The formatted copy of a turn that has ended is the same words again.
    #expect(session.hears(turn(0, "How big?", ended: true)).events == [])
    #expect(session.hears(turn(1, "is")).events == [.partial("is")])
  }

  @Test("says ahead of time that the caller has probably finished, and takes it back")
  mutating func eager() {
    begin()
    #expect(
      session.hears(turn(0, "how big", utterance: "How big")).events
        == [.partial("how big"), .eagerEndOfTurn("How big")])
    #expect(session.hears(turn(0, "how big is")).events == [.turnResumed, .partial("how big is")])
    #expect(session.hears(turn(0, "how big is it")).events == [.partial("how big is it")])
  }

  @Test("leaves away the dash with which Universal-3 breaks off")
  mutating func dash() throws {
    session = try ListeningSession("assemblyai/u3-rt-pro")
    begin()
    #expect(session.hears(#"{"type":"SpeechStarted","timestamp":12}"#).events == [.speechStarted])
    #expect(session.hears(turn(0, "My name is—")).events == [.partial("My name is")])
  }

  @Test("asks for an end of turn, and takes the end that comes for the answer, not for the service's opinion")
  mutating func finalizes() {
    begin()
    _ = session.hears(turn(0, "how big"))
    #expect(
      session.finalize() == [
        .send(session.key, .text(#"{"type":"ForceEndpoint"}"#)), .setTimer(.finalize, after: .seconds(1)),
      ])
    #expect(
      session.hears(turn(0, "how big", ended: true))
        == [.cancelTimer(.finalize), .emit(final("how big", answers: true))])
  }

  @Test("says after a second that there is nothing to settle, unless words are on their way")
  mutating func nothingToSettle() {
    begin()
    _ = session.finalize()
    #expect(session.fires(.finalize, at: 1000) == [.emit(.nothingToSettle)])
    _ = session.finalize()
    _ = session.hears(turn(0, "how"))
    #expect(session.fires(.finalize, at: 2000) == [])
    #expect(session.hears(turn(0, "how", ended: true)).events == [final("how", answers: false), .endOfTurn])
  }

  @Test(
    "turns an error message into a failure, by its code",
    arguments: [
      (1008, "Unauthorized Connection: Missing Authorization header", "unauthorized"),
      (1008, "Unauthorized connection: Too many concurrent sessions", "rate_limited"),
      (3009, "Unauthorized Connection: Too many concurrent sessions", "rate_limited"),
      (3006, "Invalid JSON: secret", "bad_request"), (3007, "Input duration violation: 20 ms", "bad_request"),
      (3008, "Session Expired: Maximum session duration exceeded", "session_expired"),
      (3005, "Session Cancelled: An error occurred", "server_error"), (1013, "Later", "overloaded"),
    ])
  mutating func errors(code: Int, text: String, word: String) throws {
    _ = session.open()
    _ = session.upgrades()
    let actions = session.hears(#"{"type":"Error","error_code":\#(code),"error":"\#(text)"}"#)
    let failure = try #require(ListeningSession.failure(in: actions))
    #expect(failure.code == word)
    #expect(failure.status == code)
    #expect(!failure.message.contains("secret"))
    #expect(session.arrives(.closed(code: code, reason: text)) == [])
    var abrupt = try ListeningSession("assemblyai/u3-rt-pro")
    _ = abrupt.open()
    _ = abrupt.upgrades()
    #expect(ListeningSession.failure(in: abrupt.arrives(.closed(code: code, reason: text)))?.code == word)
  }

  @Test("takes an error without a type for an error")
  mutating func untypedError() {
    begin()
    #expect(ListeningSession.failure(in: session.hears(#"{"error":"gone"}"#))?.code == "server_error")
  }

  @Test("fails on a message that it cannot read", arguments: ["", "[]", "nonsense", #"{"type":"Turn"}"#])
  mutating func malformed(text: String) {
    begin()
    #expect(ListeningSession.failure(in: session.hears(text))?.code == "bad_message")
  }

  @Test("ignores what it has no use for")
  mutating func others() {
    begin()
    #expect(session.hears(#"{"type":"Heartbeat","total_audio_received_ms":1}"#) == [])
    #expect(session.hears(#"{"type":"Warning","warning_code":1,"warning":"w"}"#) == [])
  }

  @Test("turns a refused upgrade into a failure")
  mutating func refusal() {
    _ = session.open()
    let actions = session.arrives(.opened(.init(status: 503, headers: [], setup: .reused)))
    #expect(ListeningSession.failure(in: actions)?.code == "overloaded")
  }

  @Test("says goodbye, hears the rest and is closed by the service")
  mutating func closes() {
    begin()
    #expect(
      session.close() == [
        .send(session.key, .text(#"{"type":"Terminate"}"#)), .setTimer(.deadline, after: .seconds(30)),
      ])
    #expect(session.finalize() == [])
    #expect(session.hears(turn(0, "bye", ended: true)).events.count == 2)
    #expect(
      session.hears(#"{"type":"Termination","audio_duration_seconds":1,"session_duration_seconds":1}"#) == [])
    #expect(session.arrives(.closed(code: 1000, reason: "")) == [.cancelTimer(.deadline), .emit(.closed)])
  }
}
