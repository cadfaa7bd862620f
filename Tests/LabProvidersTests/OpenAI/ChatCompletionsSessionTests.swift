import LabProviders
import LabTimeline
import Testing

@Suite("Chat completions")
struct ChatCompletionsSessionTests {
  private var session: ChatCompletionsSession
  private let id = RequestID(7)
  private let stream = ResponseHead(
    status: 200, headers: [.init("Content-Type", "text/event-stream; charset=utf-8")], setup: .reused)

  init() {
    session = Self.make()
  }

  private static func make(_ change: (inout SessionConfiguration) -> Void = { _ in })
    -> ChatCompletionsSession
  {
    var configuration = SessionConfiguration(apiKey: "secret", sampleRate: 16_000, sessionID: "talk")
    change(&configuration)
    return ChatCompletionsSession(
      model: "gpt-4o-mini", address: .init(endpoint: .service("api.openai.com"), basePath: "/v1"),
      configuration: configuration)
  }

  private mutating func ask(_ messages: [ChatMessage] = []) -> [LanguageModelAction] {
    var actions: [LanguageModelAction] = []
    session.request(id, messages: messages, at: .origin, into: &actions)
    return actions
  }

  private mutating func arrives(_ event: WireEvent, on number: Int = 0) -> [LanguageModelAction] {
    var actions: [LanguageModelAction] = []
    session.receive(WireArrival(event), on: ConnectionKey(number), at: .origin, into: &actions)
    return actions
  }

  private mutating func streams(_ data: String...) -> [LanguageModelAction] {
    arrives(.body(Array(data.map { "data: \($0)\n\n" }.joined().utf8)))
  }

  private func delta(_ fields: String, finish: String = "null") -> String {
    #"{"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{\#(fields)},"finish_reason":\#(finish)}],"usage":null}"#
  }

  @Test("asks for a stream with usage and without padding, under an id of its own")
  mutating func request() {
    session = Self.make {
      $0.languageModel.maximumTokens = 50
      $0.languageModel.reasoningEffort = "none"
    }
    let actions = ask([
      .init(role: .system, content: "Be \"brief\".\n"), .init(role: .user, content: "Hé\u{2028}"),
    ])
    guard case .open(_, let request) = actions.first else {
      Issue.record("no request")
      return
    }
    let body =
      #"{"model":"gpt-4o-mini","messages":[{"role":"system","content":"Be \"brief\".\n"},"#
      + #"{"role":"user","content":"Hé\u2028"}],"stream":true,"#
      + #""stream_options":{"include_usage":true,"include_obfuscation":false},"#
      + #""max_completion_tokens":50,"reasoning_effort":"none"}"#
    #expect(String(decoding: request.body, as: UTF8.self) == body)
    #expect(request.url == "https://api.openai.com:443/v1/chat/completions")
    #expect(request.headers.value(of: "x-client-request-id") == "talk-7")
    #expect(request.headers.value(of: "authorization") == "Bearer secret")
  }

