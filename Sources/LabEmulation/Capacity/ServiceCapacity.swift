/// How many calls a service serves at once, and what happens beyond.
public struct ServiceCapacity: Hashable, Sendable {
  /// Calls that are served at once: WebSockets that are open, HTTP requests that are not answered to the end.
  public var concurrent: Int
  public var beyond: Excess

  /// What happens to calls beyond.
  public enum Excess: String, Hashable, Sendable, CaseIterable {
    /// They are refused with 429, as concurrency limits of customers are.
    case refuse
    /// All calls share what there is: every wait that begins while n calls are open takes n / `concurrent`
    /// times as long.
    case slow
  }

  /// - Parameter concurrent: At least 1.
  public init(concurrent: Int, beyond: Excess) {
    precondition(concurrent >= 1, "a service serves at least one call")
    self.concurrent = concurrent
    self.beyond = beyond
  }
}
