import LabEmulation
import LabProviders
import LabTimeline
import Testing

@Suite("Emulated AssemblyAI streaming")
struct EmulatedStreamingTests {
  private static let known = Recordings.utterance("one")
  private static func quiet(_ milliseconds: Int) -> [Int16] {
    [Int16](repeating: 0, count: 16 * milliseconds)
  }

  private static func providers(formatting: Duration = .zero) -> EmulatedProviders {
    let profile = SpeechToTextProfile(
      interim: .fixed(.milliseconds(30)), final: .fixed(.milliseconds(50)), formatting: formatting)
    let names = ["universal-streaming-english", "u3-rt-pro"]
    return Services.providers(
      [known],
      profiles: EmulationProfiles(
        speechToText: Dictionary(uniqueKeysWithValues: names.map { ("assemblyai/" + $0, profile) })))
  }

  private static func connect(
    _ query: String = "speech_model=universal-streaming-english&sample_rate=16000", key: String? = "key",
    formatting: Duration = .zero
  ) -> BareConnection {
    BareConnection(
      "/v3/ws?" + query, providers: providers(formatting: formatting),
      headers: key.map { [HeaderField("Authorization", $0)] } ?? [])
  }

  @Test("says hello at once with all that the SDK asks for")
  func begins() throws {
    let client = Self.connect()
    let hello = try #require(client.texts.first)
    #expect(hello.at == .ms(40))
    #expect(hello.text.hasPrefix(#"{"type":"Begin","id":""#))
    #expect(hello.text.contains(#""expires_at":10800,"#))
  }

