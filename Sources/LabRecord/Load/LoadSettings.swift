/// What a load test looks for: the highest load that keeps an objective.
public struct LoadSettings: Hashable, Sendable, Codable {
  /// What is raised.
  public var vary = Variable.concurrency
  /// The metric of the objective, by its name in the catalogue.
  public var metric = "turn.v2v"
  /// Which percentile of it is held against the limit, 1 to 99.
  public var percentile = 95
  /// The most that the percentile may be, in milliseconds.
  public var limitMilliseconds = 1500.0
  /// The greatest share of turns that may fail or go unanswered.
  public var failureShare = 0.01
  /// The first load, and the highest that is tried.
  public var from = 1
  public var upTo = 100
  /// How long every load is held, in seconds, of which the first ones are left out.
  public var stepSeconds = 60.0
  public var settleSeconds = 10.0
  /// How closely the highest load is found, as a share of itself; never closer than 1.
  public var precision = 0.05

  public init() {}

  /// What can be raised.
  public enum Variable: String, Hashable, Sendable, Codable, CaseIterable {
    /// Conversations that run at the same time, each begun again as it ends: a closed loop.
    case concurrency
    /// Conversations that begin in a minute, whether or not others have ended: an open loop.
    case rate
  }

  private enum CodingKeys: String, CodingKey {
    case vary, metric, percentile, from, precision
    case limitMilliseconds = "limit_ms"
    case failureShare = "failures"
    case upTo = "to"
    case stepSeconds = "step_s"
    case settleSeconds = "settle_s"
  }
}
