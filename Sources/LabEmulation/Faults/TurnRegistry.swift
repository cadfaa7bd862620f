import Synchronization

/// The turn that each conversation under way is at, for faults that strike in one turn of a long connection,
/// and which faults it has had, for those that strike a limited number of times.
///
/// Drivers write the turns; emulated services read it. It is a class because in loopback the two live on
/// different threads.
public final class TurnRegistry: Sendable {
  private let turns = Mutex<[String: Int]>([:])
  private let strikes = Mutex<[String: [FaultRule: Int]]>([:])

  public init() {}

  /// A conversation is at a turn, counted from 0.
  public func begin(_ turn: Int, of conversation: String) {
    turns.withLock { $0[conversation] = turn }
  }

  /// A conversation is over.
  public func end(_ conversation: String) {
    _ = turns.withLock { $0.removeValue(forKey: conversation) }
    _ = strikes.withLock { $0.removeValue(forKey: conversation) }
  }

  /// A fault has struck a conversation.
  func note(_ rule: FaultRule, in conversation: String) {
    guard rule.most != nil else { return }
    strikes.withLock { $0[conversation, default: [:]][rule, default: 0] += 1 }
  }

  /// Whether a fault may strike a conversation once more.
  func allows(_ rule: FaultRule, in conversation: String) -> Bool {
    guard let most = rule.most else { return true }
    return strikes.withLock { $0[conversation]?[rule] ?? 0 } < most
  }

  /// The turn of a conversation; `nil` before its first.
  func turn(of conversation: String) -> Int? {
    turns.withLock { $0[conversation] }
  }
}
