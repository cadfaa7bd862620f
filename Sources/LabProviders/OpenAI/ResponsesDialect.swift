/// OpenAI's Responses, streamed.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0.
public struct ResponsesDialect: OpenAIDialect {
  public let path = "/responses"
  private let model: String
  private let options: LanguageModelOptions

  public init(model: String, options: LanguageModelOptions) {
    self.model = model
    self.options = options
  }

  public func makeReader() -> ResponsesReader { ResponsesReader() }

  public func body(_ messages: [ChatMessage]) -> [UInt8] {
    let effort = options.reasoningEffort.map { JSONText.object(["effort": JSONText.quoted($0)]) }
    return Array(
      JSONText.object([
        "model": JSONText.quoted(model), "input": JSONText.array(messages.flatMap(Self.items)),
        // A conversation of the lab is not to be kept by the service.
        "stream": "true", "store": "false",
        "stream_options": options.disablesObfuscation ? #"{"include_obfuscation":false}"# : nil,
        "tools": options.tools.isEmpty ? nil : JSONText.array(options.tools.map(Self.tool)),
        "max_output_tokens": options.maximumTokens.map { "\($0)" },
        "temperature": options.temperature.map { "\($0)" }, "reasoning": effort,
      ]).utf8)
  }

  /// Calls and their results are items of their own, beside the messages.
  private static func items(_ message: ChatMessage) -> [String] {
    if let call = message.answers {
      return [
        JSONText.object([
          "type": #""function_call_output""#, "call_id": JSONText.quoted(call.id),
          "output": JSONText.quoted(message.content),
        ])
      ]
    }
    let words = JSONText.object([
      "role": JSONText.quoted(message.role.rawValue), "content": JSONText.quoted(message.content),
    ])
    let calls = message.toolCalls.map { call in
      JSONText.object([
        "type": #""function_call""#, "call_id": JSONText.quoted(call.id), "name": JSONText.quoted(call.name),
        "arguments": JSONText.quoted(call.arguments),
      ])
    }
    return (message.content.isEmpty && !calls.isEmpty ? [] : [words]) + calls
  }

  private static func tool(_ tool: ToolDefinition) -> String {
    JSONText.object([
      "type": #""function""#, "name": JSONText.quoted(tool.name),
      "description": JSONText.quoted(tool.description),
      "parameters": JSONText.objectOrEmpty(tool.parameters),
    ])
  }
}

/// Reads the events of a streamed response. Kinds that it does not know, such as `keepalive`, are skipped.
public struct ResponsesReader: ReplyReader {
  public mutating func read(_ event: ServerSentEvent) -> [ReplyPiece] {
    guard let news = JSONText.read(ResponsesEvent.self, from: event.data) else {
      return [.unreadable(expected: "an event of a response")]
    }
    switch news.type {
    case "response.output_text.delta", "response.refusal.delta": return [.token(news.delta ?? "")]
    case "response.reasoning_text.delta", "response.reasoning_summary_text.delta":
      return [.reasoning(news.delta ?? "")]
    case "response.output_item.done":
      // The item repeats the whole call, so its fragments need not be kept.
      return news.item?.call.map { [.toolCall($0)] } ?? []
    case "response.completed", "response.incomplete": return end(news.response)
    case "response.failed", "error": return [failed(news)]
    default: return []
    }
  }

  private func end(_ response: ResponsesEvent.Response?) -> [ReplyPiece] {
    let reason: LanguageModelEvent.FinishReason =
      switch response?.incompleteDetails?.reason {
      case "max_output_tokens": .length
      case "content_filter": .contentFilter
      case nil: .stop
      default: .other
      }
    return (response?.usage.map { [.usage($0.tokens)] } ?? []) + [.stopped(reason), .complete]
  }

  /// The error stands in the response, in an object of its own, or in the event itself.
  private func failed(_ news: ResponsesEvent) -> ReplyPiece {
    let error = news.response?.error ?? news.error
    let words = error?.message ?? news.message ?? error?.code ?? news.code ?? "no reason given"
    return .failed(
      code: error?.failureCode ?? ChatCompletionsError.failureCode(of: news.code), words: words)
  }
}
