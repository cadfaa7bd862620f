/// What two runs measured at different times: a baseline run and a candidate run.
public struct SeparateLatencies: Sendable, Hashable {
  /// One turn of a run.
  public struct Turn: Sendable, Hashable {
    /// Which item was played, the same in both runs; nil when the runs have no items in common.
    public var item: String?
    /// Which conversation of its run the turn belongs to.
    public var conversation: Int
    /// Any positive unit; nil when the turn failed.
    public var latency: Double?

    public init(item: String? = nil, conversation: Int, latency: Double?) {
      self.item = item
      self.conversation = conversation
      self.latency = latency
    }
  }

  public var baseline: [Turn]
  public var candidate: [Turn]

  public init(baseline: [Turn], candidate: [Turn]) {
    self.baseline = baseline
    self.candidate = candidate
  }

  /// One pair per item that both runs played, in the order in which the baseline first played them.
  ///
  /// An item that was played several times counts with its median latency, failed turns left out; one of
  /// which every turn failed has no value. The pair takes its conversation from the baseline.
  public var pairedByItem: PairedLatencies {
    let candidates = Dictionary(grouping: candidate.filter { $0.item != nil }, by: \.item)
    let baselines = Dictionary(grouping: baseline.filter { $0.item != nil }, by: \.item)
    var seen: Set<String> = []
    return PairedLatencies(
      baseline.compactMap { turn in
        guard let item = turn.item, let partners = candidates[item], seen.insert(item).inserted else {
          return nil
        }
        return PairedLatencies.Pair(
          conversation: turn.conversation, baseline: Self.median(baselines[item] ?? []),
          candidate: Self.median(partners))
      })
  }

  private static func median(_ turns: [Turn]) -> Double? {
    let values = turns.compactMap(\.latency)
    return values.isEmpty ? nil : Median.of(values)
  }
}

/// How much two equal runs differ because they ran at different times.
public struct BetweenRunNoise: Sendable, Hashable {
  /// The standard deviation of the logarithm of a run's typical latency over equal runs, from history.
  public var logDeviation: Double
  /// How many runs it was estimated from; few of them make every bound wider.
  public var runs: Int

  /// - Parameter runs: At least 2.
  public init(logDeviation: Double, runs: Int) {
    precondition(logDeviation >= 0 && runs >= 2)
    self.logDeviation = logDeviation
    self.runs = runs
  }
}
