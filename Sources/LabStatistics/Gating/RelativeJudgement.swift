/// What a rule says about a candidate, and everything that the verdict rests on.
public struct RelativeJudgement: Sendable, Hashable {
  /// What is judged, and so the unit of `shift`, `interval`, `upperBound` and `minimalEffect`.
  public enum Scale: Sendable, Hashable {
    /// A relative change: 0.05 is five per cent slower.
    case relative
    /// A change of the share of turns that stall: 0.05 is five more of every hundred turns.
    case share
  }

  /// Turns without a value.
  public struct Lost: Sendable, Hashable {
    /// Failed on both arms, or in the only run that has the item: left out.
    public var both: Int
    /// Failed on the baseline only: ranked as if the baseline had taken longer than any other turn.
    public var baselineOnly: Int
    /// Failed on the candidate only: ranked as if the candidate had taken longer than any other turn.
    public var candidateOnly: Int

    public init(both: Int = 0, baselineOnly: Int = 0, candidateOnly: Int = 0) {
      self.both = both
      self.baselineOnly = baselineOnly
      self.candidateOnly = candidateOnly
    }
  }

  /// How single pairs moved; only `ExactRule` tells, because elsewhere every pair moves at random.
  public struct Movement: Sendable, Hashable {
    /// Pairs whose candidate took longer.
    public var slower: Int
    /// Pairs whose candidate took less long.
    public var faster: Int
    /// Whether every pair moved, and all by the same amount to within a billionth of the longest latency.
    public var isUniform: Bool
    /// The smallest change, in the unit of the latencies; negative when a candidate was faster.
    public var smallest: Double
    /// The largest change, in the unit of the latencies.
    public var largest: Double

    public init(slower: Int, faster: Int, isUniform: Bool, smallest: Double, largest: Double) {
      self.slower = slower
      self.faster = faster
      self.isUniform = isUniform
      self.smallest = smallest
      self.largest = largest
    }
  }

  public var verdict: Verdict

  /// Why the verdict is what it is.
  public var reason: Reason

  public var scale: Scale

  /// The pairs that were judged, those that failed on one arm included; of unpaired runs, the turns of the
  /// smaller one.
  public var pairs: Int

  /// The conversations that they come from.
  public var conversations: Int

  public var lost: Lost

  /// The estimated change; nil without pairs, or when too many turns failed on one arm for it to have a
  /// bound.
  public var shift: Double?

  /// The range that contains the true change in 95 % of repetitions; nil when the pairs do not support one,
  /// or failed turns leave an end without a bound.
  public var interval: ConfidenceInterval?

  /// What the true change stays below in 95 % of repetitions, over all looks of a sequence together; nil when
  /// the pairs do not support a bound, or failed turns leave none.
  public var upperBound: Double?

  /// The probability of a slowdown at least as clear if the arms did not differ, one-sided.
  public var probability: Double?

  /// What the probability was held against at this look.
  public var level: Double

  /// The standard deviation of the logarithm of one measurement repeated on one arm, robust against stalls;
  /// nil for rules that do not use it.
  public var logDeviation: Double?

  /// The factor by which dependence within conversations enlarges the variance, at least 1; nil for rules
  /// that keep conversations whole in every step.
  public var designEffect: Double?

  /// The smallest change that this many pairs find with the rule's power at its full alpha.
  public var minimalEffect: Double?

  /// The pairs that are needed to find a change of the rule's limit with its power, at the spread that was
  /// seen; nil when no number of pairs is enough.
  public var pairsNeeded: Int?

  public var movement: Movement?

  /// Makes a judgement that knows nothing yet but its verdict.
  public init(
    verdict: Verdict, reason: Reason, scale: Scale = .relative, pairs: Int = 0, conversations: Int = 0,
    lost: Lost = Lost(), level: Double
  ) {
    self.verdict = verdict
    self.reason = reason
    self.scale = scale
    self.pairs = pairs
    self.conversations = conversations
    self.lost = lost
    self.level = level
  }
}
