import Synchronization

/// The turn that each conversation under way is at, for faults that strike in one turn of a long connection.
///
/// Drivers write it; emulated services read it. It is a class because in loopback the two live on different threads.
public final class TurnBoard: Sendable {
  private let turns = Mutex<[String: Int]>([:])

  public init() {}

  /// A conversation is at a turn, counted from 0.
  public func begin(_ turn: Int, of conversation: String) {
    turns.withLock { $0[conversation] = turn }
  }

  /// A conversation is over.
  public func end(_ conversation: String) {
    _ = turns.withLock { $0.removeValue(forKey: conversation) }
  }

  /// The turn of a conversation; `nil` before its first.
  func turn(of conversation: String) -> Int? {
    turns.withLock { $0[conversation] }
  }
}
