/// A named part of a turn's latency and who owns it.
public struct Contribution: Hashable, Sendable, Codable {
  /// What the time went into, e.g. `llm.service`.
  public let name: String
  /// Who could make it shorter.
  public let owner: Owner
  /// How long it took. Negative when the step ended before the one that precedes it on the path.
  public let nanoseconds: Int64

  public init(name: String, owner: Owner, duration: Duration) {
    self.name = name
    self.owner = owner
    self.nanoseconds = duration.nanoseconds
  }

  /// The time it took.
  public var duration: Duration { .nanoseconds(nanoseconds) }

  /// Who a part of the latency belongs to.
  public enum Owner: String, Hashable, Sendable, Codable, CaseIterable {
    /// The caller, who went on speaking.
    case user
    /// A setting of the session, such as the silence that ends a turn.
    case setting
    /// The pipeline's own code and threads.
    case pipeline
    /// The way to a service and back, and setting up connections.
    case network
    case stt, llm, tts
    /// A service that hears and speaks by itself.
    case s2s
    /// A tool that the model called.
    case tool
    /// The caller's device and its playout.
    case device
    /// Nobody could be named.
    case unattributed
  }
}
