import LabProviders

/// OpenAI's chat completions as the service words them.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0.
struct ChatCompletionsCodec: LanguageModelCodec {
  private let asked: LanguageModelRequest
  private let chunk: ChatChunk
  private let requestID: String

  init(request: LanguageModelRequest, name: String) {
    asked = request
    requestID = "req_" + name
    chunk = ChatChunk(
      id: "chatcmpl-" + name.prefix(24), model: request.model, includesUsage: request.includesUsage)
  }

  static func isAuthorised(_ request: ConnectionRequest) -> Bool { ChatError.isAuthorised(request) }

  static func read(_ request: ConnectionRequest) -> LanguageModelRequest? {
    guard let asked = JSONText.read(ChatRequest.self, from: request.body) else { return nil }
    return LanguageModelRequest(
      model: asked.model, texts: asked.messages.map(\.content), streams: asked.stream ?? false,
      includesUsage: asked.streamOptions?.includeUsage ?? false,
      tools: asked.tools == nil ? ToolOffer() : tools(request.body))
  }

  private static func tools(_ body: [UInt8]) -> ToolOffer {
    let fields = ToolOffer.fields(body)
    return ToolOffer(
      tools: ToolOffer.list(fields["tools"]).compactMap { tool in
        let function = tool["function"] as? [String: Any]
        return (function?["name"] as? String).map { OfferedTool(name: $0, schema: function?["parameters"]) }
      },
      isForbidden: fields["tool_choice"] as? String == "none",
      followsResult: ToolOffer.list(fields["messages"]).last?["role"] as? String == "tool")
  }

  static func refusal(_ reason: LanguageModelRefusal.Reason, request name: String) -> LanguageModelRefusal {
    let error: ChatError =
      switch reason {
      case .unauthorised: .unauthorised
      case .malformed: .malformed
      case .unknownModel(let model): .unknownModel(model)
      }
    return LanguageModelRefusal(
      status: error.status, headers: ChatError.headers(requestID: "req_" + name, milliseconds: 0),
      body: error.body)
  }

  func headers(milliseconds: Int) -> [HeaderField] {
    ChatError.headers(requestID: requestID, milliseconds: milliseconds)
  }

  var opening: [[UInt8]] { [chunk.role] }

  func token(_ text: String, at index: Int) -> [UInt8] { chunk.content(text) }

  func closing(text: String, tokens: Int) -> [[UInt8]] {
    let usage = asked.includesUsage ? [chunk.usage(promptTokens: asked.tokens, completionTokens: tokens)] : []
    return [chunk.finish] + usage + [ChatChunk.done]
  }

  func whole(text: String, tokens: Int) -> [UInt8] {
    chunk.whole(text: text, promptTokens: asked.tokens, completionTokens: tokens)
  }

  func opening(_ call: ToolCall) -> [[UInt8]] { [chunk.opening(call)] }

  func fragment(_ text: String, at index: Int) -> [UInt8] { chunk.arguments(text) }

  func closing(_ call: ToolCall, fragments: Int) -> [[UInt8]] {
    let usage =
      asked.includesUsage ? [chunk.usage(promptTokens: asked.tokens, completionTokens: fragments)] : []
    return [chunk.finishCalls] + usage + [ChatChunk.done]
  }

  func whole(_ call: ToolCall, fragments: Int) -> [UInt8] {
    chunk.whole(call, promptTokens: asked.tokens, completionTokens: fragments)
  }
}
