/// The frontier of endpointing delay against false cut-offs, for cells that hear alike: those that differ by
/// nothing but the workload and by what answers.
///
/// It is computed from the recorded pauses: what each policy would have decided for each value of its knob,
/// the neutral pause (`silenceThresholdMs`). The delay runs from the true end of speech to when the policy is
/// satisfied; a turn is cut off when the policy is satisfied in one of its pauses. Times in milliseconds.
public struct FrontierReport: Hashable, Sendable, Codable {
  /// The cells, as indices into the report's list.
  public var cells: [Int]
  public var conversations: Int
  /// Turns of the caller whose end the detector noticed; each is one chance to be cut off.
  public var turns: Int
  /// Turns whose end it did not notice, which are left out.
  public var unnoticed: Int
  /// Pauses inside those turns.
  public var pauses: Int
  /// One for each policy that can be judged.
  public var policies: [Policy]
  /// What the adaptive policy's delay at 5 % false cut-offs would be without a cue.
  public var ablations: [Ablation]

  /// A policy and what it makes of the turns.
  public struct Policy: Hashable, Sendable, Codable {
    /// `silence`, `adaptive` or `provider`.
    public var name: String
    /// The points that were asked for; a policy without a knob has one, wherever it lies.
    public var points: [Point]
    /// The whole curve; empty for a policy without a knob.
    public var line: [LinePoint]
    /// Ends for which the policy gave no verdict; only a provider's can.
    public var missing: Int

    /// The point at a share of false cut-offs.
    public func point(at share: Double) -> Point? {
      points.first { $0.falseCutoffs == share }
    }
  }

  /// Delays at a share of turns that are cut off.
  public struct Point: Hashable, Sendable, Codable {
    /// 0…1, at most.
    public var falseCutoffs: Double
    /// The shortest neutral pause that keeps to it; nil for a policy without a knob.
    public var thresholdMilliseconds: Double?
    public var mean: Double
    public var p50: Double?
    public var p90: Double?
    public var interval95 = Intervals()
  }

  /// 95 % intervals, clustered by conversation.
  public struct Intervals: Hashable, Sendable, Codable {
    public var mean: [Double]?
    public var p50: [Double]?
  }

  /// One value of the knob.
  public struct LinePoint: Hashable, Sendable, Codable {
    public var thresholdMilliseconds: Double
    public var falseCutoffs: Double
    public var mean: Double
  }

  /// The adaptive policy without one of its cues.
  public struct Ablation: Hashable, Sendable, Codable {
    public var without: String
    public var point: Point
  }

  /// The shares of false cut-offs at which delays are given.
  public static let shares = [0.01, 0.05, 0.1]

  /// The curve of a policy; nil when the report has none of that name.
  public func policy(_ name: String) -> Policy? { policies.first { $0.name == name } }
}

extension FrontierReport.Point {
  private enum CodingKeys: String, CodingKey {
    case falseCutoffs = "false_cutoffs"
    case thresholdMilliseconds = "threshold_ms"
    case mean = "mean_ms"
    case p50 = "p50_ms"
    case p90 = "p90_ms"
    case interval95 = "ci95"
  }
}

extension FrontierReport.LinePoint {
  private enum CodingKeys: String, CodingKey {
    case thresholdMilliseconds = "threshold_ms"
    case falseCutoffs = "false_cutoffs"
    case mean = "mean_ms"
  }
}
