import LabEmulation
import LabProviders
import LabTimeline
import Testing

@Suite("Emulated OpenAI speech synthesis")
struct EmulatedSpeechTests {
  private func answer(_ body: String, key: String? = "Bearer key") -> FinishedExchange {
    FinishedExchange(
      OpenAIServices.request("speech", body: Array(body.utf8), key: key), at: OpenAIServices.providers())
  }

  @Test("gives the lab's own session its audio, after its latency and a silence")
  func session() throws {
    let speaker = try Speaker(OpenAIServices.providers(), model: "openai/tts-1", pieceSize: 1001)
    speaker.speak("Good morning.", id: 1)
    speaker.speak("How are you?", id: 2)
    speaker.pump.wait(until: .ms(20_000))
    #expect(speaker.firstAudio(of: 1) == .ms(700))
    #expect(speaker.finished == [RequestID(1), RequestID(2)])
    var voice = EmulatedVoice(text: "Good morning.", sampleRate: 24_000, leadingSilence: 2160)
    #expect(speaker.audio(of: 1) == voice.next(samples: .max))
  }

  @Test("puts a header of unknown length in front of a WAV file")
  func wave() {
    let exchange = answer(#"{"model":"tts-1","input":"Hi.","voice":"alloy","response_format":"wav"}"#)
    #expect(exchange.headers.value(of: "content-type") == "audio/wav")
    let length: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    #expect(exchange.body.starts(with: Array("RIFF".utf8) + length + Array("WAVEfmt ".utf8)))
    #expect(exchange.body[36..<44].elementsEqual(Array("data".utf8) + length))
  }

  @Test("streams events with what it cost, but not for tts-1")
  func events() {
    let fields =
      #""input":"Good morning.","voice":{"id":"voice_1"},"response_format":"pcm","stream_format":"sse"}"#
    let exchange = answer(#"{"model":"gpt-4o-mini-tts-2025-12-15","# + fields)
    #expect(exchange.headers.value(of: "content-type") == "text/event-stream; charset=utf-8")
    let events = exchange.text.split(separator: "\n\n")
    #expect(events[0].hasPrefix(#"data: {"type":"speech.audio.delta","audio":""#))
    #expect(events.last?.hasPrefix(#"data: {"type":"speech.audio.done","usage":{"input_tokens":4,"#) == true)
    #expect(answer(#"{"model":"tts-1","# + fields).text.contains(#""param":"stream_format""#))
  }

  @Test(
    "refuses as the service does",
    arguments: [
      (#"{"model":"tts-1","voice":"alloy"}"#, 400, #""param":"input""#),
      (#"{"model":"tts-1","input":" ","voice":"alloy"}"#, 400, "at least 1 character"),
      (#"{"model":"tts-1","input":"a","voice":"bob"}"#, 400, #""param":"voice","code":"invalid_value""#),
      (#"{"model":"tts-1","input":"a","voice":"alloy","speed":5}"#, 400, #""param":"speed""#),
      (#"{"model":"tts-1","input":"a","voice":"alloy","response_format":"mp3"}"#, 400, "unsupported_value"),
      (#"{"model":"tts-1","input":"a","voice":"alloy","response_format":"ogg"}"#, 400, "invalid_value"),
      (#"{"model":"tts-9","input":"a","voice":"alloy","response_format":"pcm"}"#, 404, "model_not_found"),
      ("no json", 400, "parse"),
    ])
  func refusals(body: String, status: Int, words: String) {
    let exchange = answer(body)
    #expect(exchange.status == status)
    #expect(exchange.text.contains(words))
    #expect(exchange.text.hasPrefix(#"{"error":{"message":"#))
  }

  @Test("asks for a key, and refuses a text that is too long")
  func others() {
    #expect(answer(#"{"model":"tts-1","input":"a","voice":"alloy"}"#, key: nil).status == 401)
    let long = String(repeating: "a", count: 4097)
    #expect(answer(#"{"model":"tts-1","input":"\#(long)","voice":"alloy"}"#).text.contains("string_too_long"))
  }
}
