import LabProviders
import LabTimeline
import Testing

@Suite("Gemini's streamed content")
struct GenerateContentSessionTests {
  private typealias Probe = StreamedReplyProbe<GenerateContentDialect>

  private static func probe(
    _ messages: [ChatMessage] = [.init(role: .user, content: "Hi")],
    _ change: (inout LanguageModelOptions) -> Void = { _ in }
  ) -> Probe {
    var options = LanguageModelOptions()
    change(&options)
    return Probe(
      model: "gemini-2.5-flash", host: "generativelanguage.googleapis.com", basePath: "/v1beta",
      messages: messages, options: options)
  }

  private let id = Probe.id

  @Test(
    "parts the instructions from the contents, calls the agent a model, and keeps the key out of the address")
  func request() throws {
    let probe = Self.probe(
      [
        .init(role: .system, content: "Be brief."), .init(role: .system, content: "Be kind."),
        .init(role: .user, content: "Hi"), .init(role: .assistant, content: "Yes?"),
      ]) {
        $0.maximumTokens = 80
        $0.temperature = 0.5
        $0.reasoningEffort = "none"
      }
    #expect(
      probe.body == #"{"contents":[{"role":"user","parts":[{"text":"Hi"}]},"#
        + #"{"role":"model","parts":[{"text":"Yes?"}]}],"#
        + #""systemInstruction":{"parts":[{"text":"Be brief.\n\nBe kind."}]},"#
        + #""generationConfig":{"maxOutputTokens":80,"temperature":0.5,"thinkingConfig":{"thinkingBudget":0}}}"#
    )
    let request = try #require(probe.request)
    #expect(
      request.url == "https://generativelanguage.googleapis.com:443/v1beta/models/"
        + "gemini-2.5-flash:streamGenerateContent?alt=sse")
    #expect(request.headers.value(of: "x-goog-api-key") == "secret")
    #expect(!request.url.contains("secret"))
  }

  @Test("asks for a level of thinking by its name, and for nothing when nothing is asked")
  func thinking() {
    #expect(
      Self.probe { $0.reasoningEffort = "low" }.body.contains(#""thinkingConfig":{"thinkingLevel":"low"}"#))
    #expect(!Self.probe().body.contains("generationConfig"))
  }

  @Test("tells a call and its result again with the signature of the thought that led to it")
  func tools() {
    let call = ToolCall(id: "c1", name: "weather", arguments: #"{"place":"Oslo"}"#, signature: "sig")
    let nameless = ToolCall(id: "", name: "clock", arguments: "nonsense")
    let body = Self.probe(
      [
        .init(role: .user, content: "Weather?"),
        .init(role: .assistant, content: "", toolCalls: [call, nameless]), .init(result: "sunny", of: call),
      ]) {
        $0.tools = [
          ToolDefinition(name: "weather", description: "Looks up.", parameters: #"{"type":"object"}"#)
        ]
      }.body
    #expect(
      body.contains(
        #"{"functionCall":{"id":"c1","name":"weather","args":{"place":"Oslo"}},"thoughtSignature":"sig"}"#))
    #expect(body.contains(#"{"functionCall":{"name":"clock","args":{}}}"#))
    #expect(
      body.contains(#"{"functionResponse":{"id":"c1","name":"weather","response":{"result":"sunny"}}}"#))
    #expect(
      body.contains(
        #""tools":[{"functionDeclarations":[{"name":"weather","description":"Looks up.","#
          + #""parametersJsonSchema":{"type":"object"}}]}]"#))
  }

  @Test("tells thoughts, answer and calls apart, and ends without a terminator")
  func reply() {
    var probe = Self.probe()
    let events = probe.answer(
      Probe.stream(
        #"{"candidates":[{"content":{"role":"model","parts":[{"text":"hm","thought":true}]}}]}"#,
        #"{"candidates":[{"content":{"parts":[{"text":"Sure"},{"text":" thing"}]}}],"new":{"field":1}}"#,
        #"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"weather","args":{"days":2,"at":{"b":1,"a":[true]}}},"#
          + #""thoughtSignature":"sig"}]}}]}"#,
        #"{"candidates":[{"content":{},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":12,"#
          + #""candidatesTokenCount":3,"thoughtsTokenCount":4,"cachedContentTokenCount":8,"totalTokenCount":19}}"#
      ))
    #expect(
      events == [
        .reasoning(id, "hm", nil), .token(id, "Sure", nil), .token(id, " thing", nil),
        .toolCall(
          id,
          ToolCall(
            id: "", name: "weather", arguments: #"{"at":{"a":[true],"b":1},"days":2}"#, signature: "sig"), nil
        ),
        .finished(id, .toolCalls, .init(input: 12, cachedInput: 8, output: 7, reasoning: 4)),
      ])
  }

  @Test(
    "knows the reasons for stopping",
    arguments: [
      ("STOP", LanguageModelEvent.FinishReason.stop), ("MAX_TOKENS", .length), ("SAFETY", .contentFilter),
      ("RECITATION", .contentFilter), ("PROHIBITED_CONTENT", .contentFilter), ("OTHER", .other),
      ("MALFORMED_FUNCTION_CALL", .other),
    ])
  func finishReasons(text: String, reason: LanguageModelEvent.FinishReason) {
    var probe = Self.probe()
    let chunk = #"{"candidates":[{"finishReason":"\#(text)"}]}"#
    #expect(probe.answer(Probe.stream(chunk)) == [.finished(id, reason, nil)])
  }

  private static func failure(_ events: [LanguageModelEvent]) -> ProviderFailure? {
    for case .failed(_, let failure) in events { return failure }
    return nil
  }

  @Test(
    "fails with an error inside the stream, a blocked prompt or a stream that breaks off",
    arguments: [
      (#"{"error":{"code":429,"message":"m","status":"RESOURCE_EXHAUSTED"}}"#, "rate_limited"),
      (#"{"error":{"code":503,"message":"m","status":"UNAVAILABLE"}}"#, "overloaded"),
      (#"{"error":{"code":403,"message":"m","status":"PERMISSION_DENIED"}}"#, "unauthorized"),
      (#"{"error":{"code":404,"message":"m","status":"NOT_FOUND"}}"#, "not_found"),
      (#"{"error":{"code":400,"message":"m","status":"FAILED_PRECONDITION"}}"#, "bad_request"),
      (#"{"error":{"code":504,"status":"DEADLINE_EXCEEDED"}}"#, "timed_out"),
      (#"{"error":{}}"#, "server_error"), (#"{"promptFeedback":{"blockReason":"SAFETY"}}"#, "bad_request"),
      ("[1]", "bad_message"), (#"{"candidates":[{"content":{"parts":[{"text":"Half"}]}}]}"#, "lost"),
    ])
  func failures(chunk: String, code: String) {
    var probe = Self.probe()
    #expect(Self.failure(probe.answer(Probe.stream(chunk)))?.code == code)
  }

  @Test("reads a refusal and hides the key in it")
  func refusal() {
    var probe = Self.probe()
    let body = #"{"error":{"code":400,"message":"API key secret not valid.","status":"INVALID_ARGUMENT"}}"#
    let failure = Self.failure(probe.answer(body, status: 400))
    #expect(failure?.message == "The service answered with status 400: API key [key] not valid.")
    #expect(failure?.status == 400)
  }
}
