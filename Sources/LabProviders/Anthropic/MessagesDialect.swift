/// Anthropic's Messages, streamed, in the version of 2023-06-01.
///
/// Source: Anthropic Python SDK 2.11.0 and the vendor's documentation of streaming, errors and versions,
/// October 2026.
public struct MessagesDialect: LanguageModelDialect {
  /// What a reply may have at most when nothing is asked for: the service insists on a figure.
  private static let defaultMaximumTokens = 1024
  /// The service wants a person to speak first; a conversation that the agent opens begins with this.
  private static let opening = ChatMessage(role: .user, content: "(The conversation begins.)")

  public let path = "/messages"
  private let model: String
  private let options: LanguageModelOptions

  public init(model: String, options: LanguageModelOptions) {
    self.model = model
    self.options = options
  }

  public func authentication(_ key: APIKey) -> [HeaderField] {
    [HeaderField("x-api-key", key.secret), HeaderField("anthropic-version", "2023-06-01")]
  }

  public func makeReader() -> MessagesReader { MessagesReader() }

  public func refusalWords(_ body: [UInt8]) -> String? {
    let error = JSONText.read(MessagesEvent.self, from: body)?.error
    return error?.message ?? error?.type
  }

  public func body(_ messages: [ChatMessage]) -> [UInt8] {
    let instructions = messages.filter { $0.role == .system }.map(\.content)
    let spoken = messages.filter { $0.role != .system }
    let opened = (spoken.first?.role == .user ? [] : [Self.opening]) + spoken
    return Array(
      JSONText.object([
        "model": JSONText.quoted(model),
        "max_tokens": String(options.maximumTokens ?? Self.defaultMaximumTokens),
        "system": instructions.isEmpty ? nil : JSONText.quoted(instructions.joined(separator: "\n\n")),
        "messages": JSONText.array(opened.map(Self.message)), "stream": "true",
        "tools": options.tools.isEmpty ? nil : JSONText.array(options.tools.map(Self.tool)),
        "temperature": options.temperature.map { "\($0)" }, "thinking": thinking?.type,
        "output_config": thinking?.effort.map { JSONText.object(["effort": JSONText.quoted($0)]) },
      ]).utf8)
  }

  /// Words alone are a text; calls and results are blocks.
  private static func message(_ message: ChatMessage) -> String {
    if let call = message.answers {
      let result = JSONText.object([
        "type": #""tool_result""#, "tool_use_id": JSONText.quoted(call.id),
        "content": JSONText.quoted(message.content),
      ])
      return Self.turn(.user, JSONText.array([result]))
    }
    guard !message.toolCalls.isEmpty else {
      return Self.turn(message.role, JSONText.quoted(message.content))
    }
    let words =
      message.content.isEmpty
      ? [] : [JSONText.object(["type": #""text""#, "text": JSONText.quoted(message.content)])]
    let calls = message.toolCalls.map { call in
      JSONText.object([
        "type": #""tool_use""#, "id": JSONText.quoted(call.id), "name": JSONText.quoted(call.name),
        "input": JSONText.objectOrEmpty(call.arguments),
      ])
    }
    return Self.turn(.assistant, JSONText.array(words + calls))
  }

  private static func turn(_ role: ChatMessage.Role, _ content: String) -> String {
    JSONText.object(["role": JSONText.quoted(role.rawValue), "content": content])
  }

  private static func tool(_ tool: ToolDefinition) -> String {
    JSONText.object([
      "name": JSONText.quoted(tool.name), "description": JSONText.quoted(tool.description),
      "input_schema": JSONText.objectOrEmpty(tool.parameters),
    ])
  }

  private var thinking: (type: String, effort: String?)? {
    guard let effort = options.reasoningEffort else { return nil }
    guard effort != "none" else { return (#"{"type":"disabled"}"#, nil) }
    return (#"{"type":"adaptive"}"#, effort == "minimal" ? "low" : effort)
  }
}

/// Reads the events of a streamed message. Kinds that it does not know are skipped, as the vendor asks.
public struct MessagesReader: ReplyReader {
  private var usage = TokenUsage(input: 0, cachedInput: 0, output: 0, reasoning: 0)
  private var calls = ToolCallAssembly()

  public mutating func read(_ event: ServerSentEvent) -> [ReplyPiece] {
    guard let message = JSONText.read(MessagesEvent.self, from: event.data) else {
      return [.unreadable(expected: "an event of a message")]
    }
    switch message.type {
    case "message_start": return count(message.message?.usage)
    case "content_block_start":
      guard let block = message.contentBlock, block.type == "tool_use" else { return [] }
      calls.add(message.index ?? 0, id: block.id, name: block.name)
      return []
    case "content_block_stop": return calls.finish(message.index ?? 0).map { [.toolCall($0)] } ?? []
    case "content_block_delta":
      if let fragment = message.delta?.partialJSON {
        calls.add(message.index ?? 0, arguments: fragment)
        return calls.hasOverflowed ? [.unreadable(expected: "a tool call of a sane size")] : []
      }
      let text = message.delta?.text.map(ReplyPiece.token)
      return [text, message.delta?.thinking.map(ReplyPiece.reasoning)].compactMap { $0 }
    case "message_delta":
      let reason = message.delta?.stopReason.map { ReplyPiece.stopped(Self.finish($0)) }
      return count(message.usage) + [reason].compactMap { $0 }
    case "message_stop": return [.complete]
    case "error":
      return [
        .failed(
          code: message.error?.failureCode ?? "server_error",
          words: message.error?.message ?? message.error?.type ?? "no reason given")
      ]
    default: return []
    }
  }

  /// The figures grow while the reply does; what a later event leaves out stays as it was.
  private mutating func count(_ news: MessagesEvent.Usage?) -> [ReplyPiece] {
    guard let news else { return [] }
    usage = TokenUsage(
      input: news.allInputTokens ?? usage.input,
      cachedInput: news.inputTokens == nil ? usage.cachedInput : news.cacheReadInputTokens ?? 0,
      output: news.outputTokens ?? usage.output,
      reasoning: news.outputDetails?.thinkingTokens ?? usage.reasoning)
    return [.usage(usage)]
  }

  private static func finish(_ reason: String) -> LanguageModelEvent.FinishReason {
    switch reason {
    case "end_turn", "stop_sequence": .stop
    case "max_tokens", "model_context_window_exceeded": .length
    case "tool_use": .toolCalls
    case "refusal": .contentFilter
    default: .other
    }
  }
}
