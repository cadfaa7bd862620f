import LabProviders

/// OpenAI's responses as the service words them: every event is numbered, and the last ones repeat the whole
/// reply.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0.
struct ResponsesCodec: LanguageModelCodec {
  private let asked: LanguageModelRequest
  private let name: String
  private var itemID: String { "msg_" + name.prefix(24) }

  init(request: LanguageModelRequest, name: String) {
    asked = request
    self.name = name
  }

  static func isAuthorised(_ request: ConnectionRequest) -> Bool { ChatError.isAuthorised(request) }

  static func read(_ request: ConnectionRequest) -> LanguageModelRequest? {
    guard let asked = JSONText.read(ResponsesRequest.self, from: request.body) else { return nil }
    return LanguageModelRequest(
      model: asked.model, texts: (asked.instructions.map { [$0] } ?? []) + asked.input.texts,
      streams: asked.stream ?? false, tools: tools(request.body))
  }

  private static func tools(_ body: [UInt8]) -> ToolOffer {
    let fields = ToolOffer.fields(body)
    return ToolOffer(
      tools: ToolOffer.list(fields["tools"]).filter { $0["type"] as? String == "function" }.compactMap {
        tool in
        (tool["name"] as? String).map { OfferedTool(name: $0, schema: tool["parameters"]) }
      },
      isForbidden: fields["tool_choice"] as? String == "none",
      followsResult: ToolOffer.list(fields["input"]).last?["type"] as? String == "function_call_output")
  }

  static func refusal(_ reason: LanguageModelRefusal.Reason, request name: String) -> LanguageModelRefusal {
    ChatCompletionsCodec.refusal(reason, request: name)
  }

  func headers(milliseconds: Int) -> [HeaderField] {
    ChatError.headers(requestID: "req_" + name, milliseconds: milliseconds)
  }

  var opening: [[UInt8]] {
    let item = """
      {"id":"\(itemID)","type":"message","status":"in_progress","role":"assistant","content":[]}
      """
    return beginning(item) + [
      event("response.content_part.added", 3, #"\#(place),"part":\#(part(""))"#)
    ]
  }

  func token(_ text: String, at index: Int) -> [UInt8] {
    event(
      "response.output_text.delta", 4 + index, #"\#(place),"delta":\#(JSONText.quoted(text)),"logprobs":[]"#)
  }

  func closing(text: String, tokens: Int) -> [[UInt8]] {
    let next = 4 + tokens
    return [
      event(
        "response.output_text.done", next, #"\#(place),"text":\#(JSONText.quoted(text)),"logprobs":[]"#),
      event("response.content_part.done", next + 1, #"\#(place),"part":\#(part(text))"#),
      event("response.output_item.done", next + 2, #""output_index":0,"item":\#(item(text))"#),
      event("response.completed", next + 3, #""response":\#(response((item(text), tokens)))"#),
    ]
  }

  func whole(text: String, tokens: Int) -> [UInt8] { Array(response((item(text), tokens)).utf8) }

  func opening(_ call: ToolCall) -> [[UInt8]] { beginning(item(call, arguments: "", status: "in_progress")) }

  func fragment(_ text: String, at index: Int) -> [UInt8] {
    event(
      "response.function_call_arguments.delta", 3 + index,
      #""item_id":"\#(callItemID)","output_index":0,"delta":\#(JSONText.quoted(text))"#)
  }

  func closing(_ call: ToolCall, fragments: Int) -> [[UInt8]] {
    let next = 3 + fragments
    let item = item(call, arguments: call.arguments, status: "completed")
    return [
      event(
        "response.function_call_arguments.done", next,
        #""item_id":"\#(callItemID)","output_index":0,"name":\#(JSONText.quoted(call.name)),"#
          + #""arguments":\#(JSONText.quoted(call.arguments))"#),
      event("response.output_item.done", next + 1, #""output_index":0,"item":\#(item)"#),
      event("response.completed", next + 2, #""response":\#(response((item, fragments)))"#),
    ]
  }

  func whole(_ call: ToolCall, fragments: Int) -> [UInt8] {
    Array(response((item(call, arguments: call.arguments, status: "completed"), fragments)).utf8)
  }

  private var callItemID: String { "fc_" + name.prefix(24) }

  private func item(_ call: ToolCall, arguments: String, status: String) -> String {
    #"{"id":"\#(callItemID)","type":"function_call","status":"\#(status)","call_id":\#(JSONText.quoted(call.id)),"#
      + #""name":\#(JSONText.quoted(call.name)),"arguments":\#(JSONText.quoted(arguments))}"#
  }

  private func beginning(_ item: String) -> [[UInt8]] {
    [
      event("response.created", 0, #""response":\#(response(nil))"#),
      event("response.in_progress", 1, #""response":\#(response(nil))"#),
      event("response.output_item.added", 2, #""output_index":0,"item":\#(item)"#),
    ]
  }

  private var place: String { #""item_id":"\#(itemID)","output_index":0,"content_index":0"# }

  private func part(_ text: String) -> String {
    #"{"type":"output_text","text":\#(JSONText.quoted(text)),"annotations":[],"logprobs":[]}"#
  }

  private func item(_ text: String) -> String {
    #"{"id":"\#(itemID)","type":"message","status":"completed","role":"assistant","content":[\#(part(text))]}"#
  }

  /// The response with its whole output and the output's tokens, or as it begins.
  private func response(_ reply: (item: String, tokens: Int)?) -> String {
    let usage = reply.map { reply in
      #"{"input_tokens":\#(asked.tokens),"input_tokens_details":{"cached_tokens":0},"#
        + #""output_tokens":\#(reply.tokens),"output_tokens_details":{"reasoning_tokens":0},"#
        + #""total_tokens":\#(asked.tokens + reply.tokens)}"#
    }
    return #"{"id":"resp_\#(name)","object":"response","created_at":0,"#
      + #""status":"\#(reply == nil ? "in_progress" : "completed")","error":null,"incomplete_details":null,"#
      + #""instructions":null,"metadata":{},"model":\#(JSONText.quoted(asked.model)),"#
      + #""output":[\#(reply?.item ?? "")],"parallel_tool_calls":true,"temperature":1.0,"#
      + #""tool_choice":"auto","tools":[],"top_p":1.0,"store":false,"usage":\#(usage ?? "null")}"#
  }

  private func event(_ type: String, _ number: Int, _ fields: String) -> [UInt8] {
    Array("event: \(type)\ndata: {\"type\":\"\(type)\",\"sequence_number\":\(number),\(fields)}\n\n".utf8)
  }
}