  @Test("says words one by one, the last of them unsettled, and ends the turn after its silence")
  func turn() throws {
    var client = Self.connect()
    client.stream(Self.known.samples + Self.quiet(1500))
    let turns = client.texts(with: #""type":"Turn""#)
    #expect(turns.count == 4)
    #expect(turns[0].contains(#""transcript":"","#) && turns[0].contains(#""word_is_final":false"#))
    #expect(turns[1].contains(#""transcript":"this","#))
    #expect(turns[2].contains(#""transcript":"this is","#))
    #expect(turns[3].contains(#""end_of_turn":true,"transcript":"this is one","#))
    #expect(turns[3].contains(#""turn_order":0,"turn_is_formatted":false"#))
    // Speech ends 850 ms into the recording, which began at 100: 400 ms of silence, 50 for the message.
    #expect(client.texts.last?.at == .ms(100 + 850 + 400 + 50))
  }

  @Test(
    "keeps to the thresholds of the session",
    arguments: [
      ("&end_of_turn_confidence_threshold=0&min_turn_silence=200", 200),
      ("&end_of_turn_confidence_threshold=1&max_turn_silence=900", 900),
      ("&min_turn_silence=600.0", 600),
    ])
  func thresholds(query: String, silence: Int64) throws {
    var client = Self.connect("speech_model=universal-streaming-english&sample_rate=16000" + query)
    client.stream(Self.known.samples + Self.quiet(1500))
    let ends = client.texts.filter { $0.text.contains(#""end_of_turn":true"#) }
    #expect(ends.map(\.at) == [.ms(100 + 850 + silence + 50)])
  }

  @Test("says a pause that does not end the turn once, with the words as an utterance")
  func utterance() {
    var client = Self.connect(
      "speech_model=universal-streaming-english&sample_rate=16000&end_of_turn_confidence_threshold=1")
    client.stream(Self.known.samples + Self.quiet(1500))
    #expect(client.texts(with: #""utterance":"this is one""#).count == 1)
    #expect(
      client.texts(with: #""utterance":"this is one""#).first?.contains(#""end_of_turn":false"#) == true)
  }

  @Test("takes new thresholds on the way")
  func update() {
    var client = Self.connect()
    client.say(#"{"min_turn_silence":800,"type":"UpdateConfiguration"}"#)
    client.stream(Self.known.samples + Self.quiet(1500))
    #expect(client.texts.last?.at == .ms(100 + 850 + 800 + 50))
  }

  @Test("ends the turn when it is told to, and does nothing when there is none")
  func forceEndpoint() {
    var client = Self.connect()
    client.say(#"{"type":"ForceEndpoint"}"#)
    client.wait(milliseconds: 500)
    #expect(client.texts.count == 1)
    client.stream(Self.known.samples + Self.quiet(100))
    client.say(#"{"type":"ForceEndpoint"}"#)
    client.wait(milliseconds: 50)
    #expect(client.texts.last?.text.contains(#""end_of_turn":true,"transcript":"this is one""#) == true)
    #expect(client.texts.last?.at == client.now)
  }

  @Test("formats the final transcript itself, or follows it with a formatted copy")
  func formatting() {
    let query = "speech_model=universal-streaming-english&sample_rate=16000&format_turns=True"
    for (delay, flags) in [(0, ["true"]), (70, ["false", "true"])] {
      var client = Self.connect(query, formatting: .milliseconds(delay))
      client.stream(Self.known.samples + Self.quiet(1000))
      let ends = client.texts(with: #""end_of_turn":true"#)
      #expect(ends.count == flags.count)
      for (end, flag) in zip(ends, flags) {
        #expect(end.contains(#""turn_order":0,"turn_is_formatted":\#(flag)"#))
      }
    }
  }

  @Test("speaks as Universal-3 does: that speech started, then the whole sentence")
  func universal3() {
    var client = Self.connect("speech_model=u3-rt-pro&sample_rate=16000")
    client.stream(Self.known.samples + Self.quiet(1000))
    let messages = client.texts.dropFirst().map(\.text)
    #expect(messages.count == 2)
    #expect(messages.first?.hasPrefix(#"{"type":"SpeechStarted","timestamp":"#) == true)
    #expect(messages.last?.contains(#""turn_is_formatted":true,"end_of_turn":true"#) == true)
    #expect(messages.last?.contains(#""transcript":"this is one.","end_of_turn_confidence":1.0"#) == true)
    #expect(client.texts.last?.at == .ms(100 + 850 + 100 + 50))
  }

  @Test("breaks off in a pause of Universal-3, once, and goes on")
  func brokenOff() throws {
    let paused = Recordings.paused("paused", transcript: "this is, paused")
    let profile = SpeechToTextProfile(interim: .fixed(.zero), final: .fixed(.milliseconds(50)))
    var client = BareConnection(
      "/v3/ws?speech_model=u3-rt-pro&sample_rate=16000",
      providers: Services.providers(
        [paused], profiles: EmulationProfiles(speechToText: ["assemblyai/u3-rt-pro": profile])),
      headers: [HeaderField("Authorization", "key")])
    client.stream(paused.samples + Self.quiet(500))
    let turns = client.texts(with: #""type":"Turn""#)
    #expect(turns.count == 2)
    #expect(turns[0].contains(#""end_of_turn":false,"transcript":"this is—","end_of_turn_confidence":0.0"#))
    #expect(!turns[0].contains(#""word_is_final":true"#))
    #expect(turns[1].contains(#""end_of_turn":true,"transcript":"this is, paused.""#))
  }

  @Test("says the rest and how long it was, and closes")
  func terminates() {
    var client = Self.connect()
    client.stream(Self.known.samples + Self.quiet(400))
    client.say(#"{"type":"Terminate"}"#)
    client.wait(milliseconds: 200)
    #expect(client.texts(with: #""end_of_turn":true"#).count == 1)
    #expect(
      client.texts.last?.text
        == #"{"type":"Termination","audio_duration_seconds":1,"session_duration_seconds":1}"#)
    #expect(client.closed == .close(code: 1000, reason: ""))
  }

  @Test(
    "refuses after the upgrade: an error message, then a close with the same code",
    arguments: [
      (nil, "speech_model=u3-rt-pro&sample_rate=16000", 1008, "Missing Authorization header"),
      ("", "speech_model=u3-rt-pro&sample_rate=16000", 1008, "Missing Authorization header"),
      ("key", "sample_rate=16000", 3006, "speech_model is required"),
      ("key", "speech_model=none&sample_rate=16000", 3006, "speech_model “none” is unknown"),
      ("key", "speech_model=u3-rt-pro&sample_rate=many", 3006, "sample_rate must be a number"),
      ("key", "speech_model=u3-rt-pro&encoding=opus", 3006, "encoding=pcm_s16le only"),
    ] as [(String?, String, Int, String)])
  func refuses(key: String?, query: String, code: Int, reason: String) {
    let client = Self.connect(query, key: key)
    #expect(client.answered == nil)
    #expect(client.texts.count == 1)
    #expect(client.texts[0].text.hasPrefix(#"{"type":"Error","error_code":\#(code),"error":""#))
    #expect(client.texts[0].text.contains(reason))
    guard case .close(code, _) = client.closed else {
      Issue.record("closed with \(String(describing: client.closed))")
      return
    }
  }

  @Test("takes a token in the query in place of the header")
  func token() {
    let client = Self.connect("speech_model=u3-rt-pro&token=t", key: nil)
    #expect(client.texts.first?.text.contains("Begin") == true)
  }

  @Test(
    "closes on a message that it cannot read",
    arguments: [
      ("nonsense", "Invalid JSON: nonsense"), ("[]", "Invalid Message: []"), ("{}", "Invalid Message: {}"),
      (#"{"type":"Sing"}"#, "Invalid Message Type: "),
      (#"{"type":"UpdateConfiguration","min_turn_silence":"x"}"#, "Invalid Message: "),
    ])
  func unreadable(text: String, reason: String) {
    var client = Self.connect()
    client.say(text)
    #expect(
      client.texts.last?.text.hasPrefix(#"{"type":"Error","error_code":3006,"error":"\#(reason)"#) == true)
    guard case .close(3006, _) = client.closed else {
      Issue.record("not closed")
      return
    }
  }

  @Test(
    "closes on audio that is too short or too long",
    arguments: [(20, true), (50, false), (1000, false), (1020, true)])
  func durations(milliseconds: Int, isRefused: Bool) {
    var client = Self.connect()
    client.stream(Self.quiet(milliseconds), each: milliseconds)
    #expect((client.closed != nil) == isRefused)
    if isRefused {
      #expect(
        client.texts.last?.text.contains(
          "Input duration violation: \(Double(milliseconds)) ms. Expected between 50 and 1000 ms") == true)
      #expect(client.texts.last?.text.contains("3007") == true)
    }
  }

  @Test("closes when nothing comes for as long as the session allows, and after three hours")
  func limits() {
    var idle = Self.connect("speech_model=u3-rt-pro&sample_rate=16000&inactivity_timeout=5")
    idle.wait(milliseconds: 3900)
    idle.say(#"{"type":"KeepAlive"}"#)
    idle.wait(milliseconds: 4900)
    #expect(idle.closed == nil)
    idle.wait(milliseconds: 200)
    guard case .close(3005, _) = idle.closed else {
      Issue.record("not closed")
      return
    }
    var long = Self.connect()
    long.wait(milliseconds: 10_801_000)
    #expect(
      long.closed == .close(code: 3008, reason: "Session Expired: Maximum session duration exceeded"))
  }

  @Test(
    "grants a token to whoever has a key",
    arguments: [
      ("expires_in_seconds=60", "key", 200), ("expires_in_seconds=60", "", 401),
      ("expires_in_seconds=0", "key", 400),
      ("expires_in_seconds=60&max_session_duration_seconds=59", "key", 400),
    ])
  func grantsToken(query: String, key: String, status: Int) {
    let client = BareConnection(
      "/v3/token?" + query, providers: Self.providers(), headers: [HeaderField("Authorization", key)],
      transport: .http(method: "GET"))
    #expect(client.answered == status)
    #expect(client.body.hasPrefix(#"{"token":""#) == (status == 200))
  }

  @Test(
    "and the client session understand each other", arguments: ["universal-streaming-english", "u3-rt-pro"])
  func together(model: String) throws {
    let listener = try Listener(Self.providers(), model: "assemblyai/" + model)
    listener.pump.wait(until: .ms(100))
    listener.stream(Self.known.samples + Self.quiet(200))
    listener.finalize()
    listener.pump.wait(until: .ms(3000))
    #expect(listener.failure == nil)
    #expect(listener.finals.map { $0.piece.text.lowercased().filter { $0 != "." } } == ["this is one"])
    let (at, piece) = try #require(listener.finals.first)
    if model != "u3-rt-pro" {
      #expect(piece.answersFinalize)
      #expect(at == .ms(100 + 1100 + 50))
    }
    listener.close()
    listener.pump.wait(until: .ms(4000))
    #expect(listener.pump.events.last?.event == .closed)
  }
}
