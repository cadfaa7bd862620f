import LabProviders
import LabTimeline
import Testing

@Suite("Anthropic's messages")
struct MessagesSessionTests {
  private var session: StreamedLanguageModelSession<MessagesDialect>
  private let id = RequestID(3)

  init() {
    session = Self.make()
  }

  private static func make(_ change: (inout SessionConfiguration) -> Void = { _ in })
    -> StreamedLanguageModelSession<MessagesDialect>
  {
    var configuration = SessionConfiguration(apiKey: "secret", sampleRate: 16_000, sessionID: "talk")
    change(&configuration)
    return StreamedLanguageModelSession(
      model: "claude-haiku-4-5", address: .init(endpoint: .service("api.anthropic.com"), basePath: "/v1"),
      configuration: configuration)
  }

  private mutating func ask(_ messages: [ChatMessage]) throws -> ConnectionRequest {
    var actions: [LanguageModelAction] = []
    session.request(id, messages: messages, at: .origin, into: &actions)
    guard case .open(_, let request)? = actions.first else { throw MissingRequest() }
    return request
  }

  private struct MissingRequest: Error {}

  private mutating func arrives(_ event: WireEvent) -> [LanguageModelAction] {
    var actions: [LanguageModelAction] = []
    session.receive(WireArrival(event), on: ConnectionKey(0), at: .origin, into: &actions)
    return actions
  }

  /// Begins a reply and has events arrive one by one.
  private mutating func streams(_ events: String...) throws -> [LanguageModelAction] {
    _ = try ask([.init(role: .user, content: "Hello")])
    let head = ResponseHead(
      status: 200, headers: [.init("Content-Type", "text/event-stream")], setup: .reused)
    _ = arrives(.opened(head))
    return events.flatMap { arrives(.body(Array("event: x\ndata: \($0)\n\n".utf8))) }
  }

  @Test("parts the instructions from the messages and names key, version and the most tokens")
  mutating func request() throws {
    session = Self.make { $0.languageModel.temperature = 0.5 }
    let request = try ask([
      .init(role: .system, content: "Be brief."), .init(role: .user, content: "Hi"),
      .init(role: .assistant, content: "Yes?"),
    ])
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"model":"claude-haiku-4-5","max_tokens":1024,"system":"Be brief.","messages":["#
        + #"{"role":"user","content":"Hi"},{"role":"assistant","content":"Yes?"}],"stream":true,"temperature":0.5}"#
    )
    #expect(request.url == "https://api.anthropic.com:443/v1/messages")
    #expect(request.headers.value(of: "x-api-key") == "secret")
    #expect(request.headers.value(of: "anthropic-version") == "2023-06-01")
    #expect(request.headers.value(of: "authorization") == nil)
  }

  @Test("lets a person begin, as the service insists, when the agent spoke first")
  mutating func agentFirst() throws {
    let body = String(decoding: try ask([.init(role: .assistant, content: "Welcome.")]).body, as: UTF8.self)
    #expect(body.contains(#""messages":[{"role":"user","content":"(The conversation begins.)"},"#))
  }

  @Test(
    "asks for thinking as the model takes it",
    arguments: [
      ("none", #","thinking":{"type":"disabled"}}"#),
      ("minimal", #","thinking":{"type":"adaptive"},"output_config":{"effort":"low"}}"#),
      ("high", #","thinking":{"type":"adaptive"},"output_config":{"effort":"high"}}"#),
    ])
  mutating func thinking(effort: String, ending: String) throws {
    session = Self.make { $0.languageModel.reasoningEffort = effort }
    let body = String(decoding: try ask([.init(role: .user, content: "Hi")]).body, as: UTF8.self)
    #expect(body.hasSuffix(ending))
  }

  @Test("tells thinking, answer and the end apart, counts the cache, and skips what it does not know")
  mutating func reply() throws {
    let actions = try streams(
      #"{"type":"message_start","message":{"id":"m","content":[],"usage":{"input_tokens":10,"cache_creation_input_tokens":2,"cache_read_input_tokens":30,"output_tokens":1}}}"#,
      #"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}"#,
      #"{"type": "ping"}"#,
      #"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}"#,
      #"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s"}}"#,
      #"{"type":"brand_new","x":1}"#,
      #"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Sure"}}"#,
      #"{"type":"content_block_stop","index":1}"#,
      #"{"type":"message_delta","delta":{"stop_reason":"max_tokens"},"usage":{"output_tokens":7,"output_tokens_details":{"thinking_tokens":4}}}"#,
      #"{"type":"message_stop"}"#)
    #expect(
      actions == [
        .emit(.firstByte(id)), .emit(.reasoning(id, "hm", nil)), .emit(.token(id, "Sure", nil)),
        .emit(.finished(id, .length, .init(input: 42, cachedInput: 30, output: 7, reasoning: 4))),
        .cancelTimer(.deadline),
      ])
  }

  @Test(
    "knows the reasons for stopping",
    arguments: [
      ("end_turn", LanguageModelEvent.FinishReason.stop), ("stop_sequence", .stop), ("tool_use", .toolCalls),
      ("refusal", .contentFilter), ("model_context_window_exceeded", .length), ("pause_turn", .other),
    ])
  mutating func finishReasons(text: String, reason: LanguageModelEvent.FinishReason) throws {
    let actions = try streams(
      #"{"type":"message_delta","delta":{"stop_reason":"\#(text)"},"usage":{"output_tokens":2}}"#,
      #"{"type":"message_stop"}"#)
    let usage = TokenUsage(input: 0, cachedInput: 0, output: 2, reasoning: 0)
    #expect(actions.contains(.emit(.finished(id, reason, usage))))
  }

  @Test("fails when the stream says so, when it breaks off and when it makes no sense")
  mutating func failures() throws {
    let told = try streams(
      #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded, secret"}}"#)
    #expect(Self.failure(in: told)?.code == "overloaded")
    #expect(Self.failure(in: told)?.message.contains("secret") == false)
    session = Self.make()
    _ = try streams(#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Su"}}"#)
    #expect(Self.failure(in: arrives(.bodyEnded))?.code == "lost")
    session = Self.make()
    #expect(Self.failure(in: try streams("{")) == Self.failure(in: try again("[1]")))
  }

  private mutating func again(_ data: String) throws -> [LanguageModelAction] {
    session = Self.make()
    return try streams(data)
  }

  @Test("takes a refusal's words and its wait")
  mutating func refusal() throws {
    _ = try ask([.init(role: .user, content: "Hi")])
    _ = arrives(
      .opened(
        ResponseHead(
          status: 529, headers: [.init("Content-Type", "application/json"), .init("retry-after", "2")],
          setup: .reused)))
    _ = arrives(
      .body(
        Array(
          #"{"type":"error","error":{"type":"overloaded_error","message":"Busy"},"request_id":"req_1"}"#.utf8)
      ))
    let failure = try #require(Self.failure(in: arrives(.bodyEnded)))
    #expect(failure.code == "overloaded")
    #expect(failure.message.contains("Busy"))
    #expect(failure.retryAfter == .seconds(2))
  }

  private static func failure(in actions: [LanguageModelAction]) -> ProviderFailure? {
    actions.compactMap { if case .emit(.failed(_, let failure)) = $0 { failure } else { nil } }.first
  }
}
