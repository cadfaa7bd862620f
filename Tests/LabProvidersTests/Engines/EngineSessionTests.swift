import LabProviders
import LabTimeline
import Testing

@Suite("Sessions with engines on this machine")
struct EngineSessionTests {
  private let configuration = SessionConfiguration(
    apiKey: "", sampleRate: 16_000, language: "en-US", sessionID: "talk.0")
  private let key = ConnectionKey(0)

  private func arrival(_ reply: EngineReply) -> WireArrival { WireArrival(.message(.text(reply.line))) }

  private let head = WireArrival(
    .opened(
      ResponseHead(
        status: 101, headers: [],
        setup: ConnectionSetup(isReused: false, upgrade: .milliseconds(360)))))

  @Test("send audio before the engine is ready, and tell what loading it took")
  func recogniserOpens() throws {
    var session = EngineSpeechToTextSession(
      .builtIn("pocketsphinx/en-us"), provider: "pocketsphinx/en-us", configuration: configuration)
    var actions: [SpeechToTextAction] = []
    session.open(at: .origin, into: &actions)
    session.append(audio: [1, 2], at: .origin, into: &actions)
    guard case .open(key, let request) = actions[0] else { return #expect(Bool(false), "nothing is opened") }
    #expect(request.transport == .engine(.builtIn("pocketsphinx/en-us")))
    let opening = EngineOpening(
      stage: .stt, sampleRate: 16_000, language: "en-US", session: "talk.0")
    #expect(try EngineCommand(line: String(decoding: request.body, as: UTF8.self)) == .open(opening))
    #expect(actions.last == .send(key, .text(EngineCommand.audio([1, 2]).line)))
    actions = []
    session.receive(head, on: key, at: .origin, into: &actions)
    #expect(actions == [])
    session.receive(arrival(.ready(sampleRate: nil)), on: key, at: .origin, into: &actions)
    let setup = ConnectionSetup(isReused: false, upgrade: .milliseconds(360))
    #expect(actions == [.cancelTimer(.deadline), .emit(.ready(setup))])
  }

  @Test("tell a final that answers from one that came by itself")
  func recogniserFinalises() {
    var session = EngineSpeechToTextSession(
      .program(["x"]), provider: "command/x", configuration: configuration)
    var actions: [SpeechToTextAction] = []
    session.open(at: .origin, into: &actions)
    session.finalize(at: .origin, into: &actions)
    #expect(actions.last == .send(key, .text(EngineCommand.finalize(1).line)))
    actions = []
    for reply in [
      EngineReply.partial("so"), .partial(""), .final("so", answers: nil), .final("", answers: 1),
    ] {
      session.receive(arrival(reply), on: key, at: .origin, into: &actions)
    }
    #expect(
      actions == [
        .emit(.partial("so")),
        .emit(.final(.init(text: "so", answersFinalize: false, endsUtterance: false))),
        .emit(.final(.init(text: "", answersFinalize: true, endsUtterance: false))),
      ])
  }

  @Test("fail with what the engine said, with what broke, and when nothing comes")
  func recogniserFails() {
    func failure(_ act: (inout EngineSpeechToTextSession, inout [SpeechToTextAction]) -> Void)
      -> ProviderFailure?
    {
      var session = EngineSpeechToTextSession(
        .program(["x"]), provider: "command/x", configuration: configuration)
      var actions: [SpeechToTextAction] = []
      session.open(at: .origin, into: &actions)
      act(&session, &actions)
      guard case .emit(.failed(let failure))? = actions.last else { return nil }
      return failure
    }
    let said = failure { $0.receive(arrival(.error(nil, "no model.")), on: key, at: .origin, into: &$1) }
    #expect(said?.message == "The engine reported an error: no model.")
    let noise = failure {
      $0.receive(WireArrival(.message(.text("Traceback"))), on: key, at: .origin, into: &$1)
    }
    #expect(noise?.code == "bad_message")
    let end = failure {
      $0.receive(WireArrival(.closed(code: 1006, reason: "It ended.")), on: key, at: .origin, into: &$1)
    }
    #expect(end == ProviderFailure(code: "lost", message: "It ended.", status: 1006))
    #expect(failure { $0.timerFired(.deadline, at: .origin, into: &$1) }?.code == "timed_out")
  }

