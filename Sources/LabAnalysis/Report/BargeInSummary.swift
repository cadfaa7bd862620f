public import LabRecord
import LabTimeline

/// What a cell did about sound over the agent's voice, by what the sound truly was.
public struct BargeInSummary: Hashable, Sendable, Codable {
  /// The classes that occurred, in the order of `InterruptionTrial.Kind`.
  public var classes: [ClassSummary]
  /// All classes but `real` and `nothing` together: what the agent should not stop for.
  public var others: Share

  /// How often the agent gave up the floor.
  public struct Share: Hashable, Sendable, Codable {
    /// Occasions.
    public var n: Int
    /// Occasions on which it gave up the floor.
    public var yields: Int
    /// Of `n`; nil when there were none.
    public var share: Double?
    /// 95 % interval of the share, by Wilson's method.
    public var interval: [Double]?

    private enum CodingKeys: String, CodingKey {
      case n, yields, share
      case interval = "share_ci95"
    }
  }

  /// A delay from the true onset, in milliseconds. A quantile that n cannot support is nil.
  public struct Delay: Hashable, Sendable, Codable {
    public var n: Int
    public var p50: Double?
    public var p95: Double?
    public var max: Double?
    /// 95 % interval of the median, resampled by conversation.
    public var p50Interval: [Double]?
    /// 95 % interval of the 95th percentile.
    public var p95Interval: [Double]?

    private enum CodingKeys: String, CodingKey {
      case n, p50, p95, max
      case p50Interval = "p50_ci95"
      case p95Interval = "p95_ci95"
    }
  }

  /// One class of sound.
  public struct ClassSummary: Hashable, Sendable, Codable {
    public var kind: InterruptionTrial.Kind
    /// How often the agent gave up the floor for it: recall of `real`, false yields of the others.
    public var floor: Share
    /// Occasions that are not in `floor`, because the reply was over by itself within 400 ms of the onset.
    public var over: Int
    /// From the true onset until the sink was silent for good.
    public var stop: Delay
    /// From the true onset until the floor was given up.
    public var decision: Delay
    /// How often the reply was paused or ducked.
    public var holds: Int
    /// How often it went on after that.
    public var resumed: Int
    /// How long those holds were that ended with going on, in milliseconds: mean and longest.
    public var meanHold: Double?
    public var longestHold: Double?
    /// Words of replies that nobody heard because of it.
    public var wordsLost: Int

    private enum CodingKeys: String, CodingKey {
      case floor, over, holds, resumed
      case kind = "class"
      case stop = "stop_ms"
      case decision = "decision_ms"
      case meanHold = "hold_mean_ms"
      case longestHold = "hold_max_ms"
      case wordsLost = "words_lost"
    }
  }
}
