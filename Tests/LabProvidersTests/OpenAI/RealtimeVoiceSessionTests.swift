import LabProviders
import LabTimeline
import Testing

@Suite("OpenAI's speech to speech in a Realtime session")
struct RealtimeVoiceSessionTests {
  private static let key = ConnectionKey(0)
  private static let head = ResponseHead(status: 101, headers: [], setup: .reused)

  private var session = Self.made()

  private static func made(
    _ change: (inout SessionConfiguration) -> Void = { _ in }
  ) -> RealtimeVoiceSession {
    var configuration = SessionConfiguration(apiKey: "secret", sampleRate: 24_000, sessionID: "t")
    configuration.speechToSpeech.silence = .milliseconds(700)
    change(&configuration)
    return RealtimeVoiceSession(
      model: "gpt-realtime", address: ServiceAddress(endpoint: .service("api.openai.com"), basePath: "/v1"),
      configuration: configuration)
  }

  private mutating func act(
    _ body: (inout RealtimeVoiceSession, inout [SpeechToSpeechAction]) -> Void
  ) -> [SpeechToSpeechAction] {
    var actions: [SpeechToSpeechAction] = []
    body(&session, &actions)
    return actions
  }

  private mutating func hears(_ event: WireEvent) -> [SpeechToSpeechAction] {
    act { $0.receive(WireArrival(event), on: Self.key, at: .origin, into: &$1) }
  }

  private mutating func told(_ json: String) -> [SpeechToSpeechAction] { hears(.message(.text(json))) }

