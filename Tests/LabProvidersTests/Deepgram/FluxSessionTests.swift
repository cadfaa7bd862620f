import LabProviders
import LabTimeline
import Testing

@Suite("Deepgram's Flux session")
struct FluxSessionTests {
  private var session: ListeningSession

  init() throws {
    session = try ListeningSession("deepgram/flux-general-en")
  }

  private mutating func begin() {
    _ = session.open()
    _ = session.upgrades()
    _ = session.hears(#"{"type":"Connected","request_id":"r","sequence_id":0}"#)
  }

  private func turn(_ event: String, _ transcript: String, trigger: String? = nil) -> String {
    let cause = trigger.map { #","trigger":"\#($0)""# } ?? ""
    return #"{"type":"TurnInfo","request_id":"r","sequence_id":1,"event":"\#(event)","turn_index":0,"#
      + #""audio_window_start":0,"audio_window_end":1,"transcript":"\#(transcript)","words":[],"#
      + #""end_of_turn_confidence":0.1\#(cause)}"#
  }

  private func final(_ text: String, answers: Bool) -> SpeechToTextEvent {
    .final(.init(text: text, answersFinalize: answers, endsUtterance: true))
  }

  private static func target(
    _ id: String = "deepgram/flux-general-en", _ change: (inout SessionConfiguration) -> Void
  ) throws -> String {
    var session = try ListeningSession(id, change: change)
    let opened = session.open()
    return try #require(opened).target
  }

  @Test("asks for version 2 with what the model takes, eager ends of turn included")
  mutating func request() throws {
    let opened = session.open()
    let request = try #require(opened)
    #expect(
      request.target
        == "/v2/listen?model=flux-general-en&encoding=linear16&sample_rate=16000&eager_eot_threshold=0.4")
    #expect(request.headers.value(of: "Authorization") == "Token secret")
    #expect(
      try Self.target("deepgram/flux-general-multi") {
        $0.language = "it"
        $0.speechToText.eagerEndOfTurn = nil
      } == "/v2/listen?model=flux-general-multi&encoding=linear16&sample_rate=16000&language_hint=it")
  }

