import LabProviders
import LabTimeline
import Testing

@testable import LabEmulation

@Suite("Emulated ElevenLabs stream-input")
struct EmulatedStreamInputTests {
  static let key = [HeaderField("xi-api-key", "key")]
  static func target(_ query: String = "") -> String {
    "/v1/text-to-speech/voice/stream-input?model_id=eleven_flash_v2_5&output_format=pcm_16000" + query
  }
  static let words = "one two three four five six seven eight nine ten "

  private struct Message: Decodable {
    var audio: String?
    var isFinal: Bool?
    var alignment: Alignment?

    struct Alignment: Decodable {
      var charStartTimesMs: [Int]
      var charDurationsMs: [Int]
      var chars: [String]
    }
  }

  private func messages(_ service: Service) throws -> [Message] {
    try service.texts.map { try JSONText.decode(Message.self, from: $0.text) }
  }

  private func text(_ text: String, _ more: String = "") -> String {
    "{\"text\":\(JSONText.quoted(text))\(more)}"
  }

  @Test("generates by the schedule, entry by entry, and repeats the last one")
  func schedule() {
    var service = Service.webSocket(Self.target(), Self.key)
    service.say(text(" ", #","generation_config":{"chunk_length_schedule":[50,100]}"#), at: .ms(50))
    // 49 characters at a time: the first generation comes with the second message, each later one after three.
    for index in 0..<8 { service.say(text(Self.words), at: .ms(100 + 2000 * Int64(index))) }
    service.wait(until: .ms(18_000))
    let starts = service.texts.map(\.at).reduce(into: [LabInstant]()) { starts, at in
      if starts.last.map({ at - $0 > .seconds(1) }) ?? true { starts.append(at) }
    }
    #expect(Self.words.count == 49)
    #expect(starts.first == .ms(2220))
    #expect(service.texts.contains { $0.at == .ms(8220) } && service.texts.contains { $0.at == .ms(14_220) })
    #expect(!service.texts.contains { $0.at == .ms(220) || $0.at == .ms(4220) || $0.at == .ms(6220) })
  }

  @Test(
    "generates what a flush, the mode or enough text to try asks for",
    arguments: [
      ("", #","flush":true"#), ("&auto_mode=true", ""), ("", #","try_trigger_generation":true"#),
    ])
  func forced(query: String, more: String) {
    var service = Service.webSocket(Self.target(query), Self.key)
    service.say(text(" ", more), at: .ms(50))
    service.say(text(Self.words + "x ", more), at: .ms(100))
    service.wait(until: .ms(5000))
    #expect(service.texts.first?.at == .ms(220))
    #expect(service.closing == nil)
  }

  @Test("ends with a last message and a close, and only when everything is spoken")
  func ends() throws {
    var service = Service.webSocket(Self.target(), Self.key)
    service.say(text(" "), at: .ms(50))
    service.say(text("Good morning. "), at: .ms(60))
    service.say(text(""), at: .ms(100))
    service.wait(until: .ms(5000))
    let messages = try messages(service)
    #expect(messages.last?.isFinal == true && messages.last?.audio == nil)
    #expect(messages.dropLast().allSatisfy { $0.isFinal == nil && $0.audio != nil })
    #expect(service.closing?.code == 1000)
    #expect(service.closing?.at == service.texts.last?.at)
    #expect(service.texts.first?.at == .ms(220))
  }

  @Test("tells every character once, at instants of the piece of audio that it comes with")
  func alignment() throws {
    var service = Service.webSocket(Self.target("&sync_alignment=true"), Self.key)
    service.say(text("Yes, of course. "), at: .ms(50))
    service.say(text(""), at: .ms(60))
    service.wait(until: .ms(5000))
    let alignments = try messages(service).compactMap(\.alignment)
    #expect(alignments.flatMap(\.chars).joined() == "Yes, of course. ")
    #expect(alignments.count > 3)
    // A piece holds 60 ms.
    #expect(alignments.allSatisfy { $0.charStartTimesMs.allSatisfy { (0..<60).contains($0) } })
    #expect(alignments.allSatisfy { $0.charDurationsMs.count == $0.chars.count })
  }

  @Test("tells all characters with the first piece of a text when they are not wanted with each")
  func alignmentAtOnce() throws {
    var service = Service.webSocket(Self.target(), Self.key)
    service.say(text("Yes, of course. ", #","flush":true"#), at: .ms(50))
    service.wait(until: .ms(5000))
    let messages = try messages(service)
    #expect(messages.first?.alignment?.chars.joined() == "Yes, of course. ")
    #expect(messages.dropFirst().allSatisfy { $0.alignment == nil })
    // The voice pads silence of 90 ms on in front.
    #expect(messages.first?.alignment?.charStartTimesMs.first == 90)
  }

  @Test("takes the key from the first message, and closes with 1008 without one")
  func keyInMessage() {
    var service = Service.webSocket(Self.target(), [])
    service.say(text(" ", #","xi-api-key":"key""#), at: .ms(50))
    #expect(service.closing == nil)
    var refused = Service.webSocket(Self.target(), [])
    refused.say(text(" "), at: .ms(50))
    #expect(refused.closing?.code == 1008)
    #expect(refused.texts.first?.text.contains(#""error":"needs_authorization","code":1008"#) == true)
  }

  @Test(
    "closes with 1008 and says why",
    arguments: [
      ("{", "invalid_input_message"), (#"{"flush":true}"#, "invalid_input_message"),
      (#"{"text":" ","generation_config":{"chunk_length_schedule":[10]}}"#, "invalid_generation_config"),
      (#"{"text":" ","voice_settings":{"speed":3}}"#, "invalid_voice_settings"),
    ])
  func malformed(message: String, status: String) {
    var service = Service.webSocket(Self.target(), Self.key)
    service.say(message, at: .ms(50))
    #expect(service.texts.first?.text.contains("\"error\":\"\(status)\"") == true)
    #expect(service.closing?.code == 1008)
    service.say(text("more", #","flush":true"#), at: .ms(60))
    service.wait(until: .ms(1000))
    #expect(service.texts.count == 1)
  }

  @Test("refuses formats that it cannot make", arguments: ["mp3_44100_128", "pcm_12345"])
  func formats(format: String) {
    var service = Service.webSocket(
      "/v1/text-to-speech/voice/stream-input?model_id=eleven_flash_v2_5&output_format=" + format, Self.key)
    service.say(text(" "), at: .ms(50))
    #expect(service.closing?.code == 1008)
  }

  @Test("refuses a model that it does not know")
  func model() {
    var service = Service.webSocket("/v1/text-to-speech/voice/stream-input?model_id=eleven_v9", Self.key)
    service.say(text(" "), at: .ms(50))
    #expect(service.texts.first?.text.contains("model_not_found") == true)
  }

  @Test("closes when no text has come for the time that was asked for, and a space puts it off")
  func inactivity() {
    var service = Service.webSocket(Self.target("&inactivity_timeout=30"), Self.key)
    service.say(text(" "), at: .ms(5000))
    service.say(text(" "), at: .ms(25_000))
    service.wait(until: .ms(54_999))
    #expect(service.closing == nil)
    service.wait(until: .ms(55_000))
    #expect(service.closing?.code == 1008)
    #expect(service.texts.first?.text.contains("input_timeout_exceeded") == true)
  }

  @Test("never closes on a session that has nothing to say")
  func keptAlive() throws {
    let speaker = try Speaker(Services.providers(), model: "elevenlabs/flash-v2.5")
    speaker.pump.wait(until: .ms(600_000))
    #expect(speaker.failures == [])
    speaker.speak("Still there.", id: 0)
    speaker.pump.wait(until: .ms(610_000))
    #expect(speaker.finished == [RequestID(0)])
    #expect(speaker.firstAudio(of: 0) == .ms(600_120))
  }

  @Test("is understood to the character by its client session")
  func understood() throws {
    let speaker = try Speaker(Services.providers(), model: "elevenlabs/flash-v2.5")
    speaker.speak("Yes, of course.", id: 0)
    speaker.pump.wait(until: .ms(10_000))
    let pieces = speaker.alignment(of: 0)
    #expect(pieces.map(\.text).joined() == "Yes, of course. ")
    #expect(pieces.first?.start == .milliseconds(90))
    let times = SpokenTimes(text: "Yes, of course. ", sampleRate: 24_000, leadingSilence: 2160, speed: 1)
    for (piece, expected) in zip(pieces, times.characters) {
      let start = SamplePosition.duration(ofSamples: expected.samples.lowerBound, sampleRate: 24_000)
      #expect(abs((piece.start - start).nanoseconds) < 2_000_000)
    }
  }

  @Test("tells a session without a key why it is refused")
  func unauthorised() throws {
    let speaker = try Speaker(
      Services.providers(), configuration: Services.configuration(key: "", sampleRate: 24_000),
      model: "elevenlabs/flash-v2.5")
    speaker.speak("Hello.", id: 0)
    speaker.pump.wait(until: .ms(1000))
    #expect(speaker.failures.first?.code == "unauthorized")
  }

  @Test("loses the connections that speak when they are cleared, and keeps the spare one")
  func clear() throws {
    let speaker = try Speaker(Services.providers(), model: "elevenlabs/flash-v2.5")
    speaker.pump.wait(until: .ms(100))
    speaker.speak("This takes a while to say, and then some more.", id: 0)
    speaker.pump.wait(until: .ms(300))
    speaker.clear()
    speaker.speak("Back again.", id: 1)
    speaker.pump.wait(until: .ms(5000))
    #expect(speaker.firstAudio(of: 1) == .ms(420))
    #expect(speaker.finished == [RequestID(1)])
  }
}
