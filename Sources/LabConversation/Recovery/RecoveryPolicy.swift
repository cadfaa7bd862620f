public import LabTimeline

/// What a client does of itself when a provider fails: whether it asks again or connects again, and how long
/// it waits for one that says nothing. Nothing is repeated unless the plan says so.
public struct RecoveryPolicy: Hashable, Sendable {
  /// Requests to the language model and texts for speech synthesis, asked once more; `nil` for never.
  public var retries: AttemptPolicy?
  /// A lost session with speech to text, opened again in the middle of the turn; `nil` for not before the
  /// next one.
  public var reconnect: AttemptPolicy?
  /// How long a client waits for a silent provider.
  public var patience: Duration

  public init(
    retries: AttemptPolicy? = nil, reconnect: AttemptPolicy? = nil, patience: Duration = .seconds(30)
  ) {
    self.retries = retries
    self.reconnect = reconnect
    self.patience = patience
  }

  /// Nothing is repeated.
  public static let none = RecoveryPolicy()
}

/// How often something is tried again, after which failures and after which waits.
public struct AttemptPolicy: Hashable, Sendable {
  /// How many further tries there are.
  public var count: Int
  /// The wait before the first of them.
  public var firstDelay: Duration
  /// How many times longer each wait is than the one before.
  public var factor: Double
  /// The longest wait. A service that asks for a longer one is not asked again.
  public var longestDelay: Duration
  /// The part of a wait that is left to chance, 0…1: the wait is shortened by up to so much.
  public var jitter: Double
  /// Whether a wait that the service asks for stands in place of a shorter one.
  public var obeysRetryAfter: Bool
  /// The stages that it holds for.
  public var stages: [Stage]
  /// The reasons of failures after which it is worth another try.
  public var reasons: [String]

  public init(
    count: Int, firstDelay: Duration = .milliseconds(500), factor: Double = 2,
    longestDelay: Duration = .seconds(8), jitter: Double = 0, obeysRetryAfter: Bool = true,
    stages: [Stage], reasons: [String]
  ) {
    self.count = count
    self.firstDelay = firstDelay
    self.factor = factor
    self.longestDelay = longestDelay
    self.jitter = jitter
    self.obeysRetryAfter = obeysRetryAfter
    self.stages = stages
    self.reasons = reasons
  }

  /// Reasons that another try can mend, as the vendors' own clients see it: connections, 429 and statuses
  /// from 500.
  public static let passingReasons = [
    "refused", "reset", "truncated", "lost", "connect_timed_out", "rate_limited", "server_error",
    "overloaded",
  ]
  /// Reasons for which a session is worth opening again.
  public static let sessionReasons = passingReasons + ["timed_out", "session_limit"]
  /// Every reason that can be named.
  public static let knownReasons =
    (sessionReasons + [
      "tls", "unreachable", "name_not_resolved", "protocol", "bad_message", "unauthorized",
      "payment_required",
      "bad_request", "not_found",
    ]).sorted()
}
