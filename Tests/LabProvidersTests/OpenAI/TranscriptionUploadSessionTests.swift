import LabProviders
import LabTimeline
import Testing

@Suite("OpenAI's transcription over REST")
struct TranscriptionUploadSessionTests {
  private static let address = ServiceAddress(endpoint: .service("api.openai.com"), basePath: "/v1")
  private static let head = ResponseHead(
    status: 200, headers: [HeaderField("Content-Type", "text/event-stream; charset=utf-8")], setup: .reused)
  /// A second of sound at 16 kHz in bytes.
  private static let second = 32_000

  private var session = TranscriptionUploadSession(
    model: "gpt-4o-transcribe", address: address,
    configuration: SessionConfiguration(
      apiKey: "secret", sampleRate: 16_000, language: "de-DE", sessionID: "t"))

  private mutating func act(
    _ body: (inout TranscriptionUploadSession, inout [SpeechToTextAction]) -> Void
  ) -> [SpeechToTextAction] {
    var actions: [SpeechToTextAction] = []
    body(&session, &actions)
    return actions
  }

  private mutating func hears(_ event: WireEvent, on number: Int = 0) -> [SpeechToTextAction] {
    act { $0.receive(WireArrival(event), on: ConnectionKey(number), at: .origin, into: &$1) }
  }

  private mutating func says(_ byte: UInt8, seconds: Int = 1) {
    _ = act { session, actions in
      for _ in 0..<10 * seconds {
        session.append(
          audio: [UInt8](repeating: byte, count: Self.second / 10), at: .origin, into: &actions)
      }
    }
  }

  private mutating func begins() { _ = act { $0.speechStarted(at: .origin, into: &$1) } }
  private mutating func settles() -> [SpeechToTextAction] { act { $0.finalize(at: .origin, into: &$1) } }

  private static func request(_ actions: [SpeechToTextAction]) throws -> ConnectionRequest {
    let requests = actions.compactMap { if case .open(_, let request) = $0 { request } else { nil } }
    return try #require(requests.first)
  }

  private static func done(_ text: String) -> WireEvent {
    .body(Array("data: {\"type\":\"transcript.text.done\",\"text\":\"\(text)\"}\n\n".utf8))
  }

  private static func final(_ text: String, answers: Bool = true) -> SpeechToTextAction {
    .emit(.final(FinalTranscript(text: text, answersFinalize: answers, endsUtterance: false)))
  }

  @Test("uploads a second from before the detector noticed and everything up to the request to settle")
  mutating func upload() throws {
    says(1, seconds: 5)
    begins()
    says(2, seconds: 2)
    let actions = settles()
    let request = try Self.request(actions)
    #expect(request.url == "https://api.openai.com:443/v1/audio/transcriptions")
    #expect(request.headers.value(of: "Authorization") == "Bearer secret")
    #expect(request.headers.value(of: "X-Client-Request-Id") == "t-transcription-0")
    #expect(actions.contains(.emit(.sent(.seconds(3)))))
    let file = try #require(request.body.firstIndex(of: UInt8(ascii: "R")))
    let audio = request.body[(file + 44)...]
    #expect(audio.prefix(Self.second).allSatisfy { $0 == 1 })
    #expect(audio.dropFirst(Self.second).prefix(2 * Self.second).allSatisfy { $0 == 2 })
    #expect(audio.dropFirst(3 * Self.second).starts(with: "\r\n--".utf8))
    let text = String(decoding: request.body, as: UTF8.self)
    for field in ["gpt-4o-transcribe", "de", "json", "true"] {
      #expect(text.contains("\r\n\r\n\(field)\r\n"))
    }
    #expect(text.contains("name=\"file\"; filename=\"speech.wav\"\r\nContent-Type: audio/wav\r\n\r\nRIFF"))
  }

  @Test("takes the transcript from the end of the stream, wherever the network cuts it")
  mutating func stream() {
    begins()
    says(1)
    _ = settles()
    #expect(hears(.opened(Self.head)) == [.emit(.connected(.reused))])
    let bytes = Array(
      ("data: {\"type\":\"transcript.text.delta\",\"delta\":\"Gu\"}\n\n"
        + "data: {\"type\":\"transcript.text.done\",\"text\":\"Guten Tag.\"}\n\n").utf8)
    var actions: [SpeechToTextAction] = []
    for byte in bytes { actions += hears(.body([byte])) }
    #expect(actions == [Self.final("Guten Tag."), .cancelTimer(.deadline)])
    #expect(hears(.bodyEnded) == [])
  }

