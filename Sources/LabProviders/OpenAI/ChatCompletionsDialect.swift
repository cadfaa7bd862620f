/// OpenAI's Chat Completions, streamed; spoken by many other servers as well.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0.
public struct ChatCompletionsDialect: LanguageModelDialect {
  public let path = "/chat/completions"
  private let model: String
  private let options: LanguageModelOptions

  public init(model: String, options: LanguageModelOptions) {
    self.model = model
    self.options = options
  }

  public func authentication(_ key: APIKey) -> [HeaderField] {
    [HeaderField("Authorization", "Bearer " + key.secret)]
  }

  public func makeReader() -> ChatCompletionsReader { ChatCompletionsReader() }

  public func refusalCode(_ body: [UInt8]) -> String? { ChatCompletionsError.refusalCode(body) }

  public func refusalWords(_ body: [UInt8]) -> String? {
    let error = (try? JSONText.decode(ChatCompletionsError.Body.self, from: body))?.error
    return error?.message ?? error?.code
  }

  public func body(_ messages: [ChatMessage]) -> [UInt8] {
    var bytes = Array(#"{"model":"#.utf8)
    JSONText.appendQuoted(model, to: &bytes)
    bytes += #","messages":["#.utf8
    for (index, message) in messages.enumerated() {
      bytes += (index == 0 ? #"{"role":""# : #",{"role":""#).utf8
      bytes += message.role.rawValue.utf8
      bytes += #"","content":"#.utf8
      JSONText.appendQuoted(message.content, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes += #"],"stream":true,"stream_options":{"include_usage":true"#.utf8
    bytes += (options.disablesObfuscation ? #","include_obfuscation":false}"# : "}").utf8
    appendLimits(to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private func appendLimits(to bytes: inout [UInt8]) {
    if let tokens = options.maximumTokens { bytes += #","max_completion_tokens":\#(tokens)"#.utf8 }
    if let temperature = options.temperature { bytes += #","temperature":\#(temperature)"#.utf8 }
    if let effort = options.reasoningEffort {
      bytes += #","reasoning_effort":"#.utf8
      JSONText.appendQuoted(effort, to: &bytes)
    }
  }
}

/// A session with a service that speaks Chat Completions.
public typealias ChatCompletionsSession = StreamedLanguageModelSession<ChatCompletionsDialect>

/// Reads the chunks of a streamed chat completion.
public struct ChatCompletionsReader: ReplyReader {
  private static let terminator = Array("[DONE]".utf8)

  public mutating func read(_ event: ServerSentEvent) -> [ReplyPiece] {
    if event.data.starts(with: Self.terminator) { return [.complete] }
    guard let chunk = try? JSONText.decode(ChatCompletionsChunk.self, from: event.data) else {
      return [.unreadable(expected: "a chunk of a completion")]
    }
    if let error = chunk.error {
      return [.failed(code: error.failureCode, words: error.message ?? error.code ?? "no reason given")]
    }
    var pieces = chunk.usage.map { [ReplyPiece.usage($0.tokens)] } ?? []
    guard let choice = chunk.choices?.first else { return pieces }
    if let text = choice.delta?.reasoningContent ?? choice.delta?.reasoning {
      pieces.append(.reasoning(text))
    }
    if let text = choice.delta?.content { pieces.append(.token(text)) }
    if let reason = choice.finishReason {
      pieces.append(.stopped(reason == "function_call" ? .toolCalls : .init(rawValue: reason) ?? .other))
    }
    return pieces
  }
}
