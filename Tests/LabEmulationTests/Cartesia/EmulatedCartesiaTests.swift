import LabProviders
import LabTimeline
import Testing

@testable import LabEmulation

@Suite("Emulated Cartesia speech over a WebSocket")
struct EmulatedCartesiaWebSocketTests {
  static let key = [
    HeaderField("Authorization", "Bearer key"), HeaderField("Cartesia-Version", "2026-08-14"),
  ]

  private struct Message: Decodable {
    var type: String
    var contextID: String?
    var done: Bool
    var statusCode: Int
    var flushID: Int?
    var errorCode: String?
    var data: String?
    var wordTimestamps: Words?

    enum CodingKeys: String, CodingKey {
      case type, done, data
      case contextID = "context_id"
      case statusCode = "status_code"
      case flushID = "flush_id"
      case errorCode = "error_code"
      case wordTimestamps = "word_timestamps"
    }

    struct Words: Decodable {
      var words: [String]
      var start: [Double]
      var end: [Double]
    }
  }

  private func input(
    _ transcript: String, _ more: String = "", context: String = "a", model: String = "sonic-3",
    format: String = #"{"container":"raw","encoding":"pcm_s16le","sample_rate":16000}"#
  ) -> String {
    "{\"context_id\":\"\(context)\",\"model_id\":\"\(model)\",\"transcript\":\(JSONText.quoted(transcript)),"
      + "\"voice\":{\"mode\":\"id\",\"id\":\"v\"},\"output_format\":\(format)\(more)}"
  }

  private func messages(_ service: Service) throws -> [(at: LabInstant, message: Message)] {
    try service.texts.map { ($0.at, try JSONText.decode(Message.self, from: $0.text)) }
  }

  private func audio(_ messages: [(at: LabInstant, message: Message)], flush: Int) -> [UInt8] {
    messages.filter { $0.message.type == "chunk" && $0.message.flushID == flush }
      .flatMap { Base64Text.decoded($0.message.data ?? "") ?? [] }
  }

  private func voice(_ text: String) -> [UInt8] {
    var voice = EmulatedVoice(text: text, sampleRate: 16_000, leadingSilence: 1440)
    return voice.next(samples: voice.totalSamples)
  }

  @Test("speaks a whole transcript and is done")
  func whole() throws {
    var service = Service.webSocket("/tts/websocket", Self.key)
    service.say(input("Good morning."), at: .ms(50))
    service.wait(until: .ms(5000))
    let messages = try messages(service)
    #expect(messages.first?.at == .ms(170))
    #expect(audio(messages, flush: 1) == voice("Good morning."))
    #expect(messages.allSatisfy { $0.message.contextID == "a" })
    #expect(messages.dropLast().allSatisfy { $0.message.statusCode == 206 && !$0.message.done })
    #expect(messages.last?.message.type == "done")
    #expect(messages.last?.message.statusCode == 200)
  }

