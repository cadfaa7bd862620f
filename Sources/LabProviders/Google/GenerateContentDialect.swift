/// Gemini's streamGenerateContent with server-sent events.
///
/// Source: google-genai Python SDK 3.4.0 and the vendor's API reference, 2026.
public struct GenerateContentDialect: LanguageModelDialect {
  private let model: String
  private let options: LanguageModelOptions

  public init(model: String, options: LanguageModelOptions) {
    self.model = model
    self.options = options
  }

  public var path: String { "/models/\(model):streamGenerateContent?alt=sse" }

  public func authentication(_ key: APIKey) -> [HeaderField] { [HeaderField("x-goog-api-key", key.secret)] }

  public func makeReader() -> GenerateContentReader { GenerateContentReader() }

  public func refusalWords(_ body: [UInt8]) -> String? {
    let error = JSONText.read(GenerateContentChunk.self, from: body)?.error
    return error?.message ?? error?.status
  }

  public func body(_ messages: [ChatMessage]) -> [UInt8] {
    let instructions = messages.filter { $0.role == .system }.map(\.content)
    return Array(
      JSONText.object([
        "contents": JSONText.array(messages.filter { $0.role != .system }.map(Self.content)),
        "systemInstruction": instructions.isEmpty
          ? nil : #"{"parts":[{"text":\#(JSONText.quoted(instructions.joined(separator: "\n\n")))}]}"#,
        "tools": options.tools.isEmpty
          ? nil : #"[{"functionDeclarations":\#(JSONText.array(options.tools.map(Self.tool)))}]"#,
        "generationConfig": limits == "{}" ? nil : limits,
      ]).utf8)
  }

  private static func content(_ message: ChatMessage) -> String {
    var parts = message.content.isEmpty ? [] : [#"{"text":\#(JSONText.quoted(message.content))}"#]
    if let call = message.answers {
      let response = #"{"result":\#(JSONText.quoted(message.content))}"#
      parts = [#"{"functionResponse":\#(Self.call(call, "response", response))}"#]
    }
    parts += message.toolCalls.map { call in
      JSONText.object([
        "functionCall": Self.call(call, "args", JSONText.objectOrEmpty(call.arguments)),
        "thoughtSignature": call.signature.map(JSONText.quoted),
      ])
    }
    if parts.isEmpty { parts = [#"{"text":""}"#] }
    return JSONText.object([
      "role": message.role == .assistant ? #""model""# : #""user""#, "parts": JSONText.array(parts),
    ])
  }

  /// A call or its answer; the service does not name every call.
  private static func call(_ call: ToolCall, _ field: String, _ value: String) -> String {
    let id = call.id.isEmpty ? "" : #""id":\#(JSONText.quoted(call.id)),"#
    return #"{\#(id)"name":\#(JSONText.quoted(call.name)),"\#(field)":\#(value)}"#
  }

  private static func tool(_ tool: ToolDefinition) -> String {
    JSONText.object([
      "name": JSONText.quoted(tool.name), "description": JSONText.quoted(tool.description),
      "parametersJsonSchema": JSONText.objectOrEmpty(tool.parameters),
    ])
  }

  private var limits: String {
    let thinking = options.reasoningEffort.map { effort in
      effort == "none" ? #"{"thinkingBudget":0}"# : #"{"thinkingLevel":\#(JSONText.quoted(effort))}"#
    }
    return JSONText.object([
      "maxOutputTokens": options.maximumTokens.map { "\($0)" },
      "temperature": options.temperature.map { "\($0)" }, "thinkingConfig": thinking,
    ])
  }
}

/// Reads the chunks of a streamed Gemini reply. There is no terminator: the last chunk names the reason for
/// stopping.
public struct GenerateContentReader: ReplyReader {
  public mutating func read(_ event: ServerSentEvent) -> [ReplyPiece] {
    guard let chunk = JSONText.read(GenerateContentChunk.self, from: event.data) else {
      return [.unreadable(expected: "a chunk of a generated reply")]
    }
    if let error = chunk.error {
      return [
        .failed(code: error.failureCode, words: error.message ?? error.status ?? "no reason given")
      ]
    }
    if let reason = chunk.promptFeedback?.blockReason {
      return [.failed(code: "bad_request", words: "the prompt was blocked (\(reason))")]
    }
    let candidate = chunk.candidates?.first
    var pieces = (candidate?.content?.parts ?? []).enumerated().compactMap { place, part -> ReplyPiece? in
      if let call = part.functionCall {
        return .toolCall(
          ToolCall(
            id: call.id ?? "", name: call.name ?? "", arguments: Self.arguments(in: event.data, part: place),
            signature: part.thoughtSignature))
      }
      guard let text = part.text else { return nil }
      return part.thought == true ? .reasoning(text) : .token(text)
    }
    if let usage = chunk.usageMetadata { pieces.append(.usage(usage.tokens)) }
    if let reason = candidate?.finishReason { pieces.append(.stopped(Self.finish(reason))) }
    return pieces
  }

  /// The arguments of a call, as JSON again: they come as an object whose fields are the tool's own.
  private static func arguments(in data: [UInt8], part: Int) -> String {
    let chunk = JSONText.members(of: data)
    let content = (chunk?["candidates"] as? [[String: Any]])?.first?["content"] as? [String: Any]
    let parts = content?["parts"] as? [[String: Any]] ?? []
    let call = parts.indices.contains(part) ? parts[part]["functionCall"] as? [String: Any] : nil
    return (call?["args"] as? [String: Any]).map { JSONText.text(of: $0) } ?? "{}"
  }

  private static func finish(_ reason: String) -> LanguageModelEvent.FinishReason {
    switch reason {
    case "STOP": .stop
    case "MAX_TOKENS": .length
    case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII": .contentFilter
    default: .other
    }
  }
}