  @Test("leaves the end of a turn to us, or to a silence within the service's range")
  func endpointing() throws {
    #expect(
      try Self.target { $0.speechToText.endpointing = .off }
        .hasSuffix("&sample_rate=16000&eot_threshold=1.0&eot_timeout_ms=60000"))
    #expect(
      try Self.target { $0.speechToText.endpointing = .after(.milliseconds(100)) }
        .hasSuffix("&eot_timeout_ms=500&eager_eot_threshold=0.4"))
  }

  @Test("is ready when the service says that it is connected, and then sends 80 ms at a time")
  mutating func opens() {
    _ = session.open()
    #expect(session.upgrades() == [.setTimer(.keepAlive, after: .seconds(4))])
    #expect(
      session.hears(#"{"type":"Connected","request_id":"r","sequence_id":0}"#)
        == [.cancelTimer(.deadline), .emit(.ready(.reused))])
    #expect(session.append(milliseconds: 32).sentMilliseconds == [])
    #expect(session.append(milliseconds: 32).sentMilliseconds == [])
    #expect(session.append(milliseconds: 32).sentMilliseconds == [96])
  }

  @Test("sends silence when nothing was sent for four seconds, because there is no other sign of life")
  mutating func keepsAlive() {
    begin()
    #expect(
      session.fires(.keepAlive, at: 4000) == [
        .send(session.key, .binary([UInt8](repeating: 0, count: 2560))),
        .setTimer(.keepAlive, after: .seconds(4)),
      ])
  }

  @Test("tells every step of a turn")
  mutating func turns() {
    begin()
    #expect(session.hears(turn("StartOfTurn", "How")).events == [.speechStarted, .partial("How")])
    #expect(session.hears(turn("Update", "How big")).events == [.partial("How big")])
    #expect(
      session.hears(turn("EagerEndOfTurn", "How big")).events
        == [.partial("How big"), .eagerEndOfTurn("How big")])
    #expect(
      session.hears(turn("TurnResumed", "How big is")).events == [.turnResumed, .partial("How big is")])
    for trigger in ["model", "timeout", "new"] {
      #expect(
        session.hears(turn("EndOfTurn", "How big is it?", trigger: trigger)).events
          == [final("How big is it?", answers: false), .endOfTurn])
    }
    #expect(session.hears(turn("Update", "")).events == [])
    #expect(session.hears(turn("SomethingNew", "x")).events == [])
  }

  @Test("forces the end of the turn, and knows the answer by its cause")
  mutating func finalizes() {
    begin()
    _ = session.hears(turn("StartOfTurn", "Yes"))
    #expect(
      session.finalize() == [
        .send(session.key, .text(#"{"type":"ForceEndTurn"}"#)), .setTimer(.finalize, after: .seconds(1)),
      ])
    #expect(
      session.hears(turn("EndOfTurn", "Yes.", trigger: "manual"))
        == [.cancelTimer(.finalize), .emit(final("Yes.", answers: true))])
  }

  @Test("does not take an end of turn that crossed its request for the answer, and waits no longer")
  mutating func crossing() {
    begin()
    _ = session.hears(turn("StartOfTurn", "Yes"))
    _ = session.finalize()
    #expect(
      session.hears(turn("EndOfTurn", "Yes.", trigger: "model"))
        == [.cancelTimer(.finalize), .emit(final("Yes.", answers: false)), .emit(.endOfTurn)])
  }

  @Test(
    "asks again when a turn begins after it had asked, because the service forgets a request without a turn")
  mutating func lateTurn() {
    begin()
    _ = session.finalize()
    #expect(
      session.hears(turn("StartOfTurn", "Yes")).last
        == .send(session.key, .text(#"{"type":"ForceEndTurn"}"#)))
    #expect(session.fires(.finalize, at: 1000) == [])
    _ = session.hears(turn("EndOfTurn", "Yes.", trigger: "manual"))
    #expect(session.hears(turn("StartOfTurn", "And")).events.count == 2)
  }

  @Test("says after a second that there is nothing to settle")
  mutating func nothingToSettle() {
    begin()
    _ = session.finalize()
    #expect(session.fires(.finalize, at: 1000) == [.emit(.nothingToSettle)])
    #expect(session.fires(.finalize, at: 1000) == [])
  }

  @Test(
    "turns a fatal error into a failure without the key",
    arguments: [
      ("INTERNAL_SERVER_ERROR", "server_error"), ("UNPARSABLE_CLIENT_MESSAGE", "bad_request"),
    ])
  mutating func errors(code: String, word: String) {
    begin()
    let actions = session.hears(
      #"{"type":"Error","sequence_id":3,"code":"\#(code)","description":"bad secret."}"#)
    let failure = ListeningSession.failure(in: actions)
    #expect(failure?.code == word)
    #expect(failure?.message == "Deepgram reported an error: \(code): bad [key].")
  }

  @Test("fails on a message that it cannot read", arguments: ["", "[]", "nonsense", #"{"type":"TurnInfo"}"#])
  mutating func malformed(text: String) {
    begin()
    #expect(ListeningSession.failure(in: session.hears(text))?.code == "bad_message")
  }

  @Test("says goodbye, hears the rest and is closed by the service")
  mutating func closes() {
    begin()
    _ = session.append(milliseconds: 20)
    let actions = session.close()
    #expect(actions.sentMilliseconds == [80])
    #expect(actions.contains(.send(session.key, .text(#"{"type":"CloseStream"}"#))))
    #expect(session.arrives(.closed(code: 1000, reason: "")) == [.cancelTimer(.deadline), .emit(.closed)])
  }
}
