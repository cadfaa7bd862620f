/// How a language-model service words its requests and its streamed replies.
public protocol LanguageModelDialect: Sendable {
  associatedtype Reader: ReplyReader

  init(model: String, options: LanguageModelOptions)
  /// Where requests go, below the service's base path.
  var path: String { get }
  /// The headers that carry the key and the protocol's version.
  func authentication(_ key: APIKey) -> [HeaderField]
  /// The body of a request, as JSON.
  func body(_ messages: [ChatMessage]) -> [UInt8]
  /// Reads one reply.
  func makeReader() -> Reader
  /// What the body of a refusal says, for people; `nil` when it says nothing that can be read.
  func refusalWords(_ body: [UInt8]) -> String?
  /// The code of the failure that a refusal's body tells more of than its status does; `nil` when the status
  /// says it.
  func refusalCode(_ body: [UInt8]) -> String?
}

extension LanguageModelDialect {
  public func refusalCode(_ body: [UInt8]) -> String? { nil }
}

/// Reads the events of one streamed reply.
public protocol ReplyReader: Sendable {
  /// What an event says; nothing when it is of no interest.
  mutating func read(_ event: ServerSentEvent) -> [ReplyPiece]
}

/// What an event of a streamed reply says.
public enum ReplyPiece: Hashable, Sendable {
  /// A piece of reasoning, not spoken.
  case reasoning(String)
  /// A piece of the answer.
  case token(String)
  /// A tool that is to be run, with all its arguments.
  case toolCall(ToolCall)
  case usage(TokenUsage)
  /// Why the model stopped; the stream may continue with figures.
  case stopped(LanguageModelEvent.FinishReason)
  /// Nothing more follows.
  case complete
  /// The service broke the reply off: a stable word, and what it said.
  case failed(code: String, words: String)
  /// The event is not what the protocol allows; the text says of what it is none, e.g. `a chunk of a
  /// completion`.
  case unreadable(expected: String)
}
