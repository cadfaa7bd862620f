import LabEmulation
import LabProviders
import Testing

@Suite("Emulated PlayHT")
struct EmulatedPlayHTTests {
  static let key = [HeaderField("Authorization", "Bearer key"), HeaderField("X-User-Id", "user")]

  @Test("streams WAV with a header of unknown length, and takes several texts as one")
  func wave() {
    let service = Service.post(
      "/api/v2/tts/stream", Self.key,
      #"{"text":["Good","morning."],"voice_engine":"Play3.0-mini","output_format":"wav","sample_rate":16000}"#
    )
    var voice = EmulatedVoice(text: "Good morning.", sampleRate: 16_000, leadingSilence: 1440)
    #expect(service.headers.value(of: "content-type") == "audio/wav")
    #expect(Array(service.body.prefix(4)) == Array("RIFF".utf8))
    #expect(Array(service.body.dropFirst(44)) == voice.next(samples: voice.totalSamples))
  }

  @Test(
    "refuses what it cannot speak",
    arguments: [
      "{", #"{"text":"Hi","voice_engine":"PlayHT9"}"#,
      #"{"text":"Hi","voice_engine":"Play3.0-mini","output_format":"mp3"}"#,
      #"{"text":" ","voice_engine":"Play3.0-mini","output_format":"raw"}"#,
    ])
  func refusals(body: String) {
    let service = Service.post("/api/v2/tts/stream", Self.key, body)
    #expect(service.status == 400)
    #expect(service.bodyText.hasPrefix(#"{"error_message":""#))
  }

  @Test("answers requests on a WebSocket one after the other, between a start and an end")
  func webSocket() {
    var service = Service.webSocket("/api/playht/websocket", [])
    func request(_ id: String) -> String {
      #"{"text":["Good morning."],"voice_engine":"Play3.0-mini","output_format":"raw","sample_rate":16000,"#
        + #""request_id":"\#(id)"}"#
    }
    service.say(request("a"), at: .ms(50))
    service.say(request("b"), at: .ms(60))
    service.say("{", at: .ms(70))
    service.wait(until: .ms(5000))
    #expect(
      service.texts.map(\.text) == [
        #"{"error":"The message must name a text and a known voice_engine.","request_id":null}"#,
        #"{"type":"start","request_id":"a"}"#, #"{"type":"end","request_id":"a"}"#,
        #"{"type":"start","request_id":"b"}"#, #"{"type":"end","request_id":"b"}"#,
      ])
    #expect(service.texts[1].at == .ms(170))
  }

  @Test("hands out a lease and the addresses of its engines, to whoever names a user and a key")
  func account() {
    let lease = Service.post("/api/v2/leases", Self.key, "")
    #expect(String(decoding: lease.body.dropFirst(72), as: UTF8.self).hasPrefix(#"{"inference_address":""#))
    let addresses = Service.post("/api/v4/sdk-auth", Self.key + [HeaderField("Host", "127.0.0.1:9")], "")
    #expect(addresses.bodyText.contains(#""http_streaming_url":"https://127.0.0.1:9/api/playht/stream""#))
    #expect(Service.post("/api/v4/sdk-auth", [], "").status == 401)
  }
}
