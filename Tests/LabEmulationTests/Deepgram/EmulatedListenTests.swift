import LabEmulation
import LabProviders
import LabTimeline
import Testing

@Suite("Emulated speech to text")
struct EmulatedListenTests {
  /// "this is one": silence of 100 ms, 750 ms of sound, 50 ms of silence.
  static let known = Recordings.utterance("one")
  static func quiet(_ milliseconds: Int) -> [Int16] { [Int16](repeating: 0, count: 16 * milliseconds) }

  @Test("says the words of a known recording and nothing else")
  func recognises() throws {
    let listener = try Listener(Services.providers([Self.known]))
    listener.stream(Self.quiet(200) + Self.known.samples + Self.quiet(200))
    listener.pump.wait(until: .ms(3000))
    let text = listener.finals.map(\.piece.text).filter { !$0.isEmpty }.joined(separator: " ")
    #expect(text.lowercased() == "this is one")
    #expect(listener.failure == nil)
  }

  @Test("says a placeholder for a voice that is not in the index")
  func unknown() throws {
    let listener = try Listener(Services.providers([Self.known]))
    listener.stream(Self.quiet(200) + Recordings.utterance("two").samples + Self.quiet(500))
    listener.finalize()
    listener.pump.wait(until: .ms(3000))
    #expect(listener.finals.map(\.piece.text).joined() == EnergySegmenter.unrecognised)
  }

  @Test("answers a request to settle after its latency, and names when it received and sent")
  func finalize() throws {
    var configuration = Services.configuration()
    configuration.speechToText.endpointing = .off
    let listener = try Listener(Services.providers([Self.known]), configuration: configuration)
    listener.pump.wait(until: .ms(100))
    listener.stream(Self.known.samples + Self.quiet(100))
    #expect(listener.finals.isEmpty)
    #expect(listener.pump.now == .ms(1100))
    listener.finalize()
    listener.pump.wait(until: .ms(1146))
    #expect(listener.finals.isEmpty)
    listener.pump.wait(until: .ms(1147))
    let (at, piece) = try #require(listener.finals.first)
    #expect(at == .ms(1147))
    #expect(piece.answersFinalize)
    #expect(piece.farSide == FarSide(received: .ms(1100), sent: .ms(1147)))
  }

  @Test("answers also when it has nothing to settle")
  func emptyFinalize() throws {
    let listener = try Listener(Services.providers())
    listener.pump.wait(until: .ms(100))
    listener.stream(Self.quiet(100))
    listener.finalize()
    listener.pump.wait(until: .ms(1000))
    #expect(listener.finals.map(\.at) == [.ms(247)])
    #expect(listener.finals.first?.piece.text == "")
  }

  @Test("settles by itself after as much silence as it was asked to wait for", arguments: [100, 300])
  func endpointing(milliseconds: Int) throws {
    var configuration = Services.configuration()
    configuration.speechToText.endpointing = .after(.milliseconds(milliseconds))
    let listener = try Listener(Services.providers([Self.known]), configuration: configuration)
    listener.pump.wait(until: .ms(100))
    listener.stream(Self.known.samples + Self.quiet(600))
    // The last word ends 850 ms into the sound; pieces of 20 ms; 47 ms for the result.
    let heard = (850 + Int64(milliseconds) + 19) / 20 * 20
    #expect(listener.finals.map(\.at) == [.ms(100 + heard + 47)])
    #expect(listener.finals.first?.piece.endsUtterance == true)
  }

  @Test("sends what may still change while somebody speaks, and none of it unasked")
  func partials() throws {
    let long = Recordings.utterance("three", spoken: 32_000)
    let listener = try Listener(Services.providers([long]))
    listener.pump.wait(until: .ms(100))
    listener.stream(long.samples)
    #expect(listener.partials.map { $0.lowercased() } == ["this", "this is", "this is three"])
    var configuration = Services.configuration()
    configuration.speechToText.interimResults = false
    let deaf = try Listener(Services.providers([long]), configuration: configuration)
    deaf.stream(long.samples)
    #expect(deaf.partials.isEmpty)
  }