  @Test("takes an answer in one piece as well")
  mutating func whole() {
    begins()
    says(1)
    _ = settles()
    let head = ResponseHead(
      status: 200, headers: [HeaderField("Content-Type", "application/json")], setup: .reused)
    _ = hears(.opened(head))
    #expect(hears(.body(Array(#"{"text":"Gu"#.utf8))) == [])
    _ = hears(.body(Array(#"ten Tag."}"#.utf8)))
    #expect(hears(.bodyEnded).first == Self.final("Guten Tag."))
  }

  @Test("gives transcripts in the order of the utterances, and says that all is settled with the last")
  mutating func order() {
    for _ in 0..<2 {
      begins()
      says(1)
      _ = settles()
    }
    for number in 0..<2 { _ = hears(.opened(Self.head), on: number) }
    #expect(hears(Self.done("two"), on: 1) == [])
    #expect(
      hears(Self.done("one"), on: 0) == [
        Self.final("one", answers: false), Self.final("two"), .cancelTimer(.deadline),
      ])
  }

  @Test("asks for nothing when nobody has spoken, or what was spoken is of no interest")
  mutating func nothing() {
    says(1, seconds: 3)
    #expect(settles() == [.emit(.nothingToSettle)])
    begins()
    _ = act { $0.speechIgnored(at: .origin, into: &$1) }
    #expect(settles() == [.emit(.nothingToSettle)])
  }

  @Test("ends with the words of a refusal, without the key, and abandons the other uploads")
  mutating func refusal() throws {
    for _ in 0..<2 {
      begins()
      says(1)
      _ = settles()
    }
    _ = hears(.opened(.init(status: 401, headers: [], setup: .reused)))
    _ = hears(
      .body(Array(#"{"error":{"message":"Incorrect API key secret.","code":"invalid_api_key"}}"#.utf8)))
    let actions = hears(.bodyEnded)
    #expect(actions.contains(.close(ConnectionKey(1))))
    guard case .emit(.failed(let failure))? = actions.last else {
      Issue.record("not failed: \(actions)")
      return
    }
    #expect(failure.code == "unauthorized")
    #expect(failure.message == "OpenAI answered with status 401: Incorrect API key [key].")
    begins()
    says(1)
    #expect(settles() == [])
  }

  @Test("tells an empty account from a client that is too fast")
  mutating func quota() {
    begins()
    says(1)
    _ = settles()
    _ = hears(.opened(.init(status: 429, headers: [HeaderField("Retry-After", "3")], setup: .reused)))
    _ = hears(.body(Array(#"{"error":{"message":"Out of credit.","code":"insufficient_quota"}}"#.utf8)))
    guard case .emit(.failed(let failure))? = hears(.bodyEnded).last else {
      Issue.record("not failed")
      return
    }
    #expect(failure.code == "payment_required")
    #expect(failure.retryAfter == .seconds(3))
  }

  @Test(
    "fails when the stream breaks off, breaks down or goes silent",
    arguments: [
      ("data: {\"type\":\"transcript.text.delta\",\"delta\":\"a\"}\n\n", "lost"),
      ("data: no json\n\n", "bad_message"),
      ("data: {\"error\":{\"message\":\"Slow.\",\"code\":\"rate_limit_exceeded\"}}\n\n", "rate_limited"),
    ])
  mutating func broken(stream: String, code: String) {
    begins()
    says(1)
    _ = settles()
    _ = hears(.opened(Self.head))
    let actions = hears(.body(Array(stream.utf8))) + hears(.bodyEnded)
    let codes = actions.compactMap { if case .emit(.failed(let failure)) = $0 { failure.code } else { nil } }
    #expect(codes == [code])
  }

  @Test("waits for a silent service as long as the configuration says")
  mutating func silence() {
    begins()
    says(1)
    #expect(settles().contains(.setTimer(.deadline, after: .seconds(30))))
    let early = act { $0.timerFired(.deadline, at: .origin + .seconds(29), into: &$1) }
    #expect(early == [.setTimer(.deadline, after: .seconds(1))])
    let late = act { $0.timerFired(.deadline, at: .origin + .seconds(30), into: &$1) }
    #expect(late.first == .close(ConnectionKey(0)))
  }
}
