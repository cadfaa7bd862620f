/// What the caller said and the reply to it; either can be missing.
struct ContextTurn: Hashable, Sendable {
  let user: String?
  var reply: String? {
    didSet { tokens = ContextWindow.tokens(in: messages) }
  }
  /// The estimated tokens of both messages; kept because long conversations ask for it on every turn.
  private(set) var tokens = 0

  init(user: String? = nil, reply: String? = nil) {
    self.user = user
    self.reply = reply
    tokens = ContextWindow.tokens(in: messages)
  }

  var messages: [PromptMessage] {
    [user.map { PromptMessage(.user, $0) }, reply.map { PromptMessage(.assistant, $0) }].compactMap { $0 }
  }
}

/// What is left of a turn in the summary: the first clause of each message.
struct SummaryLine: Hashable, Sendable {
  /// No clause is longer than this, in characters.
  static let maximumCharacters = 80

  let lines: [String]

  init(_ turn: ContextTurn) {
    lines = [
      turn.user.map { "- Caller: " + Self.firstClause(of: $0) },
      turn.reply.map { "- Assistant: " + Self.firstClause(of: $0) },
    ].compactMap { $0 }
  }

  private static func firstClause(of text: String) -> String {
    var chunker = SpeechChunker(strategy: .clause, maximumCharacters: maximumCharacters)
    return (chunker.append(text) + chunker.finish()).first ?? ""
  }
}
