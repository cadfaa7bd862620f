import LabEmulation
import LabProviders
import LabTimeline
import Testing

@Suite("Emulated Flux")
struct EmulatedFluxTests {
  private static let known = Recordings.utterance("one")
  private static func quiet(_ milliseconds: Int) -> [Int16] {
    [Int16](repeating: 0, count: 16 * milliseconds)
  }

  /// The model is sure after 200 ms of silence; messages take no time, ends of turn 50 ms.
  private static let providers = Services.providers(
    [known],
    profiles: EmulationProfiles(
      speechToText: [
        "deepgram/flux-general-en": SpeechToTextProfile(
          interim: .fixed(.zero), final: .fixed(.milliseconds(50)), interimCadence: .milliseconds(250),
          endOfTurn: .fixed(.milliseconds(200)))
      ]))

  private static func connect(_ query: String = "", key: String = "Token key") -> BareConnection {
    BareConnection(
      "/v2/listen?model=flux-general-en&encoding=linear16&sample_rate=16000" + query, providers: providers,
      headers: [HeaderField("Authorization", key)])
  }

  private static func events(_ client: BareConnection) -> [String] {
    client.texts.map(\.text).compactMap { text in
      text.split(separator: #""event":""#).dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
    }
  }

  @Test("is connected at once, and numbers all messages from there")
  func numbers() {
    var client = Self.connect()
    client.stream(Self.known.samples + Self.quiet(1000))
    #expect(client.texts[0].text.hasPrefix(#"{"type":"Connected","request_id":""#))
    for (index, message) in client.texts.enumerated() {
      #expect(message.text.contains(#""sequence_id":\#(index)"#))
    }
  }

  @Test("goes through a turn: start, updates, eager end, end, in this order")
  func turn() throws {
    var client = Self.connect("&eager_eot_threshold=0.4")
    client.stream(Self.known.samples + Self.quiet(1000), each: 10)
    let events = Self.events(client)
    let states = events.filter { $0 != "Update" }
    #expect(states == ["StartOfTurn", "EagerEndOfTurn", "EndOfTurn"])
    let start = try #require(client.texts.first { $0.text.contains("StartOfTurn") })
    #expect(start.text.contains(#""turn_index":0"#) && start.text.contains(#""transcript":"this""#))
    let eager = try #require(client.texts.first { $0.text.contains("EagerEndOfTurn") })
    let end = try #require(client.texts.first { $0.text.contains(#""event":"EndOfTurn""#) })
    // Speech ends at 950; 1 − 0.3^(s/200 ms) is 0.4 after 84.9 ms and 0.7 after 200.
    #expect(eager.at == .ms(950 + 90))
    #expect(end.at == .ms(950 + 200 + 50))
    #expect(eager.text.contains(#""transcript":"this is one""#) && !eager.text.contains("trigger"))
    #expect(end.text.contains(#""transcript":"this is one""#) && end.text.contains(#""trigger":"model""#))
    // The turn's number grows right behind its end.
    #expect(client.texts.last?.text.contains(#""turn_index":1"#) == true)
  }

  @Test("says how it stands every quarter of a second, in silence too")
  func updates() {
    var client = Self.connect()
    client.stream(Self.quiet(1000))
    #expect(Self.events(client) == ["Update", "Update", "Update", "Update"])
    #expect(client.texts.last?.text.contains(#""transcript":"","words":[]"#) == true)
  }

  @Test("says nothing eager when it was not asked to")
  func uneager() {
    var client = Self.connect()
    client.stream(Self.known.samples + Self.quiet(1000))
    #expect(Self.events(client).filter { $0 != "Update" } == ["StartOfTurn", "EndOfTurn"])
  }

  @Test("takes an eager end back when the caller goes on after a pause")
  func resumes() throws {
    let paused = Recordings.paused("paused", transcript: "this is paused")
    let profile = SpeechToTextProfile(
      interim: .fixed(.zero), final: .fixed(.zero), interimCadence: .milliseconds(250),
      endOfTurn: .fixed(.milliseconds(200)))
    var client = BareConnection(
      "/v2/listen?model=flux-general-en&encoding=linear16&sample_rate=16000&eager_eot_threshold=0.4",
      providers: Services.providers(
        [paused], profiles: EmulationProfiles(speechToText: ["deepgram/flux-general-en": profile])),
      headers: [HeaderField("Authorization", "Bearer jwt")])
    client.stream(paused.samples + Self.quiet(1000), each: 20)
    #expect(
      Self.events(client).filter { $0 != "Update" }
        == ["StartOfTurn", "EagerEndOfTurn", "TurnResumed", "EagerEndOfTurn", "EndOfTurn"])
  }