  @Test("tells reasoning, answer and the end apart, and skips what is empty")
  mutating func reply() {
    _ = ask()
    #expect(arrives(.opened(stream)) == [.emit(.connected(id, .reused))])
    #expect(streams(delta(#""role":"assistant","content":"","refusal":null"#)) == [.emit(.firstByte(id))])
    #expect(streams(delta(#""reasoning_content":"hm""#)) == [.emit(.reasoning(id, "hm", nil))])
    #expect(streams(delta(#""reasoning":"so""#)) == [.emit(.reasoning(id, "so", nil))])
    #expect(
      streams(delta(#""content":"Sure""#), delta(#""content":" thing""#)) == [
        .emit(.token(id, "Sure", nil)), .emit(.token(id, " thing", nil)),
      ])
    #expect(streams(delta("", finish: #""stop""#)) == [])
    let usage =
      #"{"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":8},"#
      + #""completion_tokens_details":{"reasoning_tokens":1}}}"#
    #expect(streams(usage) == [])
    #expect(
      streams("[DONE] ") == [
        .emit(.finished(id, .stop, .init(input: 12, cachedInput: 8, output: 3, reasoning: 1))),
        .cancelTimer(.deadline),
      ])
    #expect(arrives(.bodyEnded) == [])
  }

  @Test("puts a code point together that the network has torn, wherever it was torn")
  mutating func splitText() {
    let bytes = Array("data: \(delta(#""content":"😀""#))\n\n".utf8)
    for cut in 1..<bytes.count {
      session = Self.make()
      _ = ask()
      _ = arrives(.opened(stream))
      let events = arrives(.body(Array(bytes[..<cut]))) + arrives(.body(Array(bytes[cut...])))
      #expect(events == [.emit(.firstByte(id)), .emit(.token(id, "😀", nil))])
    }
  }

  @Test(
    "knows the reasons for stopping",
    arguments: [
      ("stop", LanguageModelEvent.FinishReason.stop), ("length", .length), ("tool_calls", .toolCalls),
      ("function_call", .toolCalls),
      ("content_filter", .contentFilter), ("new_reason", .other),
    ])
  mutating func finishReasons(text: String, reason: LanguageModelEvent.FinishReason) {
    _ = ask()
    _ = arrives(.opened(stream))
    _ = streams(delta("", finish: "\"\(text)\""))
    #expect(arrives(.bodyEnded) == [.emit(.finished(id, reason, nil)), .cancelTimer(.deadline)])
  }

  private func failure(in actions: [LanguageModelAction]) -> ProviderFailure? {
    for case .emit(.failed(_, let failure)) in actions { return failure }
    return nil
  }

  @Test("is lost when the stream ends before the reply did")
  mutating func truncated() {
    _ = ask()
    _ = arrives(.opened(stream))
    _ = streams(delta(#""content":"Half""#))
    #expect(failure(in: arrives(.bodyEnded))?.code == "lost")
  }

  @Test(
    "fails with an error inside the stream and leaves the exchange",
    arguments: [
      (#"{"error":{"message":"slow","type":"requests","code":"rate_limit_exceeded"}}"#, "rate_limited"),
      (#"{"error":{"message":"busy","type":"server_error","code":"server_is_overloaded"}}"#, "overloaded"),
      (#"{"error":"text"}"#, "server_error"), (#"{"error":{"code":500}}"#, "server_error"),
      ("{nonsense", "bad_message"), ("", "bad_message"),
    ])
  mutating func streamError(event: String, code: String) {
    _ = ask()
    _ = arrives(.opened(stream))
    let actions = streams(event, delta(#""content":"late""#))
    #expect(failure(in: actions)?.code == code)
    #expect(actions.suffix(2) == [.close(ConnectionKey(0)), .cancelTimer(.deadline)])
    #expect(!actions.contains(.emit(.token(id, "late", nil))))
  }

  @Test("reads a refusal's body, its wish to wait, and hides the key in it")
  mutating func refusal() {
    _ = ask()
    let headers = [HeaderField("retry-after-ms", "250"), HeaderField("retry-after", "9")]
    #expect(arrives(.opened(.init(status: 429, headers: headers, setup: .reused))) == [])
    #expect(arrives(.body(Array(#"{"error":{"message":"Key secret is over its "#.utf8))) == [])
    #expect(arrives(.body(Array(#"limit","type":"tokens"}}"#.utf8))) == [])
    #expect(
      failure(in: arrives(.bodyEnded))
        == ProviderFailure(
          code: "rate_limited", message: "The service answered with status 429: Key [key] is over its limit.",
          status: 429, retryAfter: .milliseconds(250)))
  }

  @Test("does not take an answer for a stream that is none")
  mutating func notAStream() {
    _ = ask()
    _ = arrives(
      .opened(.init(status: 200, headers: [.init("content-type", "application/json")], setup: .reused)))
    _ = arrives(.body(Array("{}".utf8)))
    #expect(failure(in: arrives(.bodyEnded))?.code == "bad_message")
  }

  @Test("ignores comments, named events, tool calls and fields that it does not know")
  mutating func ignores() {
    _ = ask()
    _ = arrives(.opened(stream))
    let noise = ": ping\n\nevent: x\ndata: {\"object\":\"new\",\"choices\":[]}\n\n"
    #expect(arrives(.body(Array(noise.utf8))) == [.emit(.firstByte(id))])
    #expect(streams(delta(#""tool_calls":[{"index":0,"function":{"arguments":"{"}}]"#)) == [])
  }

  @Test("says nothing more of a request that was cancelled, and goes on with the others")
  mutating func cancels() {
    _ = ask()
    var actions: [LanguageModelAction] = []
    session.request(RequestID(8), messages: [], at: .origin, into: &actions)
    actions = []
    session.cancel(id, at: .origin, into: &actions)
    #expect(actions == [.close(ConnectionKey(0))])
    #expect(arrives(.opened(stream)) == [])
    #expect(arrives(.opened(stream), on: 1) == [.emit(.connected(RequestID(8), .reused))])
  }

  @Test("gives up on a reply that goes silent, and counts from what arrived last")
  mutating func silence() {
    _ = ask()
    var actions: [LanguageModelAction] = []
    let ten = LabInstant(nanoseconds: 10_000_000_000)
    session.receive(WireArrival(.opened(stream)), on: ConnectionKey(0), at: ten, into: &actions)
    actions = []
    session.timerFired(.deadline, at: LabInstant(nanoseconds: 30_000_000_000), into: &actions)
    #expect(actions == [.setTimer(.deadline, after: .seconds(10))])
    actions = []
    session.timerFired(.deadline, at: LabInstant(nanoseconds: 40_000_000_000), into: &actions)
    #expect(failure(in: actions)?.code == "timed_out")
    #expect(actions.last == .close(ConnectionKey(0)))
  }
}
