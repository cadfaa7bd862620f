import LabProviders

/// Gemini's generateContent and streamGenerateContent as the service words them. The model is named in the
/// path.
///
/// Source: google-genai Python SDK 3.4.0 and the vendor's API reference, 2026.
struct GenerateContentCodec: LanguageModelCodec {
  private let asked: LanguageModelRequest
  private let name: String

  init(request: LanguageModelRequest, name: String) {
    asked = request
    self.name = name
  }

  /// The model and the method of a path such as `/v1beta/models/gemini-2.5-flash:streamGenerateContent`.
  static func model(inPath path: Substring) -> (model: String, streams: Bool)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, ["v1", "v1beta"].contains(parts[1]), parts[2] == "models",
      let colon = parts[3].lastIndex(of: ":")
    else { return nil }
    switch parts[3][parts[3].index(after: colon)...] {
    case "streamGenerateContent": return (String(parts[3][..<colon]), true)
    case "generateContent": return (String(parts[3][..<colon]), false)
    default: return nil
    }
  }

  static func isAuthorised(_ request: ConnectionRequest) -> Bool {
    let key = request.headers.value(of: "x-goog-api-key") ?? QueryString(target: request.target)["key"]
    return key?.isEmpty == false
  }

  static func read(_ request: ConnectionRequest) -> LanguageModelRequest? {
    guard let (model, streams) = model(inPath: request.target.prefix { $0 != "?" }) else { return nil }
    let asked = JSONText.read(GenerateContentRequest.self, from: request.body)
    // Without a readable body the model is known all the same, and the request is malformed.
    let texts = (asked?.systemInstruction.map { [$0.text] } ?? []) + (asked?.contents.map(\.text) ?? [])
    return LanguageModelRequest(
      model: model, texts: asked?.contents.isEmpty == false ? texts : [], streams: streams,
      tools: tools(request.body))
  }

  private static func tools(_ body: [UInt8]) -> ToolOffer {
    let fields = ToolOffer.fields(body)
    let declarations = ToolOffer.list(fields["tools"]).flatMap { ToolOffer.list($0["functionDeclarations"]) }
    let calling = (fields["toolConfig"] as? [String: Any])?["functionCallingConfig"] as? [String: Any]
    let lastParts = ToolOffer.list(ToolOffer.list(fields["contents"]).last?["parts"])
    return ToolOffer(
      tools: declarations.compactMap { tool in
        (tool["name"] as? String).map {
          OfferedTool(name: $0, schema: tool["parametersJsonSchema"] ?? tool["parameters"])
        }
      },
      isForbidden: calling?["mode"] as? String == "NONE",
      followsResult: lastParts.contains { $0["functionResponse"] != nil })
  }

  static func refusal(_ reason: LanguageModelRefusal.Reason, request name: String) -> LanguageModelRefusal {
    let (code, status, message) =
      switch reason {
      case .unauthorised: (403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers.")
      case .malformed: (400, "INVALID_ARGUMENT", "The body must be JSON with a non-empty contents.")
      case .unknownModel(let model): (404, "NOT_FOUND", "models/\(model) is not found.")
      }
    return LanguageModelRefusal(
      status: code, headers: [],
      body: "{\"error\":{\"code\":\(code),\"message\":\(JSONText.quoted(message)),\"status\":\"\(status)\"}}")
  }

  func headers(milliseconds: Int) -> [HeaderField] {
    [HeaderField("server-timing", "gfet4t7; dur=\(milliseconds)")]
  }

  var opening: [[UInt8]] { [] }

  func token(_ text: String, at index: Int) -> [UInt8] { event(chunk(text, finish: nil, tokens: nil)) }

  func closing(text: String, tokens: Int) -> [[UInt8]] { [event(chunk("", finish: "STOP", tokens: tokens))] }

  func whole(text: String, tokens: Int) -> [UInt8] {
    Array(chunk(text, finish: "STOP", tokens: tokens).utf8)
  }

  // The service sends a call whole, in one part.
  func opening(_ call: ToolCall) -> [[UInt8]] { [] }

  func fragment(_ text: String, at index: Int) -> [UInt8] { [] }

  func closing(_ call: ToolCall, fragments: Int) -> [[UInt8]] {
    [event(chunk(part: part(call), finish: "STOP", tokens: fragments))]
  }

  func whole(_ call: ToolCall, fragments: Int) -> [UInt8] {
    Array(chunk(part: part(call), finish: "STOP", tokens: fragments).utf8)
  }

  private func part(_ call: ToolCall) -> String {
    "{\"functionCall\":{\"id\":\(JSONText.quoted(call.id)),\"name\":\(JSONText.quoted(call.name)),"
      + "\"args\":\(call.arguments)}}"
  }

  private func chunk(_ text: String, finish: String?, tokens: Int?) -> String {
    chunk(part: "{\"text\":\(JSONText.quoted(text))}", finish: finish, tokens: tokens)
  }

  private func chunk(part: String, finish: String?, tokens: Int?) -> String {
    let reason = finish.map { ",\"finishReason\":\"\($0)\"" } ?? ""
    let answer = tokens.map { "\"candidatesTokenCount\":\($0)," } ?? ""
    return
      "{\"candidates\":[{\"content\":{\"parts\":[\(part)],\"role\":\"model\"}\(reason),"
      + "\"index\":0}],\"usageMetadata\":{\"promptTokenCount\":\(asked.tokens),\(answer)"
      + "\"totalTokenCount\":\(asked.tokens + (tokens ?? 0))},\"modelVersion\":\(JSONText.quoted(asked.model)),"
      + "\"responseId\":\"\(name.prefix(20))\"}"
  }

  /// The service ends its lines as HTTP does.
  private func event(_ data: String) -> [UInt8] { Array("data: \(data)\r\n\r\n".utf8) }
}

/// A request for generated content, as far as the emulator acts on it.
private struct GenerateContentRequest: Decodable {
  var contents: [Content]
  var systemInstruction: Content?

  struct Content: Decodable {
    var parts: [Part]

    struct Part: Decodable { var text: String? }

    var text: String { parts.compactMap(\.text).joined(separator: " ") }
  }
}