  @Test("keeps text until a sentence is complete or the delay has passed")
  func buffers() throws {
    var service = Service.webSocket("/tts/websocket", Self.key)
    service.say(input("Good ", #","continue":true"#), at: .ms(50))
    service.say(input("morning.", #","continue":true"#), at: .ms(300))
    service.wait(until: .ms(5000))
    #expect(service.texts.first?.at == .ms(420))
    #expect(audio(try messages(service), flush: 1) == voice("Good morning."))
    var slow = Service.webSocket("/tts/websocket", Self.key)
    slow.say(input("Good ", #","continue":true,"max_buffer_delay_ms":500"#), at: .ms(50))
    slow.wait(until: .ms(5000))
    #expect(slow.texts.first?.at == .ms(50 + 500 + 120))
    var eager = Service.webSocket("/tts/websocket", Self.key)
    eager.say(input("Good ", #","continue":true,"max_buffer_delay_ms":0"#), at: .ms(50))
    eager.wait(until: .ms(5000))
    #expect(eager.texts.first?.at == .ms(170))
  }

  @Test("tells the audio of two flushes apart, and says when each is complete")
  func flushes() throws {
    var service = Service.webSocket("/tts/websocket", Self.key)
    service.say(input("Stay hungry, ", #","continue":true"#), at: .ms(50))
    service.say(input("", #","continue":true,"flush":true"#), at: .ms(50))
    service.say(input("stay foolish.", #","continue":false"#), at: .ms(60))
    service.wait(until: .ms(10_000))
    let messages = try messages(service)
    #expect(audio(messages, flush: 1) == voice("Stay hungry, "))
    #expect(audio(messages, flush: 2) == voice("stay foolish."))
    let types = messages.map(\.message.type)
    let flushed = try #require(types.firstIndex(of: "flush_done"))
    #expect(messages[flushed].message.flushID == 1)
    #expect(messages[..<flushed].allSatisfy { $0.message.flushID == 1 })
    #expect(types.filter { $0 == "flush_done" }.count == 1)
    #expect(types.last == "done")
  }

  @Test("speaks contexts at the same time")
  func contexts() throws {
    var service = Service.webSocket("/tts/websocket", Self.key)
    service.say(input("Good morning.", context: "a"), at: .ms(50))
    service.say(input("Good evening.", context: "b"), at: .ms(50))
    service.wait(until: .ms(5000))
    let messages = try messages(service)
    #expect(Set(messages.filter { $0.at == .ms(170) }.compactMap(\.message.contextID)) == ["a", "b"])
    #expect(messages.filter { $0.message.type == "done" }.count == 2)
  }

  @Test("drops on request what it does not speak yet, and ends what it speaks")
  func cancels() throws {
    var service = Service.webSocket("/tts/websocket", Self.key)
    service.say(input("Stay hungry. ", #","continue":true"#), at: .ms(50))
    service.say(input("Stay foolish. ", #","continue":true"#), at: .ms(51))
    service.say(#"{"context_id":"a","cancel":true}"#, at: .ms(180))
    service.wait(until: .ms(5000))
    let messages = try messages(service)
    #expect(audio(messages, flush: 1) == voice("Stay hungry. "))
    #expect(messages.last?.message.type == "done")
    var early = Service.webSocket("/tts/websocket", Self.key)
    early.say(input("Stay hungry. ", #","continue":true"#), at: .ms(50))
    early.say(#"{"context_id":"a","cancel":true}"#, at: .ms(60))
    early.wait(until: .ms(5000))
    #expect(early.texts.isEmpty)
  }

  @Test("ends a context a second after its last audio, and takes no more inputs for it")
  func expires() throws {
    var service = Service.webSocket("/tts/websocket", Self.key)
    service.say(input("Good morning.", #","continue":true"#), at: .ms(50))
    service.wait(until: .ms(5000))
    let messages = try messages(service)
    let last = messages[messages.count - 2]
    #expect(last.message.type == "chunk")
    #expect(messages.last?.message.type == "done")
    #expect(messages.last?.at == last.at + .seconds(1))
    service.say(input("More.", #","continue":true"#), at: .ms(5000))
    #expect(try self.messages(service).last?.message.type == "error")
  }

  @Test("times words from the beginning of the context")
  func timestamps() throws {
    var service = Service.webSocket("/tts/websocket", Self.key)
    service.say(input("Good morning. ", #","continue":true,"add_timestamps":true"#), at: .ms(50))
    service.say(input("Yes, sir.", #","continue":false,"add_timestamps":true"#), at: .ms(60))
    service.wait(until: .ms(10_000))
    let words = try messages(service).compactMap(\.message.wordTimestamps)
    #expect(words.map(\.words) == [["Good", "morning."], ["Yes,", "sir."]])
    #expect(words[0].start.first == 0.09)
    let first = Double(voice("Good morning. ").count / 2) / 16_000
    #expect(abs((words[1].start.first ?? 0) - first - 0.09) < 1e-9)
  }

  @Test(
    "answers a bad input with an error of its context and goes on",
    arguments: [
      (#"{"context_id":"a"}"#, 400, "invalid_request"), ("{", 400, "invalid_request"),
      (#"{"transcript":"Hi"}"#, 400, "invalid_request"),
    ])
  func malformed(message: String, status: Int, code: String) throws {
    var service = Service.webSocket("/tts/websocket", Self.key)
    service.say(message, at: .ms(50))
    let error = try #require(try messages(service).first?.message)
    #expect(error.type == "error" && error.statusCode == status && error.errorCode == code)
    service.say(input("Good morning.", context: "b"), at: .ms(60))
    service.wait(until: .ms(5000))
    #expect(try messages(service).last?.message.type == "done")
  }

  @Test("refuses an unknown model, another container and a context that changes")
  func refuses() throws {
    var service = Service.webSocket("/tts/websocket", Self.key)
    service.say(input("Hi", model: "sonic-99"), at: .ms(50))
    #expect(try messages(service).last?.message.errorCode == "model_not_found")
    service.say(input("Hi", format: #"{"container":"mp3","sample_rate":44100}"#), at: .ms(60))
    #expect(try messages(service).last?.message.statusCode == 400)
    service.say(input("Good ", #","continue":true"#), at: .ms(70))
    service.say(input("morning", #","continue":true,"language":"de""#), at: .ms(80))
    #expect(try messages(service).last?.message.type == "error")
  }

  @Test("answers an upgrade without a key with 401 and one without a version with 400")
  func upgrade() {
    #expect(Service.webSocket("/tts/websocket", Array(Self.key.dropFirst())).status == 401)
    #expect(Service.webSocket("/tts/websocket", Array(Self.key.dropLast())).status == 400)
    let query = "/tts/websocket?api_key=key&cartesia_version=2026-08-14"
    #expect(Service.webSocket(query, []).status == nil)
  }

  @Test("is told by its client session what to drop")
  func barge() throws {
    let speaker = try Speaker(Services.providers(), model: "cartesia/sonic-3")
    speaker.pump.wait(until: .ms(100))
    speaker.speak("This takes a while to say, and then some more.", id: 0)
    speaker.speak("So does this.", id: 1)
    speaker.pump.wait(until: .ms(300))
    let heard = speaker.audio(of: 0).count
    speaker.clear()
    speaker.speak("Back again.", id: 2)
    speaker.pump.wait(until: .ms(10_000))
    #expect(speaker.audio(of: 0).count == heard && heard > 0)
    #expect(speaker.firstAudio(of: 2) == .ms(420))
    #expect(speaker.finished == [RequestID(2)])
    #expect(speaker.failures == [])
  }

  @Test("is understood to the word by its client session, chunk by chunk")
  func understood() throws {
    let speaker = try Speaker(Services.providers(), model: "cartesia/sonic-3")
    speaker.speak("Good morning.", id: 0)
    speaker.speak("Yes, sir.", id: 1)
    speaker.pump.wait(until: .ms(10_000))
    #expect(speaker.alignment(of: 0).map(\.text) == ["Good", "morning."])
    #expect(speaker.alignment(of: 1).map(\.text) == ["Yes,", "sir."])
    #expect(speaker.alignment(of: 1).first?.start == .milliseconds(90))
  }
}

@Suite("Emulated Cartesia speech over HTTP")
struct EmulatedCartesiaHTTPTests {
  private func post(_ path: String, _ format: String, transcript: String = "Hello.") -> Service {
    Service.post(
      path, EmulatedCartesiaWebSocketTests.key,
      "{\"model_id\":\"sonic-3\",\"transcript\":\"\(transcript)\",\"voice\":\"v\",\"add_timestamps\":true,"
        + "\"output_format\":\(format)}")
  }

  @Test("writes samples in every encoding", arguments: [("pcm_s16le", 2), ("pcm_f32le", 4), ("pcm_alaw", 1)])
  func bytes(encoding: String, width: Int) {
    let service = post(
      "/tts/bytes", "{\"container\":\"raw\",\"encoding\":\"\(encoding)\",\"sample_rate\":22050}")
    let voice = EmulatedVoice(text: "Hello.", sampleRate: 22_050, leadingSilence: 1984)
    #expect(service.body.count == width * voice.totalSamples)
  }

  @Test("puts a header in front of WAV")
  func wave() {
    let service = post(
      "/tts/bytes", #"{"container":"wav","encoding":"pcm_f32le","sample_rate":44100}"#)
    #expect(service.headers.value(of: "content-type") == "audio/wav")
    #expect(Array(service.body[8..<16]) == Array("WAVEfmt ".utf8))
    #expect(Array(service.body[20..<22]) == [3, 0])
  }

  @Test("sends events that a parser of events understands")
  func events() throws {
    let service = post(
      "/tts/sse", #"{"container":"raw","encoding":"pcm_s16le","sample_rate":16000}"#)
    var parser = ServerSentEventParser()
    let events = parser.events(in: service.body)
    #expect(events.first?.type == "chunk" && events.last?.type == "done")
    #expect(events.contains { $0.type == "timestamps" && $0.text.contains("\"Hello.\"") })
    #expect(service.headers.value(of: "content-type") == "text/event-stream")
  }

  @Test("refuses MP3, an empty transcript and events of WAV")
  func refuses() {
    #expect(post("/tts/bytes", #"{"container":"mp3","sample_rate":44100,"bit_rate":128000}"#).status == 400)
    let raw = #"{"container":"raw","encoding":"pcm_s16le","sample_rate":16000}"#
    #expect(post("/tts/bytes", raw, transcript: " ").status == 400)
    #expect(post("/tts/sse", raw.replacing("raw", with: "wav")).status == 400)
  }
}