  @Test("keep one session for all replies of a conversation, and drop what was cancelled")
  func modelReplies() {
    var session = EngineLanguageModelSession(
      .builtIn("template/reply"), provider: "template/reply", configuration: configuration)
    var actions: [LanguageModelAction] = []
    let (first, second) = (RequestID(1), RequestID(2))
    session.request(first, messages: [.init(role: .user, content: "Hi")], at: .origin, into: &actions)
    session.receive(head, on: key, at: .origin, into: &actions)
    session.receive(arrival(.ready(sampleRate: nil)), on: key, at: .origin, into: &actions)
    session.receive(arrival(.token(1, "Hello")), on: key, at: .origin, into: &actions)
    session.cancel(first, at: .origin, into: &actions)
    actions = []
    session.request(second, messages: [], at: .origin, into: &actions)
    #expect(actions.first == .send(key, .text(EngineCommand.request(2, []).line)), "nothing is opened again")
    actions = []
    for reply in [
      EngineReply.token(1, " there"), .done(1, nil), .token(2, "Good"), .token(2, "."), .done(2, nil),
    ] {
      session.receive(arrival(reply), on: key, at: .origin, into: &actions)
    }
    #expect(
      actions == [
        .emit(.firstByte(second)), .emit(.token(second, "Good", nil)), .emit(.token(second, ".", nil)),
        .emit(.finished(second, .stop, nil)), .cancelTimer(.deadline),
      ])
  }

  @Test("fail the replies under way when the engine is lost, and open it again for the next")
  func modelIsReopened() {
    var session = EngineLanguageModelSession(
      .program(["x"]), provider: "command/x", configuration: configuration)
    var actions: [LanguageModelAction] = []
    session.request(RequestID(1), messages: [], at: .origin, into: &actions)
    actions = []
    session.receive(WireArrival(.closed(code: 1006, reason: "")), on: key, at: .origin, into: &actions)
    #expect(
      actions.last
        == .emit(.failed(RequestID(1), .init(code: "lost", message: "The engine ended.", status: 1006))))
    actions = []
    session.request(RequestID(2), messages: [], at: .origin, into: &actions)
    guard case .open(ConnectionKey(1), _)? = actions.first else {
      return #expect(Bool(false), "the engine is not opened again")
    }
  }

  @Test("emit audio of chunks in their order, and nothing of what was cleared")
  func voiceSpeaks() {
    var session = EngineTextToSpeechSession(
      .builtIn("flite/slt"), provider: "flite/slt", configuration: configuration)
    var actions: [TextToSpeechAction] = []
    let (first, second) = (RequestID(1), RequestID(2))
    session.open(at: .origin, into: &actions)
    session.speak(first, text: "One.", at: .origin, into: &actions)
    session.receive(head, on: key, at: .origin, into: &actions)
    session.receive(arrival(.ready(sampleRate: 16_000)), on: key, at: .origin, into: &actions)
    actions = []
    session.receive(arrival(.audio(1, [1, 2, 3])), on: key, at: .origin, into: &actions)
    #expect(actions == [.emit(.audio(first, [1, 2], nil))], "no sample is torn")
    actions = []
    session.clear(at: .origin, into: &actions)
    #expect(actions == [.send(key, .text(EngineCommand.cancel(1).line))])
    session.speak(second, text: "Two.", at: .origin, into: &actions)
    actions = []
    for reply in [EngineReply.audio(1, [4, 5]), .done(1, nil), .audio(2, [6, 7]), .done(2, nil)] {
      session.receive(arrival(reply), on: key, at: .origin, into: &actions)
    }
    #expect(actions == [.emit(.audio(second, [6, 7], nil)), .emit(.finished(second))])
  }

  @Test("refuse an engine that speaks at another rate than the plan says")
  func voiceRefusesRate() {
    var session = EngineTextToSpeechSession(
      .program(["x"]), provider: "command/x", configuration: configuration)
    var actions: [TextToSpeechAction] = []
    session.open(at: .origin, into: &actions)
    actions = []
    session.receive(arrival(.ready(sampleRate: 22_050)), on: key, at: .origin, into: &actions)
    let message = "The engine speaks at 22050 Hz, and 16000 Hz were expected."
    #expect(actions.contains(.close(key)))
    #expect(actions.contains(.emit(.lost(.init(code: "bad_request", message: message)))))
  }
}
