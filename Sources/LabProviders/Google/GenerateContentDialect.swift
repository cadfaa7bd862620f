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
    let error = (try? JSONText.decode(GenerateContentChunk.self, from: body))?.error
    return error?.message ?? error?.status
  }

  public func body(_ messages: [ChatMessage]) -> [UInt8] {
    var bytes = Array(#"{"contents":["#.utf8)
    for (index, message) in messages.filter({ $0.role != .system }).enumerated() {
      bytes += (index == 0 ? #"{"role":""# : #",{"role":""#).utf8
      bytes += (message.role == .assistant ? "model" : "user").utf8
      bytes += #"","parts":[{"text":"#.utf8
      JSONText.appendQuoted(message.content, to: &bytes)
      bytes += "}]}".utf8
    }
    bytes.append(UInt8(ascii: "]"))
    let instructions = messages.filter { $0.role == .system }.map(\.content)
    if !instructions.isEmpty {
      bytes += #","systemInstruction":{"parts":[{"text":"#.utf8
      JSONText.appendQuoted(instructions.joined(separator: "\n\n"), to: &bytes)
      bytes += "}]}".utf8
    }
    let limits = limits
    if !limits.isEmpty { bytes += #","generationConfig":{\#(limits.joined(separator: ","))}"#.utf8 }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private var limits: [String] {
    let thinking = options.reasoningEffort.map { effort in
      effort == "none"
        ? #""thinkingConfig":{"thinkingBudget":0}"#
        : #""thinkingConfig":{"thinkingLevel":\#(JSONText.quoted(effort))}"#
    }
    return [
      options.maximumTokens.map { #""maxOutputTokens":\#($0)"# },
      options.temperature.map { #""temperature":\#($0)"# }, thinking,
    ].compactMap { $0 }
  }
}

/// Reads the chunks of a streamed Gemini reply. There is no terminator: the last chunk names the reason for stopping.
public struct GenerateContentReader: ReplyReader {
  public mutating func read(_ event: ServerSentEvent) -> [ReplyPiece] {
    guard let chunk = try? JSONText.decode(GenerateContentChunk.self, from: event.data) else {
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
    var pieces = (candidate?.content?.parts ?? []).compactMap { part -> ReplyPiece? in
      guard let text = part.text else { return nil }
      return part.thought == true ? .reasoning(text) : .token(text)
    }
    if let usage = chunk.usageMetadata { pieces.append(.usage(usage.tokens)) }
    if candidate?.content?.parts?.contains(where: { $0.functionCall != nil }) == true {
      pieces.append(.stopped(.toolCalls))
    } else if let reason = candidate?.finishReason {
      pieces.append(.stopped(Self.finish(reason)))
    }
    return pieces
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
