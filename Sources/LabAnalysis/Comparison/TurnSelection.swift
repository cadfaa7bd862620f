/// Which turns of a conversation are compared.
///
/// The first turn pays for connections and caches that the later ones find ready, so that the two are often
/// worth looking at apart.
public enum TurnSelection: String, Hashable, Sendable, CaseIterable {
  /// Every turn.
  case all
  /// The first turn of each conversation.
  case first
  /// Every turn but the first.
  case later

  /// Whether a turn is selected.
  ///
  /// - Parameter turn: Its place in the conversation, from 0.
  public func contains(_ turn: Int) -> Bool {
    switch self {
    case .all: true
    case .first: turn == 0
    case .later: turn > 0
    }
  }
}
