import LabProviders

/// Anthropic's messages as the service words them.
///
/// Source: Anthropic Python SDK 2.11.0 and the vendor's documentation of streaming and errors, October 2026.
struct MessagesCodec: LanguageModelCodec {
  private let asked: LanguageModelRequest
  private let requestID: String
  private let messageID: String

  init(request: LanguageModelRequest, name: String) {
    asked = request
    requestID = "req_" + name.prefix(24)
    messageID = "msg_" + name.suffix(24)
  }

  static func isAuthorised(_ request: ConnectionRequest) -> Bool {
    let bearer = request.headers.value(of: "Authorization") ?? ""
    return request.headers.value(of: "x-api-key")?.isEmpty == false
      || (bearer.hasPrefix("Bearer ") && bearer.count > 7)
  }

  static func read(_ request: ConnectionRequest) -> LanguageModelRequest? {
    guard let asked = JSONText.read(MessagesRequest.self, from: request.body), asked.maxTokens >= 1,
      asked.messages.first?.role == "user", request.headers.value(of: "anthropic-version") != nil
    else { return nil }
    return LanguageModelRequest(
      model: asked.model, texts: (asked.system.map { [$0.text] } ?? []) + asked.messages.map(\.content.text),
      streams: asked.stream ?? false, tools: tools(request.body))
  }

  private static func tools(_ body: [UInt8]) -> ToolOffer {
    let fields = ToolOffer.fields(body)
    let lastBlocks = ToolOffer.list(ToolOffer.list(fields["messages"]).last?["content"])
    return ToolOffer(
      // Tools that the service runs itself have no schema.
      tools: ToolOffer.list(fields["tools"]).filter { $0["input_schema"] != nil }.compactMap { tool in
        (tool["name"] as? String).map { OfferedTool(name: $0, schema: tool["input_schema"]) }
      },
      isForbidden: (fields["tool_choice"] as? [String: Any])?["type"] as? String == "none",
      followsResult: lastBlocks.contains { $0["type"] as? String == "tool_result" })
  }

  static func refusal(_ reason: LanguageModelRefusal.Reason, request name: String) -> LanguageModelRefusal {
    let (status, type, message) =
      switch reason {
      case .unauthorised: (401, "authentication_error", "x-api-key header is required")
      case .malformed:
        (
          400, "invalid_request_error",
          "The body must have model, max_tokens and messages that begin with the user's, and the request the "
            + "header anthropic-version."
        )
      case .unknownModel(let model): (404, "not_found_error", "model: \(model)")
      }
    let id = "req_" + name.prefix(24)
    return LanguageModelRefusal(
      status: status, headers: [HeaderField("request-id", id)],
      body: "{\"type\":\"error\",\"error\":{\"type\":\"\(type)\",\"message\":\(JSONText.quoted(message))},"
        + "\"request_id\":\"\(id)\"}")
  }

  func headers(milliseconds: Int) -> [HeaderField] {
    [
      HeaderField("request-id", requestID), HeaderField("anthropic-organization-id", "emulated"),
      HeaderField("anthropic-ratelimit-requests-limit", "4000"),
      HeaderField("anthropic-ratelimit-requests-remaining", "3999"),
    ]
  }

  var opening: [[UInt8]] { opening(block: "{\"type\":\"text\",\"text\":\"\"}") }

  private func opening(block: String) -> [[UInt8]] {
    let message =
      "{\"type\":\"message_start\",\"message\":{\(head),\"content\":[],\"stop_reason\":null,"
      + "\"stop_sequence\":null,\"usage\":\(usage(output: 1))}}"
    let start = "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":\(block)}"
    return [
      Self.event("message_start", message), Self.event("content_block_start", start),
      Self.event("ping", "{\"type\": \"ping\"}"),
    ]
  }

  func token(_ text: String, at index: Int) -> [UInt8] {
    var bytes = Self.tokenPrefix
    JSONText.appendQuoted(text, to: &bytes)
    return bytes + Self.tokenSuffix
  }

  func closing(text: String, tokens: Int) -> [[UInt8]] { closing(reason: "end_turn", tokens: tokens) }

  private func closing(reason: String, tokens: Int) -> [[UInt8]] {
    let delta =
      "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"\(reason)\",\"stop_sequence\":null},"
      + "\"usage\":{\"output_tokens\":\(tokens)}}"
    return [
      Self.event("content_block_stop", "{\"type\":\"content_block_stop\",\"index\":0}"),
      Self.event("message_delta", delta), Self.event("message_stop", "{\"type\":\"message_stop\"}"),
    ]
  }

  func whole(text: String, tokens: Int) -> [UInt8] {
    whole(
      block: "{\"type\":\"text\",\"text\":\(JSONText.quoted(text))}", reason: "end_turn", tokens: tokens)
  }

  private func whole(block: String, reason: String, tokens: Int) -> [UInt8] {
    Array(
      ("{\(head),\"content\":[\(block)],"
        + "\"stop_reason\":\"\(reason)\",\"stop_sequence\":null,\"usage\":\(usage(output: tokens))}").utf8)
  }

  func opening(_ call: ToolCall) -> [[UInt8]] { opening(block: block(call, input: "{}")) }

  func fragment(_ text: String, at index: Int) -> [UInt8] {
    Self.event(
      "content_block_delta",
      "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\","
        + "\"partial_json\":\(JSONText.quoted(text))}}")
  }

  func closing(_ call: ToolCall, fragments: Int) -> [[UInt8]] {
    closing(reason: "tool_use", tokens: fragments)
  }

  func whole(_ call: ToolCall, fragments: Int) -> [UInt8] {
    whole(block: block(call, input: call.arguments), reason: "tool_use", tokens: fragments)
  }

  /// The service has a form of its own for the names of calls.
  private func block(_ call: ToolCall, input: String) -> String {
    let id = "toolu_" + call.id.drop { $0 != "_" }.dropFirst()
    return "{\"type\":\"tool_use\",\"id\":\(JSONText.quoted(id)),\"name\":\(JSONText.quoted(call.name)),"
      + "\"input\":\(input)}"
  }

  private var head: String {
    "\"id\":\"\(messageID)\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\(JSONText.quoted(asked.model))"
  }

  private func usage(output: Int) -> String {
    "{\"input_tokens\":\(asked.tokens),\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0,"
      + "\"output_tokens\":\(output),\"service_tier\":\"standard\"}"
  }

  private static func event(_ name: String, _ data: String) -> [UInt8] {
    Array("event: \(name)\ndata: \(data)\n\n".utf8)
  }

  // Written once, because there is an event for every token.
  private static let tokenPrefix = Array(
    ("event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,"
      + "\"delta\":{\"type\":\"text_delta\",\"text\":").utf8)
  private static let tokenSuffix = Array("}}\n\n".utf8)
}

/// A request for a message, as far as the emulator acts on it.
private struct MessagesRequest: Decodable {
  var model: String
  var maxTokens: Int
  var system: Content?
  var messages: [Message]
  var stream: Bool?

  private enum CodingKeys: String, CodingKey {
    case model, system, messages, stream
    case maxTokens = "max_tokens"
  }

  struct Message: Decodable {
    var role: String
    var content: Content
  }

  /// Text, or blocks of which those without text count as none.
  struct Content: Decodable {
    var text: String

    private struct Block: Decodable { var text: String? }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = container.read(String.self) {
        self.text = text
      } else {
        text = try container.decode([Block].self).compactMap(\.text).joined(separator: " ")
      }
    }
  }
}
