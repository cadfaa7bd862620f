import LabProviders
import LabTimeline
import Testing

@Suite("OpenAI's speech synthesis")
struct OpenAISpeechSessionTests {
  private var session: any TextToSpeechSession

  init() throws {
    session = try ProviderCatalogue.standard.makeTextToSpeech(
      "openai/tts-1",
      configuration: SessionConfiguration(apiKey: "secret", sampleRate: 24_000, sessionID: "t"))
  }

  private mutating func act(
    _ body: (inout any TextToSpeechSession, inout [TextToSpeechAction]) -> Void
  ) -> [TextToSpeechAction] {
    var actions: [TextToSpeechAction] = []
    body(&session, &actions)
    return actions
  }

  private mutating func hears(_ event: WireEvent, on number: Int) -> [TextToSpeechAction] {
    act { $0.receive(WireArrival(event), on: ConnectionKey(number), at: .origin, into: &$1) }
  }

  @Test("asks for bare samples, each chunk under an id of its own")
  mutating func asks() throws {
    let actions = act { session, actions in
      session.speak(RequestID(1), text: "Say \"ah\"", at: .origin, into: &actions)
      session.speak(RequestID(2), text: "b", at: .origin, into: &actions)
    }
    let requests = actions.compactMap { if case .open(_, let request) = $0 { request } else { nil } }
    let first = try #require(requests.first)
    #expect(first.url == "https://api.openai.com:443/v1/audio/speech")
    #expect(
      String(decoding: first.body, as: UTF8.self)
        == #"{"model":"tts-1","input":"Say \"ah\"","voice":"alloy","response_format":"pcm"}"#)
    #expect(
      requests.map { $0.headers.value(of: "X-Client-Request-Id") } == ["t-speech-0", "t-speech-1"])
  }

  @Test("gives whole samples in the order of the chunks")
  mutating func order() {
    for number in 1...2 { _ = act { $0.speak(RequestID(number), text: "a", at: .origin, into: &$1) } }
    let head = ResponseHead(status: 200, headers: [HeaderField("Content-Type", "audio/pcm")], setup: .reused)
    for number in 0...1 { _ = hears(.opened(head), on: number) }
    #expect(hears(.body([3, 4]), on: 1) == [])
    #expect(hears(.body([1]), on: 0) == [])
    #expect(hears(.body([2]), on: 0) == [.emit(.audio(RequestID(1), [1, 2], nil))])
    #expect(
      hears(.bodyEnded, on: 0) == [.emit(.finished(RequestID(1))), .emit(.audio(RequestID(2), [3, 4], nil))])
  }

  @Test("fails a chunk with the words of the refusal, without the key")
  mutating func refused() {
    _ = act { $0.speak(RequestID(1), text: "a", at: .origin, into: &$1) }
    _ = hears(.opened(.init(status: 401, headers: [], setup: .reused)), on: 0)
    _ = hears(.body(Array(#"{"error":{"message":"Bad key: secret","code":"invalid_api_key"}}"#.utf8)), on: 0)
    let failure = ProviderFailure(
      code: "unauthorized", message: "OpenAI answered with status 401: Bad key: [key].", status: 401)
    #expect(hears(.bodyEnded, on: 0).first == .emit(.failed(RequestID(1), failure)))
  }
}