  @Test("says that the utterance ended after the gap that it was asked for")
  func utteranceEnd() throws {
    var configuration = Services.configuration()
    configuration.speechToText.utteranceEnd = .seconds(1)
    let listener = try Listener(Services.providers([Self.known]), configuration: configuration)
    listener.pump.wait(until: .ms(100))
    listener.stream(Self.known.samples + Self.quiet(2000))
    let ends = listener.pump.events.filter { $0.event == .endOfTurn }.map(\.at)
    // 850 and 1000 ms of sound in pieces of 20, and 30 for the message.
    #expect(ends == [.ms(100 + 1860 + 30)])
  }

  @Test("settles the rest when the stream is closed, and closes")
  func closeStream() throws {
    var configuration = Services.configuration()
    configuration.speechToText.endpointing = .off
    let listener = try Listener(Services.providers([Self.known]), configuration: configuration)
    listener.pump.wait(until: .ms(100))
    listener.stream(Self.known.samples)
    listener.close()
    listener.pump.wait(until: .ms(2000))
    #expect(listener.finals.map { $0.piece.text.lowercased() } == ["this is one"])
    #expect(listener.pump.events.last?.event == .closed)
    #expect(listener.pump.served.contains(.close(code: 1000, reason: "")))
  }

  @Test("closes with 1011 when nothing has arrived for ten seconds")
  func idle() {
    var exchange = Services.providers().exchange(for: Self.request())
    var actions: [ServerAction] = []
    exchange.handle(.opened, at: .origin, into: &actions)
    actions = []
    exchange.handle(.message(.text(#"{"type":"KeepAlive"}"#)), at: .ms(4000), into: &actions)
    exchange.handle(.timer(ServerTimer(1)), at: .ms(10_000), into: &actions)
    #expect(actions == [.setTimer(ServerTimer(1), after: .seconds(4))])
    actions = []
    exchange.handle(.timer(ServerTimer(1)), at: .ms(14_000), into: &actions)
    guard case .close(1011, let reason)? = actions.first else {
      Issue.record("not closed: \(actions)")
      return
    }
    #expect(reason.hasPrefix("NET-0001"))
  }

  @Test("is kept alive by a session with nothing to say")
  func keptAlive() throws {
    let listener = try Listener(Services.providers())
    listener.pump.wait(until: .ms(120_000))
    #expect(listener.failure == nil)
  }

  @Test("refuses a request without a key with 401")
  func unauthorised() throws {
    let listener = try Listener(Services.providers(), configuration: Services.configuration(key: ""))
    listener.pump.wait(until: .ms(100))
    #expect(listener.failure?.status == 401)
  }

  @Test(
    "refuses an encoding or a rate that it does not know with 400",
    arguments: ["opus&sample_rate=16000", "linear16", "linear16&sample_rate=1"])
  func badRequest(query: String) {
    var exchange = Services.providers().exchange(for: Self.request(query))
    var actions: [ServerAction] = []
    exchange.handle(.opened, at: .origin, into: &actions)
    guard case .respond(400, _)? = actions.first else {
      Issue.record("not refused: \(actions)")
      return
    }
    #expect(actions.last == .endBody)
  }

  @Test(
    "answers a message that is no command with a schema error and goes on",
    arguments: ["{", "{\"type\":\"Dance\"}", "[]"])
  func malformed(message: String) throws {
    var exchange = Services.providers().exchange(for: Self.request())
    var actions: [ServerAction] = []
    exchange.handle(.opened, at: .origin, into: &actions)
    exchange.handle(.timer(ServerTimer(0)), at: .ms(40), into: &actions)
    actions = []
    exchange.handle(.message(.text(message)), at: .ms(50), into: &actions)
    guard case .send(.text(let answer), .ms(50))? = actions.first else {
      Issue.record("no answer: \(actions)")
      return
    }
    #expect(answer.contains("SchemaError"))
    exchange.handle(.message(.text(#"{"type":"Finalize"}"#)), at: .ms(60), into: &actions)
    #expect(actions.contains(.setTimer(ServerTimer(0), after: .milliseconds(47))))
  }

  static func request(_ query: String = "linear16&sample_rate=16000") -> ConnectionRequest {
    ConnectionRequest(
      transport: .webSocket, endpoint: .service("api.deepgram.com"),
      target: "/v1/listen?model=nova-3&encoding=" + query,
      headers: [HeaderField("Authorization", "Token key")])
  }
}
