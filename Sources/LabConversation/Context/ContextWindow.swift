/// What a language model is told of the conversation so far, kept within a budget of tokens.
///
/// A turn is what the caller said with the reply to it. When a message of the caller brings the prompt over
/// the budget, the turns before the most recent ones are folded into a summary: the first clause of each
/// message, in the words that were spoken. If that is not enough, the summary's oldest turns are dropped,
/// then the oldest recent turns, until it fits. The system prompt and the caller's last message are never
/// dropped.
///
/// Compression happens when a message is added and stays: between compressions the prompt only grows at its
/// end, so that a provider's prompt cache can be used. The tokens are estimates (`TokenEstimate`).
public struct ContextWindow: Hashable, Sendable {
  /// The instructions that stand before everything.
  public let systemPrompt: String
  /// The budget for all messages, in estimated tokens.
  public let maxContextTokens: Int
  /// Turns that are kept word for word as long as they fit, the present one included. At least 1.
  public let keepRecentTurns: Int

  /// What stands at the end of a reply that the caller cut short.
  public static let interruptionMark = "[interrupted by the caller]"

  private var summary: [SummaryLine] = []
  private var turns: [ContextTurn] = []

  public init(systemPrompt: String, maxContextTokens: Int, keepRecentTurns: Int) {
    self.systemPrompt = systemPrompt
    self.maxContextTokens = maxContextTokens
    self.keepRecentTurns = max(1, keepRecentTurns)
  }

  /// Adds what the caller said, and compresses what stands before it when the budget asks for it.
  ///
  /// - Returns: What the compression did; `nil` when none was needed.
  @discardableResult
  public mutating func addUser(_ text: String) -> CompressionReport? {
    turns.append(ContextTurn(user: text))
    return estimatedTokens > maxContextTokens ? compress() : nil
  }

  /// Takes the caller's last message back, when it has no reply yet.
  public mutating func removeLastUser() {
    if turns.last?.reply == nil, !turns.isEmpty { turns.removeLast() }
  }

  /// Adds a reply that was heard to its end, or a greeting.
  public mutating func addAssistant(_ text: String) {
    guard !text.isEmpty else { return }
    if turns.last?.reply == nil, !turns.isEmpty {
      turns[turns.count - 1].reply = text
    } else {
      turns.append(ContextTurn(reply: text))
    }
  }

  /// Adds the part of a reply that was heard before the caller took the floor, and marks it; nothing when
  /// nothing was heard.
  public mutating func addInterruptedAssistant(heard: String) {
    if !heard.isEmpty { addAssistant("\(heard) \(Self.interruptionMark)") }
  }

  /// The messages to send: the system prompt, the summary when there is one, and the recent turns.
  ///
  /// The summary is a second system message. A provider that takes one system text joins the two.
  public func messages() -> [PromptMessage] {
    [PromptMessage(.system, systemPrompt)] + summaryMessage + turns.flatMap(\.messages)
  }

  /// The estimated tokens of `messages()`.
  public var estimatedTokens: Int {
    turns.reduce(Self.tokens(in: [PromptMessage(.system, systemPrompt)] + summaryMessage)) { $0 + $1.tokens }
  }

  private var summaryMessage: [PromptMessage] {
    guard !summary.isEmpty else { return [] }
    let lines = summary.flatMap(\.lines).joined(separator: "\n")
    return [PromptMessage(.system, "Earlier in this conversation:\n" + lines)]
  }

  private mutating func compress() -> CompressionReport {
    let before = estimatedTokens
    let old = max(0, turns.count - keepRecentTurns)
    summary += turns.prefix(old).map(SummaryLine.init)
    turns.removeFirst(old)
    let dropped = dropOldest()
    let after = estimatedTokens
    return CompressionReport(
      turnsFolded: old, turnsDropped: dropped, tokensBefore: before, tokensAfter: after,
      isWithinBudget: after <= maxContextTokens)
  }

  /// Drops summarised turns, then recent ones, oldest first, until the rest fits; returns how many.
  private mutating func dropOldest() -> Int {
    var dropped = 0
    // The summary may take a quarter of the budget, so that it never crowds out what was said last.
    while !summary.isEmpty,
      estimatedTokens > maxContextTokens || Self.tokens(in: summaryMessage) > maxContextTokens / 4
    {
      summary.removeFirst()
      dropped += 1
    }
    while turns.count > 1, estimatedTokens > maxContextTokens {
      turns.removeFirst()
      dropped += 1
    }
    return dropped
  }

  static func tokens(in messages: [PromptMessage]) -> Int {
    messages.reduce(0) { $0 + TokenEstimate.tokensPerMessage + TokenEstimate.tokens(in: $1.content) }
  }
}