  @Test("ends a turn when it is told to, and forgets the request when there is none")
  func forceEndTurn() throws {
    var client = Self.connect("&eot_threshold=1.0")
    client.say(#"{"type":"ForceEndTurn"}"#)
    client.stream(Self.known.samples + Self.quiet(1500))
    #expect(Self.events(client).contains("EndOfTurn") == false)
    client.say(#"{"type":"ForceEndTurn"}"#)
    client.wait(milliseconds: 50)
    let end = try #require(client.texts.last)
    #expect(end.at == client.now)
    #expect(end.text.contains(#""event":"EndOfTurn""#) && end.text.contains(#""trigger":"manual""#))
  }

  @Test("ends a turn after the time-out, whatever its model thinks")
  func timeout() {
    var client = Self.connect("&eot_threshold=1&eot_timeout_ms=700")
    client.stream(Self.known.samples + Self.quiet(1500))
    let end = client.texts.first { $0.text.contains("EndOfTurn") }
    #expect(end?.text.contains(#""trigger":"timeout""#) == true)
    #expect(end?.at == .ms(950 + 700 + 50))
  }

  @Test("takes new thresholds on the way and says which hold now")
  func configure() {
    var client = Self.connect("&keyterm=a&keyterm=b")
    client.say(#"{"type":"Configure","thresholds":{"eot_threshold":1.0,"eot_timeout_ms":900}}"#)
    client.say(#"{"type":"Configure","thresholds":{"eager_eot_threshold":0.95}}"#)
    client.say(#"{"type":"Configure","keyterms":"c"}"#)
    client.wait(milliseconds: 1)
    #expect(
      client.texts(with: "ConfigureSuccess").first?.contains(
        #""thresholds":{"eot_threshold":1.0,"eot_timeout_ms":900},"keyterms":["a","b"]}"#) == true)
    #expect(client.texts(with: "ConfigureFailure").count == 1)
    #expect(client.texts(with: "ConfigureSuccess").last?.contains(#""keyterms":["c"]"#) == true)
    client.stream(Self.known.samples + Self.quiet(1500))
    #expect(client.texts(with: #""trigger":"timeout""#).count == 1)
  }

  @Test(
    "refuses the upgrade",
    arguments: [
      ("", "", 401), ("&eot_threshold=0.4", "Token k", 400), ("&eot_threshold=x", "Token k", 400),
      ("&eager_eot_threshold=0.2", "Token k", 400), ("&eager_eot_threshold=0.8", "Token k", 400),
      ("&eot_timeout_ms=100", "Token k", 400),
    ])
  func refuses(query: String, key: String, status: Int) {
    let client = Self.connect(query, key: key)
    #expect(client.answered == status)
    #expect(client.body.contains("err_code"))
  }

  @Test("refuses a model that it does not have, and Flux at version 1")
  func unknownModel() {
    let headers = [HeaderField("Authorization", "Token k")]
    let query = "&encoding=linear16&sample_rate=16000"
    #expect(
      BareConnection("/v2/listen?model=nova-3" + query, providers: Self.providers, headers: headers).answered
        == 400)
    #expect(
      BareConnection("/v1/listen?model=flux-general-en" + query, providers: Self.providers, headers: headers)
        .answered == 404)
  }

  @Test(
    "ends with an error on a message that it cannot read", arguments: ["nonsense", "[]", #"{"type":"Sing"}"#])
  func unreadable(text: String) {
    var client = Self.connect()
    client.say(text)
    #expect(client.texts.last?.text.contains(#""code":"UNPARSABLE_CLIENT_MESSAGE""#) == true)
    guard case .close(1008, _) = client.closed else {
      Issue.record("not closed")
      return
    }
  }

  @Test("settles the rest when the stream is closed, and closes; and when nothing comes for ten seconds")
  func closes() {
    var client = Self.connect("&eot_threshold=1")
    client.stream(Self.known.samples + Self.quiet(100))
    client.say(#"{"type":"CloseStream"}"#)
    client.wait(milliseconds: 100)
    #expect(client.texts.last?.text.contains(#""transcript":"this is one""#) == true)
    #expect(client.closed == .close(code: 1000, reason: ""))
    var idle = Self.connect()
    idle.wait(milliseconds: 10_100)
    guard case .close(1011, let reason) = idle.closed else {
      Issue.record("not closed")
      return
    }
    #expect(reason.hasPrefix("NET-0001"))
  }

  @Test("and the client session understand each other")
  func together() throws {
    let listener = try Listener(Self.providers, model: "deepgram/flux-general-en")
    listener.pump.wait(until: .ms(100))
    listener.stream(Self.known.samples + Self.quiet(1000))
    listener.finalize()
    listener.pump.wait(until: .ms(4000))
    let events = listener.pump.events.map(\.event)
    #expect(listener.failure == nil)
    #expect(listener.finals.map(\.piece.text) == ["this is one"])
    #expect(listener.finals.first?.piece.answersFinalize == false)
    #expect(events.contains(.eagerEndOfTurn("this is one")) && events.contains(.endOfTurn))
    // Asked after the turn had ended: nothing is left to settle, and that is said a second later.
    #expect(listener.pump.events.last?.event == .nothingToSettle)
    #expect(listener.pump.events.last?.at == .ms(100 + 1900 + 1000))
  }
}
