public import LabProviders

/// What a server that speaks Chat Completions does differently from OpenAI.
///
/// Source: servers' sources, documentation and recorded streams up to November 2026 (section 5 of the lab's
/// reference).
public struct ChatQuirks: Hashable, Sendable {
  /// How a stream says whose message it is.
  public var role = Role.empty
  /// When the stream tells what was consumed.
  public var usage = Usage.asked
  /// Where thoughts stand.
  public var thinking = Thinking.reasoning
  /// How many words the model thinks before it answers.
  public var thinkingTokens = 0
  /// How the arguments of a tool call come.
  public var toolCalls = ToolCalls.fragments
  /// Why a stream with a tool call says that it ended: `tool_calls`, or just `stop`.
  public var saysToolCalls = true
  /// Whether a stream ends with `[DONE]`.
  public var terminates = true
  /// Whether there is a space behind `data:`.
  public var hasSpace = true
  /// The comment that keeps the connection alive while the model reads, without its colon.
  public var keepAlive = ""
  /// How often it is sent; `nil` for never.
  public var keepAliveEvery: Duration?
  /// How a refusal's body is written.
  public var errors = ErrorShape.object

  public init() {}

  /// How a stream says whose message it is.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// A chunk of its own, with `"content":""`.
    case empty
    /// A chunk of its own, with `"content":null`.
    case null
    /// A chunk of its own, with nothing but the role.
    case bare
    /// In the chunk of the first words.
    case joined
    /// Nowhere.
    case absent
  }

  /// When and where a stream tells what was consumed.
  public enum Usage: String, Hashable, Sendable, CaseIterable {
    /// In a chunk without choices, when it was asked for.
    case asked
    /// In the last choice's chunk, at the top and in Groq's own object, asked or not.
    case groq
    /// In the last choice, asked or not.
    case choice
    case never
  }

  /// Where thoughts stand: a field of a piece, or the answer.
  public enum Thinking: String, Hashable, Sendable, CaseIterable {
    case reasoning
    case reasoningContent = "reasoning_content"
    case reasoningText = "reasoning_text"
    /// In the answer, between `<think>` and `</think>`.
    case inline
  }

  /// How the arguments of a call come.
  public enum ToolCalls: String, Hashable, Sendable, CaseIterable {
    case fragments
    /// In one piece, without an index.
    case whole
  }

  /// How the body of a refusal is written.
  public enum ErrorShape: String, Hashable, Sendable, CaseIterable {
    /// `{"error": {"message": …, "type": …, "code": …}}` with a code that is a number.
    case object
    /// `{"object": "error", "message": …}`
    case flat
    /// `{"error": "…"}`
    case text
    /// `{"detail": "…"}`
    case detail
  }

  /// What is known of a server.
  public static func of(_ kind: CompatibleServer.Kind) -> ChatQuirks {
    var quirks = ChatQuirks()
    switch kind {
    case .openAI: break
    case .vllm: break
    case .llamaCpp:
      quirks.role = .null
      quirks.thinking = .reasoningContent
      // Every 30 s before July 2026, every second since.
      quirks.keepAliveEvery = .seconds(1)
    case .ollama:
      quirks.role = .joined
      quirks.toolCalls = .whole
    case .lmStudio:
      quirks.role = .bare
      quirks.thinking = .reasoningContent
      quirks.errors = .text
    case .mlx:
      quirks.role = .joined
      quirks.errors = .text
    case .groq:
      quirks.usage = .groq
    case .kimi:
      quirks.role = .null
      quirks.usage = .choice
      quirks.thinking = .reasoningContent
      quirks.hasSpace = false
    case .openRouter:
      quirks.keepAlive = " OPENROUTER PROCESSING"
      quirks.keepAliveEvery = .milliseconds(500)
    }
    return quirks
  }

  /// What a plan can change, in the order of the documentation.
  public static let fields: [QuirkField] = [
    .init(key: "role", kind: .role(\.role), summary: "how a stream says whose message it is"),
    .init(key: "usage", kind: .usage(\.usage), summary: "when the stream tells what was consumed"),
    .init(key: "thinking", kind: .thinking(\.thinking), summary: "where thoughts stand"),
    .init(
      key: "thinking_tokens", kind: .count(\.thinkingTokens, 0...10_000),
      summary: "words that are thought before the answer"),
    .init(key: "tool_calls", kind: .toolCalls(\.toolCalls), summary: "how arguments of a tool call come"),
    .init(
      key: "says_tool_calls", kind: .flag(\.saysToolCalls),
      summary: "a stream with a tool call ends with `tool_calls`, not with `stop`"),
    .init(key: "terminator", kind: .flag(\.terminates), summary: "a stream ends with `[DONE]`"),
    .init(key: "space", kind: .flag(\.hasSpace), summary: "there is a space behind `data:`"),
    .init(
      key: "keep_alive_ms", kind: .interval(\.keepAliveEvery, 10...600_000),
      summary: "how often a comment comes while the model reads; 0 for never"),
    .init(key: "errors", kind: .errors(\.errors), summary: "how a refusal is written"),
  ]
}

/// A quirk that a plan can change: its key under `quirks`, and where it is kept.
public struct QuirkField: Sendable {
  public let key: String
  public let kind: Kind
  /// One line: what it is.
  public let summary: String

  /// What the field holds, and where it is kept.
  public enum Kind: Sendable {
    case role(any WritableKeyPath<ChatQuirks, ChatQuirks.Role> & Sendable)
    case usage(any WritableKeyPath<ChatQuirks, ChatQuirks.Usage> & Sendable)
    case thinking(any WritableKeyPath<ChatQuirks, ChatQuirks.Thinking> & Sendable)
    case toolCalls(any WritableKeyPath<ChatQuirks, ChatQuirks.ToolCalls> & Sendable)
    case errors(any WritableKeyPath<ChatQuirks, ChatQuirks.ErrorShape> & Sendable)
    case flag(any WritableKeyPath<ChatQuirks, Bool> & Sendable)
    case count(any WritableKeyPath<ChatQuirks, Int> & Sendable, ClosedRange<Int>)
    /// Milliseconds; 0 for none.
    case interval(any WritableKeyPath<ChatQuirks, Duration?> & Sendable, ClosedRange<Double>)
  }
}
