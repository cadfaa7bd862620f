import LabProviders
import LabTimeline
import Testing

@Suite("ElevenLabs' Scribe session")
struct ScribeSessionTests {
  private let key = ConnectionKey(0)
  private var session: any SpeechToTextSession

  init() throws { session = try Self.make() }

  private static func make(_ change: (inout SessionConfiguration) -> Void = { _ in }) throws
    -> any SpeechToTextSession
  {
    var configuration = SessionConfiguration(apiKey: "secret", sampleRate: 16_000, sessionID: "talk-1")
    change(&configuration)
    return try ProviderCatalogue.standard.makeSpeechToText(
      "elevenlabs/scribe-v2-realtime", configuration: configuration)
  }

  private mutating func act(
    _ body: (inout any SpeechToTextSession, inout [SpeechToTextAction]) -> Void
  ) -> [SpeechToTextAction] {
    var actions: [SpeechToTextAction] = []
    body(&session, &actions)
    return actions
  }

  private mutating func arrives(_ event: WireEvent) -> [SpeechToTextAction] {
    let key = key
    return act { $0.receive(WireArrival(event), on: key, at: .origin, into: &$1) }
  }

  private mutating func hears(_ text: String) -> [SpeechToTextAction] { arrives(.message(.text(text))) }

  private mutating func open() -> [SpeechToTextAction] {
    _ = act { $0.open(at: .origin, into: &$1) }
    _ = arrives(.opened(.init(status: 101, headers: [], setup: .reused)))
    return hears(#"{"message_type":"session_started","session_id":"s","config":{}}"#)
  }

  private mutating func append(_ milliseconds: Int) -> [SpeechToTextAction] {
    act { $0.append(audio: .init(repeating: 0, count: 32 * milliseconds), at: .origin, into: &$1) }
  }

  private mutating func finalize() -> [SpeechToTextAction] {
    act { $0.finalize(at: .origin, into: &$1) }
  }

  private func chunk(_ milliseconds: Int, commit: Bool) -> SpeechToTextAction {
    let audio = Base64Text.encoded([UInt8](repeating: 0, count: 32 * milliseconds))
    return .send(
      key,
      .text(
        "{\"message_type\":\"input_audio_chunk\",\"audio_base_64\":\"\(audio)\",\"commit\":\(commit),\"sample_rate\":16000}"
      ))
  }

  @Test("asks for commits on request, or for the service's own when a silence is named")
  mutating func request() throws {
    guard case .open(_, let request) = act({ $0.open(at: .origin, into: &$1) }).first else {
      Issue.record("no request")
      return
    }
    #expect(
      request.target == "/v1/speech-to-text/realtime?model_id=scribe_v2_realtime&audio_format=pcm_16000"
        + "&language_code=en&include_timestamps=false&commit_strategy=manual")
    #expect(request.headers.value(of: "xi-api-key") == "secret")
    session = try Self.make { $0.speechToText.endpointing = .after(.milliseconds(100)) }
    guard case .open(_, let other) = act({ $0.open(at: .origin, into: &$1) }).first else {
      Issue.record("no request")
      return
    }
    #expect(other.target.hasSuffix("&commit_strategy=vad&vad_silence_threshold_secs=0.3"))
  }

