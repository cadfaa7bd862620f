public import LabRecord
public import LabTimeline

/// What one cell of the matrix measured.
///
/// `turns` is the denominator of everything: it holds completed, interrupted, failed and missed turns. Turns
/// that were recorded but do not count (warm-up, a conversation cut off) are in `discarded` alone.
public struct CellReport: Hashable, Sendable, Codable {
  public var cell: Cell
  /// Conversations that count.
  public var conversations: Int
  /// How long those conversations were, in seconds of the conversations' clock.
  public var conversationSeconds: Double
  /// Why conversations ended early, and how many did.
  public var conversationFailures: [String: Int]
  public var turns: Int
  public var completed: Int
  public var interrupted: Int
  public var failed: Int
  public var missed: Int
  /// Failed turns by `stage: reason`.
  public var failureReasons: [String: Int]
  /// Missed turns by reason.
  public var missedReasons: [String: Int]
  /// Turns that were left out, by reason.
  public var discarded: [String: Int]
  /// Every metric of the catalogue over all turns, by key.
  public var metrics: [String: MetricSummary]
  /// The metrics that have values over the first turn of each conversation, which meets cold connections.
  /// Without intervals.
  public var firstTurn: [String: MetricSummary]
  /// The metrics that have values over all turns but the first of each conversation. Without intervals.
  public var laterTurns: [String: MetricSummary]
  /// What the mean voice-to-voice latency is made of, in the order of the turn; the parts sum to it.
  public var contributions: [ContributionSummary]
  @CompleteCounts public var counts: TurnCounts
  public var usage: Usage
  public var cost: CellCost
  /// What may mislead a reader of the cell's figures.
  public var warnings: [MeasurementWarning] = []
  /// How long conversations waited for a free line; `nil` when they were due at no instant: a closed arrival,
  /// or virtual time.
  @NullCodable public var arrivalWait: WaitSummary? = nil
  /// What was done about sound over the agent's voice; `nil` when the plan names no setting of the barge-in
  /// panel.
  public var bargeIn: BargeInSummary?

  /// A metric's summary over all turns.
  public func summary(of metric: LatencyMetric) -> MetricSummary {
    metrics[metric.key] ?? MetricSummary(n: 0, missingReasons: [:])
  }
}

extension CellReport {
  private enum CodingKeys: String, CodingKey {
    case cell, conversations, turns, completed, interrupted, failed, missed, discarded, metrics
    case contributions, counts, usage, cost, warnings
    case conversationSeconds = "conversation_seconds"
    case conversationFailures = "conversation_failures"
    case failureReasons = "failure_reasons"
    case missedReasons = "missed_reasons"
    case firstTurn = "first_turn"
    case laterTurns = "later_turns"
    case arrivalWait = "arrival_wait_ms"
    case bargeIn = "barge_in"
  }
}
