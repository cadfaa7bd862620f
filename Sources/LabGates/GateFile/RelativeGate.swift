public import LabStatistics

/// A comparison with a baseline: what must not have become slower, and by how much.
public struct RelativeGate: Hashable, Sendable {
  public var baseline: Baseline
  /// What is compared; `nil` leaves it to the run: exact where both arms met the same draws, the shift
  /// otherwise.
  public var statistic: Statistic?
  /// The slowdown that must not pass unseen: 0.05 is five per cent, of stalls five more of every hundred
  /// turns.
  public var limit: Double
  /// Slowdowns below it are not worth a red gate, however certain; `nil` for two fifths of the limit.
  public var floor: Double?
  /// The accepted share of false alarms.
  public var alpha: Double
  /// The wanted share of true slowdowns of `limit` that are found.
  public var power: Double
  /// The fewest pairs that are judged; `nil` for what the statistic needs at least.
  public var minimumPairs: Int?
  /// The most pairs that will ever be measured; `nil` for what is usual for the statistic.
  public var maximumPairs: Int?

  public init(
    baseline: Baseline = .arm, statistic: Statistic? = nil, limit: Double, floor: Double? = nil,
    alpha: Double = TestDesign.defaultAlpha, power: Double = 0.95, minimumPairs: Int? = nil,
    maximumPairs: Int? = nil
  ) {
    self.baseline = baseline
    self.statistic = statistic
    self.limit = limit
    self.floor = floor
    self.alpha = alpha
    self.power = power
    self.minimumPairs = minimumPairs
    self.maximumPairs = maximumPairs
  }

  /// What the candidate is held against.
  public enum Baseline: Hashable, Sendable, CustomStringConvertible {
    /// The baseline arm of the same run.
    case arm
    /// The run folders named on the command line.
    case run
    /// A baseline that the history keeps under a name.
    case history(String)

    /// As a gate file writes it.
    public var description: String {
      switch self {
      case .arm: "arm"
      case .run: "run"
      case .history(let name): "history:\(name)"
      }
    }
  }

  /// What is compared between the arms.
  public enum Statistic: String, Hashable, Sendable, CaseIterable {
    /// The typical turn: Hodges and Lehmann's shift and the signed-rank test.
    case shift
    /// The ninetieth percentile, by exchanging arms within pairs.
    case p90
    /// The ninety-fifth percentile, likewise; needs many pairs.
    case p95
    /// How often a turn is exceptionally slow, by McNemar's test.
    case stalls
    /// Turn by turn, for runs in virtual time, where nothing but the change can differ.
    case exact
  }

  /// The slowdown below which a gate stays green.
  public var effectiveFloor: Double { floor ?? limit * 0.4 }

  /// The fewest pairs that are judged.
  public func minimumPairs(of statistic: Statistic) -> Int {
    minimumPairs ?? (statistic == .exact ? 1 : 30)
  }

  /// The most pairs that will ever be measured.
  public func maximumPairs(of statistic: Statistic) -> Int {
    let usual = statistic == .shift || statistic == .exact ? 200 : 500
    return maximumPairs ?? max(usual, minimumPairs ?? 0)
  }

  /// The rule that judges pairs of turns.
  ///
  /// - Parameters:
  ///   - alpha: In place of the gate's, when many gates share one level.
  ///   - runs: How many runs as large as the first are judged together.
  func rule(_ statistic: Statistic, alpha: Double? = nil, runs: Int = 1) -> any PairedRule {
    let design = design(of: statistic, alpha: alpha, runs: runs)
    return switch statistic {
    case .shift: RelativeRule(design)
    case .p90: TailRule(quantile: .p90, design)
    case .p95: TailRule(quantile: .p95, design)
    case .stalls: StallRule(design)
    case .exact: ExactRule(limit: limit, minimumPairs: design.minimumPairs)
    }
  }

  /// What is asked of the test of a statistic.
  func design(of statistic: Statistic, alpha: Double? = nil, runs: Int = 1) -> TestDesign {
    TestDesign(
      limit: limit, floor: effectiveFloor, alpha: alpha ?? self.alpha, power: power,
      minimumPairs: minimumPairs(of: statistic), maximumPairs: maximumPairs(of: statistic) * runs)
  }
}
