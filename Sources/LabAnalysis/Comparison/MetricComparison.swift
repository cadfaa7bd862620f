import LabStatistics
public import LabTimeline

/// One latency on two sides.
public struct MetricComparison: Sendable, Hashable {
  /// One side's figures, in milliseconds; over the same pairs on both sides when turns are paired.
  public struct Figures: Sendable, Hashable {
    /// Turns with a value.
    public let n: Int
    public let p50: Double?
    public let p90: Double?

    init(_ values: [Double]) {
      let sample = Sample(values)
      n = sample.count
      p50 = sample.quantile(0.5)
      p90 = sample.quantile(0.9)
    }
  }

  public let metric: LatencyMetric
  /// Whether the figures are of pairs of turns.
  public let isPaired: Bool
  public let baseline: Figures
  public let candidate: Figures
  /// The relative change, 0.05 being five per cent slower; `nil` when latencies are zero or negative, when
  /// there are none, and when too many turns were lost for it to have a bound.
  public let relative: LatencyShift?
  /// The change in milliseconds; `nil` when there is none, or none with a bound.
  public let milliseconds: LatencyShift?
  /// The two-sided probability of a difference at least as clear if the sides did not differ; `nil` without
  /// values.
  public let probability: Double?
  /// Turns without a value because they failed or were missed, on one side and on both; of unpaired sides,
  /// `both` is 0.
  public let lostOnBaseline: Int
  public let lostOnCandidate: Int
  public let lostOnBoth: Int
  /// Pairs that are left out because the metric applies to neither turn, or to one only.
  public let inapplicable: Int
  public let onOneSideOnly: Int
  /// How the single pairs moved; `nil` unless both sides drew the same random numbers in virtual time.
  public let movement: Movement?

  /// Whether there is anything to compare.
  public var hasValues: Bool { baseline.n > 0 && candidate.n > 0 }
}

extension MetricComparison {
  /// Compares the turns of pairs.
  init(_ measured: PairedMetric, movement: Movement?) {
    let complete = measured.complete
    let pairs = measured.latencies.pairs
    let shift = PairedShift(measured.latencies)
    self.init(
      metric: measured.metric, isPaired: true,
      baseline: Figures(complete.map(\.baseline)), candidate: Figures(complete.map(\.candidate)),
      relative: shift.relative, milliseconds: shift.milliseconds, probability: shift.probability,
      lostOnBaseline: pairs.count { $0.baseline == nil && $0.candidate != nil },
      lostOnCandidate: pairs.count { $0.candidate == nil && $0.baseline != nil },
      lostOnBoth: pairs.count { $0.candidate == nil && $0.baseline == nil },
      inapplicable: measured.inapplicable, onOneSideOnly: measured.onOneSideOnly, movement: movement)
  }
}
