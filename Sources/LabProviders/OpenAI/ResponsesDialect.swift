/// OpenAI's Responses, streamed.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0.
public struct ResponsesDialect: LanguageModelDialect {
  public let path = "/responses"
  private let model: String
  private let options: LanguageModelOptions

  public init(model: String, options: LanguageModelOptions) {
    self.model = model
    self.options = options
  }

  public func authentication(_ key: APIKey) -> [HeaderField] {
    [HeaderField("Authorization", "Bearer " + key.secret)]
  }

  public func makeReader() -> ResponsesReader { ResponsesReader() }

  public func refusalCode(_ body: [UInt8]) -> String? { ChatCompletionsError.refusalCode(body) }

  public func refusalWords(_ body: [UInt8]) -> String? {
    let error = (try? JSONText.decode(ChatCompletionsError.Body.self, from: body))?.error
    return error?.message ?? error?.code
  }

  public func body(_ messages: [ChatMessage]) -> [UInt8] {
    var bytes = Array(#"{"model":"#.utf8)
    JSONText.appendQuoted(model, to: &bytes)
    bytes += #","input":["#.utf8
    for (index, message) in messages.enumerated() {
      bytes += (index == 0 ? #"{"role":""# : #",{"role":""#).utf8
      bytes += message.role.rawValue.utf8
      bytes += #"","content":"#.utf8
      JSONText.appendQuoted(message.content, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    // A conversation of the lab is not to be kept by the service.
    bytes += #"],"stream":true,"store":false"#.utf8
    if options.disablesObfuscation { bytes += #","stream_options":{"include_obfuscation":false}"#.utf8 }
    if let tokens = options.maximumTokens { bytes += #","max_output_tokens":\#(tokens)"#.utf8 }
    if let temperature = options.temperature { bytes += #","temperature":\#(temperature)"#.utf8 }
    if let effort = options.reasoningEffort {
      bytes += #","reasoning":{"effort":"#.utf8
      JSONText.appendQuoted(effort, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }
}

/// Reads the events of a streamed response. Kinds that it does not know, such as `keepalive`, are skipped.
public struct ResponsesReader: ReplyReader {
  private var callsTools = false

  public mutating func read(_ event: ServerSentEvent) -> [ReplyPiece] {
    guard let news = try? JSONText.decode(ResponsesEvent.self, from: event.data) else {
      return [.unreadable(expected: "an event of a response")]
    }
    switch news.type {
    case "response.output_text.delta", "response.refusal.delta": return [.token(news.delta ?? "")]
    case "response.reasoning_text.delta", "response.reasoning_summary_text.delta":
      return [.reasoning(news.delta ?? "")]
    case "response.output_item.added":
      callsTools = callsTools || news.item?.type == "function_call"
      return []
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
      case nil: callsTools ? .toolCalls : .stop
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
