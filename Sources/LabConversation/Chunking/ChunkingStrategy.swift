/// Where a reply is cut into pieces that are spoken one after the other.
public enum ChunkingStrategy: Hashable, Sendable {
  /// After a sentence, and at a line break.
  case sentence
  /// After a sentence, a line break, or a comma, semicolon, colon or dash that stands late enough.
  case clause
  /// At the first word boundary after that number of tokens, as `TokenEstimate` counts them, whatever is
  /// there.
  case fixedTokens(Int)
}

extension ChunkingStrategy {
  /// The strategies by name, as the setting `ttsChunkingStrategy` spells them.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case sentence, clause, fixedTokens
  }

  /// The strategy of a name; `tokens` is used by `fixedTokens` alone.
  public init(_ name: Name, tokens: Int) {
    switch name {
    case .sentence: self = .sentence
    case .clause: self = .clause
    case .fixedTokens: self = .fixedTokens(tokens)
    }
  }
}
