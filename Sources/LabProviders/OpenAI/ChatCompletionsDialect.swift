/// OpenAI's Chat Completions, streamed; spoken by many other servers as well.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0.
public struct ChatCompletionsDialect: OpenAIDialect {
  public let path = "/chat/completions"
  private let model: String
  private let options: LanguageModelOptions

  public init(model: String, options: LanguageModelOptions) {
    self.model = model
    self.options = options
  }

  public func makeReader() -> ChatCompletionsReader { ChatCompletionsReader() }

  public func body(_ messages: [ChatMessage]) -> [UInt8] {
    let streamOptions = JSONText.object([
      "include_usage": "true", "include_obfuscation": options.disablesObfuscation ? "false" : nil,
    ])
    let limit = options.maximumTokens.map { "\($0)" }
    let body = JSONText.object([
      "model": JSONText.quoted(model), "messages": JSONText.array(messages.map(Self.message)),
      "stream": "true", "stream_options": streamOptions,
      "tools": options.tools.isEmpty ? nil : JSONText.array(options.tools.map(Self.tool)),
      "max_completion_tokens": options.usesOldTokenLimit ? nil : limit,
      "max_tokens": options.usesOldTokenLimit ? limit : nil,
      "temperature": options.temperature.map { "\($0)" },
      "reasoning_effort": options.reasoningEffort.map(JSONText.quoted),
    ])
    let further = options.furtherFields.map { ",\(JSONText.quoted($0.name)):\($0.json)" }.joined()
    return Array((body.dropLast() + further + "}").utf8)
  }

  private static func message(_ message: ChatMessage) -> String {
    let calls = message.toolCalls.map { call in
      JSONText.object([
        "id": JSONText.quoted(call.id), "type": #""function""#,
        "function": JSONText.object([
          "name": JSONText.quoted(call.name), "arguments": JSONText.quoted(call.arguments),
        ]),
      ])
    }
    return JSONText.object([
      "role": JSONText.quoted(message.role.rawValue), "content": JSONText.quoted(message.content),
      "tool_calls": calls.isEmpty ? nil : JSONText.array(calls),
      "tool_call_id": message.answers.map { JSONText.quoted($0.id) },
    ])
  }

  private static func tool(_ tool: ToolDefinition) -> String {
    let function = JSONText.object([
      "name": JSONText.quoted(tool.name), "description": JSONText.quoted(tool.description),
      "parameters": JSONText.objectOrEmpty(tool.parameters),
    ])
    return JSONText.object(["type": #""function""#, "function": function])
  }
}

/// A session with a service that speaks Chat Completions.
public typealias ChatCompletionsSession = StreamedLanguageModelSession<ChatCompletionsDialect>

/// Reads the chunks of a streamed chat completion.
public struct ChatCompletionsReader: ReplyReader {
  private static let terminator = Array("[DONE]".utf8)
  private var calls = ToolCallAssembly()
  private var thinking = InlineThinking()

  public mutating func read(_ event: ServerSentEvent) -> [ReplyPiece] {
    // Weak servers never say why they stopped after a call.
    if event.data.starts(with: Self.terminator) {
      return thinking.finish() + finishCalls() + [.complete]
    }
    guard let chunk = JSONText.read(ChatCompletionsChunk.self, from: event.data) else {
      return [.unreadable(expected: "a chunk of a completion")]
    }
    if let error = chunk.failure {
      return [.failed(code: error.failureCode, words: error.message ?? error.code ?? "no reason given")]
    }
    let choice = chunk.choices?.first
    let usage = chunk.usage ?? chunk.groq?.usage ?? choice?.usage
    var pieces = usage.map { [ReplyPiece.usage($0.tokens)] } ?? []
    guard let choice else { return pieces }
    if let text = choice.delta?.anyReasoning { pieces.append(.reasoning(text)) }
    if let text = choice.delta?.content { pieces += thinking.read(text) }
    for call in choice.delta?.toolCalls ?? [] {
      calls.add(
        call.index ?? 0, id: call.id, name: call.function?.name, arguments: call.function?.arguments)
    }
    if calls.hasOverflowed { return pieces + [.unreadable(expected: "a tool call of a sane size")] }
    if let reason = choice.finishReason {
      pieces += thinking.finish() + finishCalls()
      pieces.append(.stopped(reason == "function_call" ? .toolCalls : .init(rawValue: reason) ?? .other))
    }
    return pieces
  }

  private mutating func finishCalls() -> [ReplyPiece] { calls.finishAll().map(ReplyPiece.toolCall) }
}
