public import LabTimeline

/// A streaming language-model provider, as a client sees it: one session for one conversation, many requests.
public protocol LanguageModelSession: Sendable {
  /// Sends a request. Several may be under way at once.
  mutating func request(
    _ id: RequestID, messages: [ChatMessage], at now: LabInstant, into actions: inout [LanguageModelAction])
  /// Abandons a request; nothing more is emitted for it.
  mutating func cancel(_ id: RequestID, at now: LabInstant, into actions: inout [LanguageModelAction])
  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [LanguageModelAction])
  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [LanguageModelAction])
}

/// What a language-model session asks of its driver or tells the pipeline.
public typealias LanguageModelAction = SessionAction<LanguageModelEvent>

/// What a language-model session tells the pipeline.
public enum LanguageModelEvent: Hashable, Sendable {
  /// The response's head arrived.
  case connected(RequestID, ConnectionSetup)
  /// The first byte of the response's body arrived.
  case firstByte(RequestID)
  /// A piece of reasoning, which is not spoken.
  case reasoning(RequestID, String, FarSide?)
  /// A piece of the answer; never empty.
  case token(RequestID, String, FarSide?)
  /// The model wants a tool run; its arguments are complete. The reply finishes with `toolCalls`.
  case toolCall(RequestID, ToolCall, FarSide?)
  /// The reply is complete.
  case finished(RequestID, FinishReason, TokenUsage?)
  /// The request failed.
  case failed(RequestID, ProviderFailure)

  /// Why the model stopped.
  public enum FinishReason: String, Hashable, Sendable {
    case stop, length, other
    case toolCalls = "tool_calls"
    case contentFilter = "content_filter"
  }
}

/// What a request consumed, as the service counted it. A count that no request can have is cut to the nearest
/// that one can, so that sums of them never overflow.
public struct TokenUsage: Hashable, Sendable {
  public let input: Int
  public let cachedInput: Int
  public let output: Int
  public let reasoning: Int

  public init(input: Int, cachedInput: Int, output: Int, reasoning: Int) {
    self.input = Self.possible(input)
    self.cachedInput = Self.possible(cachedInput)
    self.output = Self.possible(output)
    self.reasoning = Self.possible(reasoning)
  }
}

extension TokenUsage {
  /// The nearest count that is possible.
  static func possible(_ count: Int) -> Int { min(max(0, count), 1 << 40) }

  /// The sum of counts as a service told them; one that it left out is 0.
  static func sum(_ counts: Int?...) -> Int { counts.reduce(0) { $0 + possible($1 ?? 0) } }
}

/// One message of a prompt.
public struct ChatMessage: Hashable, Sendable {
  public var role: Role
  public var content: String
  /// The tools that the assistant asked for with this message.
  public var toolCalls: [ToolCall]
  /// The call whose result this is.
  public var answers: ToolCall?

  public init(role: Role, content: String, toolCalls: [ToolCall] = []) {
    self.role = role
    self.content = content
    self.toolCalls = toolCalls
  }

  /// What a tool gave, for the model to continue with.
  public init(result: String, of call: ToolCall) {
    self.init(role: .tool, content: result)
    answers = call
  }

  /// Whose message it is; the raw values are those of the chat protocols.
  public enum Role: String, Hashable, Sendable {
    case system, user, assistant, tool
  }
}
