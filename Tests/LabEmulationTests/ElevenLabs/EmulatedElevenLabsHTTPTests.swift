import LabProviders
import LabTimeline
import Testing

@testable import LabEmulation

@Suite("Emulated ElevenLabs speech over HTTP")
struct EmulatedElevenLabsHTTPTests {
  static let key = [HeaderField("xi-api-key", "key")]

  private func post(
    _ query: String, _ body: String, path: String = "/stream", headers: [HeaderField] = key
  ) -> Service {
    Service.post("/v1/text-to-speech/voice\(path)?output_format=\(query)", headers, body)
  }

  private static let hello = #"{"text":"Hello.","model_id":"eleven_flash_v2_5"}"#

  @Test("streams raw audio with the service's headers")
  func streams() {
    let service = post("pcm_16000", Self.hello)
    var voice = EmulatedVoice(text: "Hello.", sampleRate: 16_000, leadingSilence: 1440)
    #expect(service.status == 200)
    #expect(service.body == voice.next(samples: voice.totalSamples))
    #expect(service.headers.value(of: "content-type") == "audio/pcm")
    #expect(service.headers.value(of: "character-cost") == "6")
    #expect(service.headers.value(of: "request-id")?.count == 32)
    #expect(service.done.last?.action == .endBody)
  }

  @Test("writes a byte per sample in the two laws of telephony", arguments: ["ulaw_8000", "alaw_8000"])
  func telephony(format: String) {
    let service = post(format, Self.hello, path: "")
    let voice = EmulatedVoice(text: "Hello.", sampleRate: 8000, leadingSilence: 720)
    #expect(service.body.count == voice.totalSamples)
    #expect(service.body.first == (format == "ulaw_8000" ? 0xFF : 0xD5))
  }

  @Test("tells characters as lines of JSON when asked to")
  func timestamps() throws {
    struct Line: Decodable {
      var audio: String
      var alignment: Alignment?
      enum CodingKeys: String, CodingKey {
        case alignment
        case audio = "audio_base64"
      }
      struct Alignment: Decodable {
        var characters: [String]
        var starts: [Double]
        enum CodingKeys: String, CodingKey {
          case characters
          case starts = "character_start_times_seconds"
        }
      }
    }
    let service = post("pcm_16000", Self.hello, path: "/stream/with-timestamps")
    let lines = try service.bodyText.split(separator: "\n").map {
      try JSONText.decode(Line.self, from: String($0))
    }
    #expect(lines.first?.alignment?.characters == ["H", "e", "l", "l", "o", "."])
    #expect(lines.first?.alignment?.starts.first == 0.09)
    #expect(lines.dropFirst().allSatisfy { $0.alignment == nil })
    let bytes = lines.compactMap { Base64Text.decoded($0.audio)?.count }.reduce(0, +)
    #expect(bytes == 2 * EmulatedVoice(text: "Hello.", sampleRate: 16_000, leadingSilence: 1440).totalSamples)
  }

  @Test(
    "answers a bad request in the service's words",
    arguments: [
      ("pcm_16000", #"{"text":"Hi","model_id":"eleven_v9"}"#, 400, "model_not_found"),
      ("pcm_16000", #"{"model_id":"eleven_flash_v2_5"}"#, 422, #"{"detail":[{"loc":["body","text"]"#),
      ("pcm_1", hello, 422, #"{"detail":[{"loc":["query","output_format"]"#),
      ("mp3_44100_128", hello, 400, #"{"detail":{"status":"output_format_not_supported""#),
      ("pcm_16000", #"{"text":" ","model_id":"eleven_flash_v2_5"}"#, 400, "input_text_empty"),
      (
        "pcm_16000",
        #"{"text":"\#(String(repeating: "a", count: 40_001))","model_id":"eleven_flash_v2_5"}"#, 400,
        "max_character_limit_exceeded"
      ),
    ])
  func refusals(format: String, body: String, status: Int, words: String) {
    let service = post(format, body)
    #expect(service.status == status)
    #expect(service.bodyText.contains(words))
    #expect(service.done.last?.action == .endBody)
  }

  @Test("tells a client session what was wrong")
  func understood() throws {
    let speaker = try Speaker(
      Services.providers(), configuration: Services.configuration(key: "", sampleRate: 24_000),
      model: "elevenlabs/flash-v2.5-http")
    speaker.speak("Hello.", id: 0)
    speaker.pump.wait(until: .ms(1000))
    #expect(
      speaker.failures.first?.message
        == "ElevenLabs answered with status 401: Neither authorization header nor xi-api-key received, please provide one."
    )
  }
}