  @Test("sends a tenth of a second at a time, and the rest with a commit")
  mutating func chunks() {
    #expect(
      open() == [.cancelTimer(.deadline), .emit(.ready(.reused)), .setTimer(.keepAlive, after: .seconds(10))])
    #expect(append(60) == [])
    #expect(append(60) == [chunk(120, commit: false)])
    #expect(append(200) == [chunk(200, commit: false)])
    #expect(append(20) == [])
    #expect(finalize() == [chunk(20, commit: true)])
  }

  @Test("puts a commit off until there is enough audio for it")
  mutating func early() {
    _ = open()
    #expect(append(200) == [chunk(200, commit: false)])
    #expect(finalize() == [])
    #expect(append(60) == [])
    #expect(append(40) == [chunk(100, commit: true)])
    #expect(append(100) == [chunk(100, commit: false)])
  }

  @Test("keeps what is said before the session has started, the latest ten seconds of it")
  mutating func keeps() {
    _ = append(12_000)
    #expect(finalize() == [])
    let sent = open()
    #expect(sent.last == chunk(10_000, commit: true))
  }

  @Test("tells partials from settled pieces, and knows which one it has asked for")
  mutating func transcripts() {
    _ = open()
    #expect(hears(#"{"message_type":"partial_transcript","text":"hel"}"#) == [.emit(.partial("hel"))])
    #expect(hears(#"{"message_type":"partial_transcript","text":""}"#) == [])
    _ = append(400)
    _ = finalize()
    #expect(
      hears(#"{"message_type":"committed_transcript","text":"Hello."}"#) == [
        .emit(.final(.init(text: "Hello.", answersFinalize: true, endsUtterance: false)))
      ])
    #expect(
      hears(#"{"message_type":"committed_transcript","text":"More."}"#) == [
        .emit(.final(.init(text: "More.", answersFinalize: false, endsUtterance: false)))
      ])
    #expect(hears(#"{"message_type":"committed_transcript_with_timestamps","text":"More."}"#) == [])
    #expect(hears(#"{"message_type":"something_new"}"#) == [])
  }

  @Test("takes a commit of the service's own for the end of an utterance")
  mutating func endpoints() throws {
    session = try Self.make { $0.speechToText.endpointing = .after(.seconds(1)) }
    _ = open()
    #expect(
      hears(#"{"message_type":"committed_transcript","text":"Hello."}"#) == [
        .emit(.final(.init(text: "Hello.", answersFinalize: false, endsUtterance: true)))
      ])
  }

  @Test("asks again when a commit is throttled")
  mutating func throttled() {
    _ = open()
    _ = append(400)
    _ = finalize()
    #expect(hears(#"{"message_type":"commit_throttled","error":"Too early."}"#) == [])
    #expect(append(300) == [chunk(300, commit: true)])
  }

  @Test(
    "ends with a failure when the service reports one",
    arguments: [
      ("auth_error", "unauthorized"), ("quota_exceeded", "payment_required"),
      ("rate_limited", "rate_limited"),
      ("queue_overflow", "overloaded"), ("session_time_limit_exceeded", "session_limit"),
      ("transcriber_error", "server_error"), ("input_error", "bad_request"),
    ])
  mutating func errors(type: String, code: String) {
    _ = open()
    let actions = hears("{\"message_type\":\"\(type)\",\"error\":\"No secret.\"}")
    #expect(actions.prefix(2) == [.cancelTimer(.keepAlive), .close(key)])
    let failure = ProviderFailure(code: code, message: "ElevenLabs reported an error: No [key].")
    #expect(actions.last == .emit(.failed(failure)))
    #expect(hears(#"{"message_type":"partial_transcript","text":"late"}"#) == [])
  }

  @Test(
    "fails on a message that it cannot read",
    arguments: ["", "[]", #"{"message_type":"committed_transcript"}"#])
  mutating func malformed(text: String) {
    _ = open()
    guard case .emit(.failed(let failure)) = hears(text).last else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == "bad_message")
  }

  @Test("sends an empty piece when ten seconds went by without audio")
  mutating func keepsAlive() {
    _ = open()
    let later = LabInstant(nanoseconds: 10_000_000_000)
    #expect(
      act { $0.timerFired(.keepAlive, at: later, into: &$1) } == [
        chunk(0, commit: false), .setTimer(.keepAlive, after: .seconds(10)),
      ])
  }

  @Test("turns a refused upgrade and a close into failures, and closes on request")
  mutating func ends() throws {
    _ = act { $0.open(at: .origin, into: &$1) }
    guard
      case .emit(.failed(let failure)) = arrives(.opened(.init(status: 403, headers: [], setup: .reused)))
        .last
    else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == "unauthorized")
    session = try Self.make()
    _ = open()
    guard case .emit(.failed(let lost)) = arrives(.closed(code: 1006, reason: "")).last else {
      Issue.record("no failure")
      return
    }
    #expect(lost.code == "lost")
    session = try Self.make()
    _ = open()
    #expect(
      act { $0.close(at: .origin, into: &$1) } == [.cancelTimer(.keepAlive), .close(key), .emit(.closed)])
  }
}
