import LabProviders
import LabTimeline
import Testing

@Suite("OpenAI's transcription in a Realtime session")
struct RealtimeTranscriptionSessionTests {
  private static let key = ConnectionKey(0)
  private static let address = ServiceAddress(endpoint: .service("api.openai.com"), basePath: "/v1")
  private static let head = ResponseHead(status: 101, headers: [], setup: .reused)
  /// 100 ms of sound.
  private static let piece = [UInt8](repeating: 0, count: 4800)

  private var session = Self.made()

  private static func made(
    _ change: (inout SessionConfiguration) -> Void = { _ in }
  ) -> RealtimeTranscriptionSession {
    var configuration = SessionConfiguration(apiKey: "secret", sampleRate: 24_000, sessionID: "t")
    change(&configuration)
    return RealtimeTranscriptionSession(
      model: "gpt-4o-transcribe", address: address, configuration: configuration)
  }

  private mutating func act(
    _ body: (inout RealtimeTranscriptionSession, inout [SpeechToTextAction]) -> Void
  ) -> [SpeechToTextAction] {
    var actions: [SpeechToTextAction] = []
    body(&session, &actions)
    return actions
  }

  private mutating func hears(_ event: WireEvent) -> [SpeechToTextAction] {
    act { $0.receive(WireArrival(event), on: Self.key, at: .origin, into: &$1) }
  }

  private mutating func told(_ json: String) -> [SpeechToTextAction] { hears(.message(.text(json))) }

