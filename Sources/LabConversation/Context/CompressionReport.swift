/// What it took to make a conversation fit its budget.
public struct CompressionReport: Hashable, Sendable {
  /// Turns that went into the summary, in this compression.
  public var turnsFolded = 0
  /// Turns that are gone without a trace: summary lines dropped, and recent turns dropped.
  public var turnsDropped = 0
  /// The estimated tokens of all messages before.
  public var tokensBefore: Int
  /// The estimated tokens of all messages after.
  public var tokensAfter: Int
  /// Whether the result is within the budget. It is not when the system prompt and the last user message
  /// alone exceed it; these are never dropped.
  public var isWithinBudget: Bool
}
