import LabEmulation
import LabProviders
import LabTimeline
import Testing

@Suite("Emulated ElevenLabs Scribe Realtime")
struct EmulatedScribeTests {
  static let known = Recordings.utterance("one")
  static let model = "elevenlabs/scribe-v2-realtime"
  static func quiet(_ milliseconds: Int) -> [Int16] { [Int16](repeating: 0, count: 16 * milliseconds) }

  private func listener(_ utterances: [KnownUtterance] = [known], endpointing: Duration? = nil) throws
    -> Listener
  {
    var configuration = Services.configuration()
    if let endpointing { configuration.speechToText.endpointing = .after(endpointing) }
    return try Listener(Services.providers(utterances), configuration: configuration, model: Self.model)
  }

  @Test("settles what was said when asked to, after its latency")
  func finalize() throws {
    let listener = try listener()
    listener.pump.wait(until: .ms(100))
    listener.stream(Self.known.samples + Self.quiet(110))
    #expect(listener.finals.isEmpty)
    listener.finalize()
    let asked = listener.pump.now
    listener.pump.wait(until: .ms(3000))
    let (at, piece) = try #require(listener.finals.first)
    #expect(at == asked + .milliseconds(81))
    #expect(piece.text.lowercased() == "this is one")
    #expect(piece.answersFinalize)
    #expect(piece.farSide == FarSide(received: asked, sent: at))
  }

  @Test("says what may still change while somebody speaks")
  func partials() throws {
    let long = Recordings.utterance("three", spoken: 32_000)
    let listener = try listener([long])
    listener.stream(long.samples)
    #expect(listener.partials.map { $0.lowercased() } == ["this", "this is", "this is three"])
  }

  @Test("answers a request to settle nothing but silence with an empty transcript")
  func silence() throws {
    let listener = try listener()
    listener.stream(Self.quiet(400))
    listener.finalize()
    listener.pump.wait(until: .ms(3000))
    #expect(listener.finals.map(\.piece.text) == [""])
    #expect(listener.finals.first?.piece.answersFinalize == true)
  }

  @Test("settles by itself after the silence that it was asked to wait for")
  func endpointing() throws {
    let listener = try listener(endpointing: .milliseconds(500))
    listener.stream(Self.known.samples + Self.quiet(1500))
    listener.pump.wait(until: .ms(4000))
    #expect(listener.finals.map { $0.piece.text.lowercased() } == ["this is one"])
    #expect(listener.finals.first?.piece.endsUtterance == true)
    #expect(listener.finals.first?.piece.answersFinalize == false)
  }

  @Test("is kept alive by a session with nothing to say")
  func keptAlive() throws {
    let listener = try listener()
    listener.pump.wait(until: .ms(120_000))
    #expect(listener.failure == nil)
  }

  @Test("tells a session without a key, or with a bad request, why it ends")
  func unauthorised() throws {
    let listener = try Listener(
      Services.providers(), configuration: Services.configuration(key: ""), model: Self.model)
    listener.pump.wait(until: .ms(200))
    #expect(listener.failure?.code == "unauthorized")
  }

  static let target = "/v1/speech-to-text/realtime?model_id=scribe_v2_realtime"
  static let key = [HeaderField("xi-api-key", "key")]
  static func chunk(_ milliseconds: Int, _ more: String = "", commit: Bool = false) -> String {
    let audio = Base64Text.encoded([UInt8](repeating: 0, count: 32 * milliseconds))
    return "{\"message_type\":\"input_audio_chunk\",\"audio_base_64\":\"\(audio)\",\"commit\":\(commit),"
      + "\"sample_rate\":16000\(more)}"
  }

  @Test("begins with the settings of the session")
  func started() {
    var service = Service.webSocket(Self.target + "&commit_strategy=vad&language_code=de", Self.key)
    service.wait(until: .ms(100))
    #expect(service.texts.map(\.at) == [.ms(40)])
    #expect(service.texts[0].text.hasPrefix(#"{"message_type":"session_started","session_id":""#))
    #expect(service.texts[0].text.contains(#""commit_strategy":"vad","vad_silence_threshold_secs":1.5"#))
    #expect(service.texts[0].text.contains(#""language_code":"de""#))
  }

  @Test("throttles a commit of too little audio and goes on")
  func throttled() {
    var service = Service.webSocket(Self.target, Self.key)
    service.say(Self.chunk(200, commit: true), at: .ms(100))
    #expect(service.texts.last?.text.contains("commit_throttled") == true)
    service.say(Self.chunk(100, commit: true), at: .ms(200))
    service.wait(until: .ms(1000))
    #expect(service.texts.last?.text == #"{"message_type":"committed_transcript","text":""}"#)
    #expect(service.closing == nil)
  }

  @Test("sends the times of the words behind the transcript when asked to")
  func timestamps() {
    var service = Service(
      ConnectionRequest(
        transport: .webSocket, endpoint: .service("localhost"),
        target: Self.target + "&include_timestamps=true",
        headers: Self.key), Services.providers([Self.known]))
    let audio = Base64Text.encoded(Recordings.bytes(Self.known.samples))
    service.say(
      "{\"message_type\":\"input_audio_chunk\",\"audio_base_64\":\"\(audio)\",\"commit\":true,\"sample_rate\":16000}",
      at: .ms(100))
    service.wait(until: .ms(1000))
    let types = service.texts.map { String($0.text.prefix(while: { $0 != "," })) }
    #expect(
      types == [
        #"{"message_type":"session_started""#, #"{"message_type":"partial_transcript""#,
        #"{"message_type":"committed_transcript""#,
        #"{"message_type":"committed_transcript_with_timestamps""#,
      ])
    #expect(service.texts.last?.text.contains(#""type":"spacing""#) == true)
  }

  @Test(
    "ends with an error and a close",
    arguments: [
      ("{", "input_error"), (#"{"message_type":"dance"}"#, "input_error"),
      (#"{"message_type":"input_audio_chunk","audio_base_64":"§"}"#, "input_error"),
    ])
  func malformed(message: String, type: String) {
    var service = Service.webSocket(Self.target, Self.key)
    service.say(message, at: .ms(100))
    #expect(service.texts.last?.text.hasPrefix("{\"message_type\":\"\(type)\",\"error\":") == true)
    #expect(service.closing?.code == 1008)
  }

  @Test("takes text from before only with the first audio")
  func previousText() {
    var service = Service.webSocket(Self.target, Self.key)
    service.say(Self.chunk(100, #","previous_text":"so""#), at: .ms(100))
    #expect(service.closing == nil)
    service.say(Self.chunk(100, #","previous_text":null"#), at: .ms(200))
    #expect(service.closing == nil)
    service.say(Self.chunk(100, #","previous_text":"so""#), at: .ms(300))
    #expect(service.closing?.code == 1008)
  }

  @Test(
    "refuses settings out of range",
    arguments: [
      "audio_format=mp3", "commit_strategy=never", "vad_silence_threshold_secs=9", "vad_threshold=x",
    ])
  func settings(query: String) {
    var service = Service.webSocket(Self.target + "&" + query, Self.key)
    service.wait(until: .ms(100))
    #expect(service.texts.first?.text.contains("invalid_request") == true)
    #expect(service.closing?.code == 1008)
  }
}
