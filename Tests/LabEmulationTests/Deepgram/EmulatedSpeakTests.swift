import LabEmulation
import LabProviders
import LabTimeline
import Testing

@Suite("Emulated speech synthesis")
struct EmulatedSpeakTests {
  /// What a service makes of a text; some are sent a space behind it.
  static func voice(_ text: String, of model: String) -> [UInt8] {
    let isSpaced = ["elevenlabs/flash-v2.5", "cartesia/sonic-3"].contains(model)
    var voice = EmulatedVoice(text: isSpaced ? text + " " : text, sampleRate: 24_000, leadingSilence: 2160)
    return voice.next(samples: voice.totalSamples)
  }

  @Test(
    "speaks every chunk as its voice says it, in order, over either protocol",
    arguments: [
      "deepgram/aura-2", "deepgram/aura-2-http", "elevenlabs/flash-v2.5", "elevenlabs/flash-v2.5-http",
      "cartesia/sonic-3", "cartesia/sonic-3-http", "playht/play3.0-mini",
    ], [1, 7, Int.max])
  func chunks(model: String, pieceSize: Int) throws {
    let speaker = try Speaker(Services.providers(), model: model, pieceSize: pieceSize == 1 ? 11 : pieceSize)
    speaker.pump.wait(until: .ms(100))
    speaker.speak("Good morning.", id: 4)
    speaker.speak("How are you?", id: 5)
    speaker.pump.wait(until: .ms(10_000))
    #expect(speaker.finished == [RequestID(4), RequestID(5)])
    #expect(speaker.audio(of: 4) == Self.voice("Good morning.", of: model))
    #expect(speaker.audio(of: 5) == Self.voice("How are you?", of: model))
    #expect(speaker.failures == [])
  }

  @Test(
    "sends its first audio after its latency, and names when it received and sent",
    arguments: [
      ("deepgram/aura-2", 120), ("deepgram/aura-2-http", 150), ("elevenlabs/flash-v2.5", 120),
      ("elevenlabs/flash-v2.5-http", 120), ("cartesia/sonic-3", 120), ("playht/play3.0-mini", 120),
    ])
  func timing(model: String, latency: Int64) throws {
    let speaker = try Speaker(Services.providers(), model: model)
    speaker.pump.wait(until: .ms(100))
    speaker.speak("Good morning.", id: 0)
    speaker.pump.wait(until: .ms(10_000))
    let sides = speaker.pump.events.compactMap { entry -> FarSide? in
      if case .audio(_, _, let side) = entry.event { side } else { nil }
    }
    #expect(speaker.firstAudio(of: 0) == .ms(100 + latency))
    #expect(sides.first == FarSide(received: .ms(100), sent: .ms(100 + latency)))
    // 60 ms of audio every 6 ms.
    #expect(sides.dropFirst().first?.sent == .ms(100 + latency + 6))
  }

  @Test(
    "keeps what is asked for before the connection is open",
    arguments: ["deepgram/aura-2", "elevenlabs/flash-v2.5", "cartesia/sonic-3"])
  func early(model: String) throws {
    let speaker = try Speaker(Services.providers(), model: model)
    speaker.speak("Hello.", id: 0)
    speaker.pump.wait(until: .ms(10_000))
    // 40 ms of handshake.
    #expect(speaker.firstAudio(of: 0) == .ms(160))
  }

  @Test(
    "drops what was cleared, and speaks what is asked for after it",
    arguments: [
      "deepgram/aura-2", "deepgram/aura-2-http", "elevenlabs/flash-v2.5", "elevenlabs/flash-v2.5-http",
      "cartesia/sonic-3", "playht/play3.0-mini",
    ])
  func clear(model: String) throws {
    let speaker = try Speaker(Services.providers(), model: model)
    speaker.pump.wait(until: .ms(100))
    speaker.speak("This is a rather long sentence, and it takes a while to say.", id: 0)
    speaker.speak("Nobody hears this.", id: 1)
    speaker.pump.wait(until: .ms(260))
    let heard = speaker.audio(of: 0).count
    #expect(heard > 0)
    speaker.clear()
    speaker.speak("Back again.", id: 2)
    speaker.pump.wait(until: .ms(10_000))
    #expect(speaker.audio(of: 0).count == heard)
    #expect(speaker.audio(of: 1).isEmpty)
    #expect(speaker.audio(of: 2) == Self.voice("Back again.", of: model))
    #expect(speaker.finished == [RequestID(2)])
  }

  @Test(
    "refuses a request without a key with 401",
    arguments: [
      "deepgram/aura-2", "deepgram/aura-2-http", "elevenlabs/flash-v2.5-http", "cartesia/sonic-3",
      "cartesia/sonic-3-http", "playht/play3.0-mini",
    ])
  func unauthorised(model: String) throws {
    let speaker = try Speaker(
      Services.providers(), configuration: Services.configuration(key: "", sampleRate: 24_000), model: model)
    speaker.speak("Hello.", id: 0)
    speaker.pump.wait(until: .ms(1000))
    #expect(speaker.failures.first?.status == 401)
  }

  @Test(
    "closes on a message that is no command",
    arguments: [("{", 1008), (#"{"type":"Dance"}"#, 1008), (#"{"type":"Speak"}"#, 1009)])
  func malformed(message: String, code: Int) {
    var exchange = Services.providers().exchange(
      for: ConnectionRequest(
        transport: .webSocket, endpoint: .service("api.deepgram.com"),
        target: "/v1/speak?model=aura-2-thalia-en&encoding=linear16&sample_rate=24000",
        headers: [HeaderField("Authorization", "Token key")]))
    var actions: [ServerAction] = []
    exchange.handle(.opened, at: .origin, into: &actions)
    actions = []
    exchange.handle(.message(.text(message)), at: .ms(100), into: &actions)
    #expect(actions.contains { if case .close(code, _) = $0 { true } else { false } })
    actions = []
    exchange.handle(.message(.text(#"{"type":"Flush"}"#)), at: .ms(110), into: &actions)
    #expect(actions.isEmpty)
  }

  @Test(
    "refuses a body that has no words, is no JSON or is too long",
    arguments: [
      ("{}", 400), ("{", 400), (#"{"text":"  "}"#, 400),
      (#"{"text":"\#(String(repeating: "a", count: 2001))"}"#, 413),
    ])
  func badBody(body: String, status: Int) {
    var exchange = Services.providers().exchange(
      for: ConnectionRequest(
        transport: .http(method: "POST"), endpoint: .service("api.deepgram.com"),
        target: "/v1/speak?model=aura-2-thalia-en&encoding=linear16&container=none&sample_rate=24000",
        headers: [HeaderField("Authorization", "Token key")], body: Array(body.utf8)))
    var actions: [ServerAction] = []
    exchange.handle(.opened, at: .origin, into: &actions)
    #expect(actions.contains { if case .respond(status, _) = $0 { true } else { false } })
    #expect(actions.last == .endBody)
  }
}