  private mutating func open() {
    _ = act { $0.open(at: .origin, into: &$1) }
    _ = hears(.opened(Self.head))
    _ = told(#"{"type":"session.updated","session":{}}"#)
  }

  private mutating func begins(_ name: String) -> [SpeechToSpeechAction] {
    told(#"{"type":"response.created","response":{"id":"\#(name)","status":"in_progress"}}"#)
  }

  private mutating func speaks(_ name: String, _ sound: String) -> [SpeechToSpeechAction] {
    told(
      #"{"type":"response.output_audio.delta","response_id":"\#(name)","item_id":"item_\#(name)","delta":"\#(sound)"}"#
    )
  }

  private mutating func ends(_ name: String, _ status: String = "completed") -> [SpeechToSpeechAction] {
    told(#"{"type":"response.done","response":{"id":"\#(name)","status":"\#(status)"}}"#)
  }

  private mutating func cuts(_ id: Int, _ milliseconds: Int) -> [SpeechToSpeechAction] {
    act { $0.truncate(RequestID(id), heard: .milliseconds(milliseconds), at: .origin, into: &$1) }
  }

  @Test("asks for the model, its instructions, and turns by silence or by meaning")
  mutating func opens() {
    let actions = act { $0.open(at: .origin, into: &$1) }
    guard case .open(_, let request)? = actions.first,
      case .send(_, .text(let update))? = hears(.opened(Self.head)).first
    else {
      Issue.record("no request")
      return
    }
    #expect(request.url == "wss://api.openai.com:443/v1/realtime?model=gpt-realtime")
    #expect(
      update.contains(
        #""turn_detection":{"type":"server_vad","threshold":0.5,"silence_duration_ms":700,"#
          + #""create_response":true,"interrupt_response":true}"#))
    session = Self.made {
      $0.speechToSpeech.turnDetection = .meaning(.high)
      $0.speechToSpeech.instructions = "Be \"kind\"."
    }
    _ = act { $0.open(at: .origin, into: &$1) }
    guard case .send(_, .text(let semantic))? = hears(.opened(Self.head)).first else {
      Issue.record("no update")
      return
    }
    #expect(semantic.contains(#""turn_detection":{"type":"semantic_vad","eagerness":"high","#))
    #expect(semantic.contains(#""instructions":"Be \"kind\".""#))
  }

  @Test("tells where speech ended without the silence, and each turn's words by the turn's number")
  mutating func turns() {
    open()
    #expect(
      told(#"{"type":"input_audio_buffer.speech_started","item_id":"a"}"#) == [.emit(.speechStarted)])
    #expect(
      told(#"{"type":"input_audio_buffer.speech_stopped","audio_end_ms":2000,"item_id":"a"}"#) == [
        .emit(.turnEnded(located: .milliseconds(1300)))
      ])
    _ = told(#"{"type":"input_audio_buffer.speech_stopped","audio_end_ms":9000,"item_id":"b"}"#)
    #expect(
      told(
        #"{"type":"conversation.item.input_audio_transcription.completed","item_id":"b","transcript":"two"}"#
      ) == [.emit(.transcript(turn: 1, "two"))])
    #expect(
      told(#"{"type":"conversation.item.input_audio_transcription.failed","item_id":"a","error":{}}"#) == [
        .emit(.transcript(turn: 0, nil))
      ])
  }

  @Test("gives a reply's sound and words in whole samples, and then what it cost")
  mutating func reply() {
    open()
    #expect(begins("r") == [.emit(.replyStarted(RequestID(0)))])
    #expect(speaks("r", "AQI=") == [.emit(.audio(RequestID(0), [1, 2], nil))])
    #expect(speaks("r", "AQ==") == [])
    #expect(speaks("r", "Ag==") == [.emit(.audio(RequestID(0), [1, 2], nil))])
    #expect(
      told(#"{"type":"response.output_audio_transcript.delta","response_id":"r","delta":"Hi"}"#) == [
        .emit(.text(RequestID(0), "Hi"))
      ])
    let usage = SpeechToSpeechUsage(
      input: 30, audioInput: 20, cachedInput: 8, cachedAudioInput: 3, output: 50, audioOutput: 40)
    #expect(
      told(
        #"{"type":"response.done","response":{"id":"r","status":"completed","usage":{"total_tokens":80,"#
          + #""input_tokens":30,"output_tokens":50,"input_token_details":{"text_tokens":10,"audio_tokens":20,"#
          + #""cached_tokens":8,"cached_tokens_details":{"text_tokens":5,"audio_tokens":3}},"#
          + #""output_token_details":{"text_tokens":10,"audio_tokens":40}}}}"#)
        == [.emit(.usage(RequestID(0), usage)), .emit(.finished(RequestID(0)))])
  }

  @Test("cuts a reply where it was heard, no later than it was sent, and drops what comes late")
  mutating func truncates() {
    open()
    _ = begins("r")
    let sound = [UInt8](repeating: 0, count: 9600)
    _ = told(
      #"{"type":"response.output_audio.delta","response_id":"r","item_id":"i","delta":"\#(Base64Text.encoded(sound))"}"#
    )
    #expect(
      cuts(0, 150) == [
        .send(
          Self.key,
          .text(
            #"{"type":"conversation.item.truncate","event_id":"truncate_1","item_id":"i","content_index":0,"audio_end_ms":150}"#
          ))
      ])
    #expect(cuts(0, 150) == [])
    #expect(speaks("r", "AQI=") == [])
    #expect(ends("r", "cancelled") == [])
    _ = begins("s")
    _ = speaks("s", "AQI=")
    _ = ends("s")
    guard case .send(_, .text(let late))? = cuts(1, 5000).first else {
      Issue.record("not cut")
      return
    }
    #expect(late.contains(#""audio_end_ms":0"#))
    _ = begins("u")
    #expect(cuts(2, 10) == [])
  }

  @Test("takes the errors of a race for none, and ends with any other")
  mutating func errors() {
    open()
    #expect(told(#"{"type":"error","error":{"code":"invalid_value","event_id":"truncate_1"}}"#) == [])
    #expect(told(#"{"type":"error","error":{"code":"response_cancel_not_active"}}"#) == [])
    let actions = told(#"{"type":"error","error":{"code":"session_expired","message":"Too long."}}"#)
    let failure = ProviderFailure(
      code: "session_expired", message: "OpenAI reported an error: Too long.")
    #expect(actions == [.close(Self.key), .emit(.lost(failure))])
  }

  @Test("fails a reply with the service's reason, and goes on")
  mutating func failedReply() {
    open()
    _ = begins("r")
    let actions = told(
      #"{"type":"response.done","response":{"id":"r","status":"failed","status_details":{"type":"failed","#
        + #""error":{"code":"insufficient_quota","message":"No money."}}}}"#)
    let failure = ProviderFailure(code: "payment_required", message: "The reply failed: No money.")
    #expect(actions == [.emit(.failed(RequestID(0), failure))])
    #expect(begins("s") == [.emit(.replyStarted(RequestID(1)))])
  }
}
