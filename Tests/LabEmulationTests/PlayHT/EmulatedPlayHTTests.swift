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
}
