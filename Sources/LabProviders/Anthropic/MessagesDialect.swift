/// Anthropic's Messages, streamed, in the version of 2023-06-01.
///
/// Source: Anthropic Python SDK 2.11.0 and the vendor's documentation of streaming, errors and versions, October 2026.
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
    let error = (try? JSONText.decode(MessagesEvent.self, from: body))?.error
    return error?.message ?? error?.type
  }

  public func body(_ messages: [ChatMessage]) -> [UInt8] {
    var bytes = Array(#"{"model":"#.utf8)
    JSONText.appendQuoted(model, to: &bytes)
    bytes += #","max_tokens":\#(options.maximumTokens ?? Self.defaultMaximumTokens)"#.utf8
    let instructions = messages.filter { $0.role == .system }.map(\.content)
    if !instructions.isEmpty {
      bytes += #","system":"#.utf8
      JSONText.appendQuoted(instructions.joined(separator: "\n\n"), to: &bytes)
    }
    bytes += #","messages":["#.utf8
    append(messages.filter { $0.role != .system }, to: &bytes)
    bytes += #"],"stream":true"#.utf8
    if let temperature = options.temperature { bytes += #","temperature":\#(temperature)"#.utf8 }
    appendThinking(to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private func append(_ messages: [ChatMessage], to bytes: inout [UInt8]) {
    let messages = (messages.first?.role == .user ? [] : [Self.opening]) + messages
    for (index, message) in messages.enumerated() {
      bytes += (index == 0 ? #"{"role":""# : #",{"role":""#).utf8
      bytes += message.role.rawValue.utf8
      bytes += #"","content":"#.utf8
      JSONText.appendQuoted(message.content, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private func appendThinking(to bytes: inout [UInt8]) {
    guard let effort = options.reasoningEffort else { return }
    guard effort != "none" else {
      bytes += #","thinking":{"type":"disabled"}"#.utf8
      return
    }
    bytes += #","thinking":{"type":"adaptive"},"output_config":{"effort":"#.utf8
    JSONText.appendQuoted(effort == "minimal" ? "low" : effort, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }
}

/// Reads the events of a streamed message. Kinds that it does not know are skipped, as the vendor asks.
public struct MessagesReader: ReplyReader {
  private var usage = TokenUsage(input: 0, cachedInput: 0, output: 0, reasoning: 0)

  public mutating func read(_ event: ServerSentEvent) -> [ReplyPiece] {
    guard let message = try? JSONText.decode(MessagesEvent.self, from: event.data) else {
      return [.unreadable(expected: "an event of a message")]
    }
    switch message.type {
    case "message_start": return count(message.message?.usage)
    case "content_block_delta":
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
    if let fresh = news.inputTokens {
      // What was read from the cache or written to it is not among the input tokens.
      usage.cachedInput = news.cacheReadInputTokens ?? 0
      usage.input = fresh + usage.cachedInput + (news.cacheCreationInputTokens ?? 0)
    }
    usage.output = news.outputTokens ?? usage.output
    usage.reasoning = news.outputDetails?.thinkingTokens ?? usage.reasoning
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
