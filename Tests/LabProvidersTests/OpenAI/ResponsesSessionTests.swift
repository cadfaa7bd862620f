import LabProviders
import LabTimeline
import Testing

@Suite("OpenAI's responses")
struct ResponsesSessionTests {
  private typealias Probe = StreamedReplyProbe<ResponsesDialect>

  private static func probe(
    _ messages: [ChatMessage] = [.init(role: .user, content: "Hi")],
    _ change: (inout LanguageModelOptions) -> Void = { _ in }
  ) -> Probe {
    var options = LanguageModelOptions()
    change(&options)
    return Probe(
      model: "gpt-5.4-mini", host: "api.openai.com", basePath: "/v1", messages: messages, options: options)
  }

  private let id = Probe.id

  @Test("asks for a stream that is neither kept nor padded")
  func request() throws {
    let probe = Self.probe([
      .init(role: .system, content: "Be brief."), .init(role: .user, content: "Hi"),
    ]) {
      $0.maximumTokens = 80
      $0.reasoningEffort = "minimal"
    }
    #expect(
      probe.body == #"{"model":"gpt-5.4-mini","input":[{"role":"system","content":"Be brief."},"#
        + #"{"role":"user","content":"Hi"}],"stream":true,"store":false,"#
        + #""stream_options":{"include_obfuscation":false},"max_output_tokens":80,"#
        + #""reasoning":{"effort":"minimal"}}"#)
    let request = try #require(probe.request)
    #expect(request.url == "https://api.openai.com:443/v1/responses")
    #expect(request.headers.value(of: "authorization") == "Bearer secret")
    #expect(request.headers.value(of: "x-client-request-id") == "talk-3")
  }

  @Test("tells calls and their results as items of their own, beside what was said")
  func tools() {
    let call = ToolCall(id: "c1", name: "weather", arguments: #"{"place":"Oslo"}"#)
    let body = Self.probe(
      [
        .init(role: .assistant, content: "", toolCalls: [call]), .init(result: "sunny", of: call),
        .init(role: .assistant, content: "Let me see.", toolCalls: [call]),
      ]) {
        $0.tools = [ToolDefinition(name: "weather", description: "Looks up.", parameters: "no schema")]
      }.body
    let item =
      #"{"type":"function_call","call_id":"c1","name":"weather","arguments":"{\"place\":\"Oslo\"}"}"#
    #expect(
      body.contains(
        #""input":[\#(item),{"type":"function_call_output","call_id":"c1","output":"sunny"},"#
          + #"{"role":"assistant","content":"Let me see."},\#(item)]"#))
    // The definition is flat, unlike that of chat completions.
    #expect(
      body.contains(
        #""tools":[{"type":"function","name":"weather","description":"Looks up.","parameters":{}}]"#))
  }

  @Test("tells reasoning, refusal, answer and calls apart, and skips kinds that it does not know")
  func reply() {
    var probe = Self.probe()
    let events = probe.answer(
      Probe.stream(
        #"{"type":"response.created","sequence_number":0,"response":{"id":"resp_1"}}"#,
        #"{"type":"keepalive","sequence_number":1}"#,
        #"{"type":"response.reasoning_summary_text.delta","delta":"hm"}"#,
        #"{"type":"response.reasoning_text.delta","delta":"so"}"#,
        #"{"type":"response.output_text.delta","delta":"Sure","logprobs":[],"obfuscation":"xx"}"#,
        #"{"type":"response.refusal.delta","delta":" no"}"#,
        #"{"type":"response.output_text.done","text":"Sure"}"#,
        #"{"type":"response.function_call_arguments.delta","delta":"{\"pl"}"#,
        #"{"type":"response.output_item.done","item":{"type":"message"}}"#,
        #"{"type":"response.output_item.done","item":{"type":"function_call","call_id":"c1","name":"weather","#
          + #""arguments":"{\"place\":\"Oslo\"}"}}"#,
        #"{"type":"response.completed","response":{"usage":{"input_tokens":12,"output_tokens":7,"#
          + #""input_tokens_details":{"cached_tokens":8},"output_tokens_details":{"reasoning_tokens":4}}}}"#,
        #"{"type":"response.rate_limits.updated"}"#))
    #expect(
      events == [
        .reasoning(id, "hm", nil), .reasoning(id, "so", nil), .token(id, "Sure", nil), .token(id, " no", nil),
        .toolCall(id, ToolCall(id: "c1", name: "weather", arguments: #"{"place":"Oslo"}"#), nil),
        .finished(id, .toolCalls, .init(input: 12, cachedInput: 8, output: 7, reasoning: 4)),
      ])
  }

  @Test(
    "knows the reasons for stopping",
    arguments: [
      (#"{"type":"response.completed","response":{}}"#, LanguageModelEvent.FinishReason.stop),
      (#"{"type":"response.completed"}"#, .stop),
      (
        #"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"max_output_tokens"}}}"#,
        .length
      ),
      (
        #"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"content_filter"}}}"#,
        .contentFilter
      ),
      (#"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"steered"}}}"#, .other),
    ])
  func finishReasons(event: String, reason: LanguageModelEvent.FinishReason) {
    var probe = Self.probe()
    #expect(probe.answer(Probe.stream(event)) == [.finished(id, reason, nil)])
  }

  private static func failure(_ events: [LanguageModelEvent]) -> ProviderFailure? {
    for case .failed(_, let failure) in events { return failure }
    return nil
  }

  @Test(
    "fails with an error of the response, a flat one, a nested one, or a stream that breaks off",
    arguments: [
      (
        #"{"type":"response.failed","response":{"error":{"code":"rate_limit_exceeded","message":"m"}}}"#,
        "rate_limited"
      ),
      (#"{"type":"error","code":"server_is_overloaded","message":"m","param":null}"#, "overloaded"),
      (
        #"{"type":"error","error":{"type":"invalid_request_error","code":"context_length_exceeded","message":"m"}}"#,
        "bad_request"
      ),
      (#"{"type":"error","error":{"code":"insufficient_quota"}}"#, "payment_required"),
      (#"{"type":"response.failed"}"#, "server_error"), ("{}", "bad_message"), ("nonsense", "bad_message"),
      (#"{"type":"response.output_text.delta","delta":"Half"}"#, "lost"),
    ])
  func failures(event: String, code: String) {
    var probe = Self.probe()
    #expect(Self.failure(probe.answer(Probe.stream(event)))?.code == code)
  }

  @Test("tells an empty account from a client that asks too often, though both are refused with 429")
  func refusals() {
    for (code, wanted) in [
      ("insufficient_quota", "payment_required"), ("rate_limit_exceeded", "rate_limited"),
    ] {
      var probe = Self.probe()
      let body = #"{"error":{"message":"m","type":"t","code":"\#(code)"}}"#
      #expect(Self.failure(probe.answer(body, status: 429))?.code == wanted)
    }
  }
}
