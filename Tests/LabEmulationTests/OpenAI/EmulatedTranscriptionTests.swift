import LabEmulation
import LabProviders
import LabTimeline
import Testing

@Suite("Emulated OpenAI transcription over REST")
struct EmulatedTranscriptionTests {
  /// "this is one": 100 ms of silence, 750 ms of sound, 50 ms of silence.
  private static let known = Recordings.utterance("one")
  private static let file =
    WaveFileHeader.bytes(dataBytes: 2 * known.samples.count, sampleRate: 16_000)
    + Recordings.bytes(known.samples)
  private static func quiet(_ milliseconds: Int) -> [Int16] {
    [Int16](repeating: 0, count: 16 * milliseconds)
  }

  private func answer(
    _ fields: [(String, String)], file: [UInt8]? = Self.file, key: String? = "Bearer key"
  ) -> FinishedExchange {
    FinishedExchange(
      OpenAIServices.request(
        "transcriptions", type: "multipart/form-data; boundary=b0undary",
        body: OpenAIServices.form(fields, file: file), key: key),
      at: OpenAIServices.providers([Self.known]))
  }

  @Test("gives the lab's own session the words of an utterance, after its latency")
  func session() throws {
    let listener = try Listener(OpenAIServices.providers([Self.known]), model: "openai/gpt-4o-transcribe")
    listener.stream(Self.quiet(2000) + Array(Self.known.samples[..<4000]))
    listener.begin()
    listener.stream(Array(Self.known.samples[4000...]) + Self.quiet(100))
    let asked = listener.pump.now
    listener.finalize()
    listener.pump.wait(until: asked + .seconds(5))
    let (at, piece) = try #require(listener.finals.first)
    #expect(piece.text == "this is one")
    #expect(piece.answersFinalize)
    #expect(at == asked + .milliseconds(800))
    #expect(piece.farSide == FarSide(received: asked, sent: at))
    #expect(listener.partials.isEmpty)
  }

  @Test("knows a piece from the middle of a recording, and takes other voices for unknown")
  func pieces() throws {
    let long = Recordings.utterance("three", spoken: 32_000)
    let listener = try Listener(OpenAIServices.providers([long]), model: "openai/whisper-1")
    listener.begin()
    listener.stream(Array(long.samples[12_000...]))
    listener.finalize()
    listener.begin()
    listener.stream(Recordings.utterance("four").samples)
    listener.finalize()
    listener.pump.wait(until: .ms(10_000))
    #expect(listener.finals.map(\.piece.text) == ["is three", EnergySegmenter.unrecognised])
  }

  @Test("answers in every format of whisper-1")
  func formats() {
    func text(_ format: String, _ more: [(String, String)] = []) -> String {
      answer([("model", "whisper-1"), ("response_format", format)] + more).text
    }
    #expect(text("json") == #"{"text":"this is one","usage":{"type":"duration","seconds":1}}"#)
    #expect(text("text") == "this is one\n")
    #expect(text("srt") == "1\n00:00:00,100 --> 00:00:00,850\nthis is one\n\n")
    #expect(text("vtt") == "WEBVTT\n\n00:00:00.100 --> 00:00:00.850\nthis is one\n\n")
    let verbose = text("verbose_json", [("timestamp_granularities[]", "word")])
    #expect(
      verbose.hasPrefix(#"{"task":"transcribe","language":"english","duration":0.9,"text":"this is one""#))
    #expect(verbose.contains(#""words":[{"word":"this","start":0.1,"#))
    #expect(!verbose.contains("segments"))
    #expect(text("verbose_json").contains(#""segments":[{"id":0,"#))
  }

  @Test("streams a delta for every word and then the whole, with what it cost")
  func streams() {
    let exchange = answer([("model", "gpt-4o-transcribe"), ("stream", "true"), ("include[]", "logprobs")])
    #expect(exchange.status == 200)
    #expect(exchange.headers.value(of: "content-type") == "text/event-stream; charset=utf-8")
    #expect(exchange.headers.value(of: "x-request-id")?.hasPrefix("req_") == true)
    #expect(exchange.pieces.map(\.at).first == .ms(400))
    #expect(exchange.pieces.map(\.at).last == .ms(800))
    let events = exchange.text.split(separator: "\n\n")
    #expect(events.count == 4)
    #expect(
      events[1]
        == #"data: {"type":"transcript.text.delta","delta":" is","logprobs":[{"token":" is","logprob":-0.01,"bytes":[32,105,115]}]}"#
    )
    #expect(events[3].hasPrefix(#"data: {"type":"transcript.text.done","text":"this is one","logprobs":[{"#))
    #expect(
      events[3].hasSuffix(
        #""usage":{"type":"tokens","total_tokens":12,"input_tokens":9,"input_token_details":"#
          + #"{"text_tokens":0,"audio_tokens":9},"output_tokens":3}}"#))
  }

  @Test("does not stream whisper-1, whatever was asked for")
  func whisper() {
    let exchange = answer([("model", "whisper-1"), ("stream", "true")])
    #expect(exchange.headers.value(of: "content-type") == "application/json")
  }

  @Test("refuses as the service does")
  func refusals() {
    #expect(answer([("model", "whisper-1")], key: nil).status == 401)
    let unknown = answer([("model", "whisper-9")])
    #expect(unknown.status == 404)
    #expect(unknown.text.contains(#""code":"model_not_found""#))
    let missing = answer([("model", "whisper-1")], file: nil)
    #expect(missing.status == 400)
    #expect(
      missing.text
        == #"{"error":{"message":"Missing required parameter: 'file'.","type":"invalid_request_error","#
        + #""param":"file","code":"missing_required_parameter"}}"#)
    #expect(answer([("model", "whisper-1")], file: Array("ID3".utf8)).status == 400)
    let format = answer([("model", "gpt-4o-transcribe"), ("response_format", "srt")])
    #expect(format.text.contains(#""param":"response_format","code":"unsupported_value""#))
    let short =
      WaveFileHeader.bytes(dataBytes: 1 << 30, sampleRate: 16_000) + [UInt8](repeating: 0, count: 3198)
    #expect(answer([("model", "whisper-1")], file: short).text.contains("audio_too_short"))
    let noForm = FinishedExchange(
      OpenAIServices.request("transcriptions", body: Array("{}".utf8)), at: OpenAIServices.providers())
    #expect(noForm.status == 400)
    let huge = answer([("model", "whisper-1")], file: [UInt8](repeating: 0, count: 26_214_401))
    #expect(huge.status == 413)
  }
}