  private mutating func open() {
    _ = act { $0.open(at: .origin, into: &$1) }
    _ = hears(.opened(Self.head))
    _ = told(#"{"type":"session.created","event_id":"e","session":{}}"#)
    _ = told(#"{"type":"session.updated","event_id":"e","session":{}}"#)
  }

  private mutating func commits(_ item: String) {
    _ = act { $0.append(audio: Self.piece, at: .origin, into: &$1) }
    _ = act { $0.finalize(at: .origin, into: &$1) }
    _ = told(#"{"type":"input_audio_buffer.committed","event_id":"e","item_id":"\#(item)"}"#)
  }

  private mutating func completes(_ item: String, _ text: String) -> [SpeechToTextAction] {
    told(
      #"{"type":"conversation.item.input_audio_transcription.completed","item_id":"\#(item)","transcript":"\#(text)"}"#
    )
  }

  private static func final(_ text: String, answers: Bool = true, ends: Bool = false) -> SpeechToTextAction {
    .emit(.final(FinalTranscript(text: text, answersFinalize: answers, endsUtterance: ends)))
  }

  @Test("configures the session, then sends what was said while it connected")
  mutating func opens() throws {
    let actions = act { $0.open(at: .origin, into: &$1) }
    guard case .open(_, let request)? = actions.first else {
      Issue.record("no request")
      return
    }
    #expect(request.url == "wss://api.openai.com:443/v1/realtime?intent=transcription")
    #expect(request.headers.value(of: "OpenAI-Beta") == nil)
    _ = act { $0.append(audio: [1, 2, 3], at: .origin, into: &$1) }
    let sent = hears(.opened(Self.head))
    #expect(
      sent == [
        .send(
          Self.key,
          .text(
            #"{"type":"session.update","session":{"type":"transcription","audio":{"input":{"#
              + #""format":{"type":"audio/pcm","rate":24000},"#
              + #""transcription":{"model":"gpt-4o-transcribe","language":"en"},"#
              + #""noise_reduction":null,"turn_detection":null}}}}"#)),
        .send(Self.key, .text(#"{"type":"input_audio_buffer.append","audio":"AQID"}"#)),
      ])
    #expect(told(#"{"type":"session.created"}"#) == [])
    #expect(told(#"{"type":"session.updated"}"#) == [.cancelTimer(.deadline), .emit(.ready(.reused))])
    #expect(told(#"{"type":"session.updated"}"#) == [])
  }

  @Test("commits, shows what may still change, and ends with the whole")
  mutating func commit() {
    open()
    _ = act { $0.append(audio: Self.piece, at: .origin, into: &$1) }
    #expect(
      act { $0.finalize(at: .origin, into: &$1) } == [
        .send(Self.key, .text(#"{"type":"input_audio_buffer.commit"}"#))
      ])
    _ = told(#"{"type":"input_audio_buffer.committed","item_id":"a"}"#)
    let delta = #"{"type":"conversation.item.input_audio_transcription.delta","item_id":"a","delta":"Hi"}"#
    #expect(told(delta) == [.emit(.partial("Hi"))])
    #expect(told(delta) == [.emit(.partial("HiHi"))])
    #expect(completes("a", "Hi there.") == [Self.final("Hi there.")])
  }

  @Test("puts transcripts that overtake each other in the order of their commits")
  mutating func order() {
    open()
    commits("a")
    commits("b")
    #expect(completes("b", "two") == [])
    #expect(completes("a", "one") == [Self.final("one", answers: false), Self.final("two")])
  }

  @Test("answers a wish to settle by itself when there is nothing new, but not while an answer is on its way")
  mutating func nothing() {
    open()
    #expect(act { $0.finalize(at: .origin, into: &$1) } == [.emit(.nothingToSettle)])
    commits("a")
    #expect(act { $0.finalize(at: .origin, into: &$1) } == [])
  }

  @Test("takes the service's refusal of an empty commit for an answer")
  mutating func emptyCommit() {
    open()
    _ = act { $0.append(audio: Self.piece, at: .origin, into: &$1) }
    _ = act { $0.finalize(at: .origin, into: &$1) }
    #expect(
      told(#"{"type":"error","error":{"code":"input_audio_buffer_commit_empty"}}"#) == [
        .emit(.nothingToSettle)
      ])
  }

  @Test("lets the service's detector end utterances when the configuration names its silence")
  mutating func detector() {
    session = Self.made { $0.speechToText.endpointing = .after(.milliseconds(300)) }
    _ = act { $0.open(at: .origin, into: &$1) }
    guard case .send(_, .text(let update))? = hears(.opened(Self.head)).first else {
      Issue.record("no update")
      return
    }
    #expect(update.contains(#""turn_detection":{"type":"server_vad","silence_duration_ms":300}"#))
    #expect(
      told(#"{"type":"input_audio_buffer.speech_started","audio_start_ms":3,"item_id":"a"}"#) == [
        .emit(.speechStarted)
      ])
    _ = told(#"{"type":"input_audio_buffer.committed","item_id":"a"}"#)
    #expect(completes("a", "Hi.") == [Self.final("Hi.", answers: false, ends: true), .emit(.endOfTurn)])
  }

  @Test("reads a refused upgrade to its end, and hides the key")
  mutating func refused() {
    _ = act { $0.open(at: .origin, into: &$1) }
    #expect(hears(.opened(.init(status: 401, headers: [], setup: .reused))) == [])
    _ = hears(.body(Array(#"{"error":{"message":"Bad key secret.","code":"invalid_api_key"}}"#.utf8)))
    let actions = hears(.bodyEnded)
    #expect(
      actions == [
        .cancelTimer(.deadline),
        .emit(
          .failed(
            .init(
              code: "unauthorized", message: "OpenAI answered with status 401: Bad key [key].", status: 401))),
      ])
  }

  @Test(
    "ends with any other error of the service",
    arguments: [
      (#"{"type":"error","error":{"code":"session_expired","message":"m"}}"#, "session_expired"),
      (#"{"type":"error","error":{"type":"invalid_request_error","code":"invalid_value"}}"#, "bad_request"),
      (
        #"{"type":"conversation.item.input_audio_transcription.failed","item_id":"a","error":{}}"#,
        "server_error"
      ),
      ("[]", "bad_message"),
    ])
  mutating func errors(json: String, code: String) {
    open()
    let actions = told(json)
    #expect(actions.first == .close(Self.key))
    guard case .emit(.failed(let failure))? = actions.last else {
      Issue.record("not failed: \(actions)")
      return
    }
    #expect(failure.code == code)
  }

  @Test("is lost when the service closes, and over when the client does")
  mutating func closes() {
    open()
    let actions = hears(.closed(code: 1001, reason: ""))
    guard case .emit(.failed(let failure))? = actions.last else {
      Issue.record("not failed")
      return
    }
    #expect(failure.code == "lost")
    session = Self.made()
    open()
    #expect(act { $0.close(at: .origin, into: &$1) } == [.close(Self.key), .emit(.closed)])
    #expect(act { $0.append(audio: [1], at: .origin, into: &$1) } == [])
  }

  @Test("gives up when the session is not opened in time")
  mutating func deadline() {
    #expect(act { $0.open(at: .origin, into: &$1) }.contains(.setTimer(.deadline, after: .seconds(30))))
    _ = hears(.opened(Self.head))
    let actions = act { $0.timerFired(.deadline, at: .origin + .seconds(30), into: &$1) }
    guard case .emit(.failed(let failure))? = actions.last else {
      Issue.record("not failed")
      return
    }
    #expect(failure.code == "timed_out")
    #expect(actions.contains(.close(Self.key)))
  }
}
