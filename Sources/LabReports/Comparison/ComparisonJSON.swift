public import LabAnalysis
import LabRecord
import LabStatistics
import LabTimeline

/// `comparison.json`: indented JSON with sorted keys, so that equal comparisons are equal bytes.
public enum ComparisonJSON {
  /// The file. Times are in milliseconds, shares and relative changes are fractions; what is not known is
  /// `null`.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ report: ComparisonReport) throws -> [UInt8] {
    try JSONDocument.bytes(
      [
        "schema": ComparisonReport.currentSchema, "comparisons": report.comparisons.map(fields),
        "only_in_baseline": report.onlyInBaseline, "only_in_candidate": report.onlyInCandidate,
      ] as JSONFields)
  }

  /// One comparison, as other files hold it too.
  static func fields(_ comparison: CellComparison) -> JSONFields {
    [
      "baseline": side(comparison.match.baseline), "candidate": side(comparison.match.candidate),
      "design": comparison.match.design.rawValue, "mode": comparison.match.baseline.run.mode.rawValue,
      "turns": comparison.selection.rawValue, "paired": comparison.isPaired, "exact": comparison.isExact,
      "pairs": comparison.pairs, "conversations": comparison.conversations,
      "metrics": comparison.metrics.map { metric($0, sentence: comparison.sentence(for: $0)) },
      "stages": comparison.attribution?.stages.map(stage), "lost": lost(comparison.lost),
      "unpaired": comparison.unpaired.map(unpaired), "sentence": comparison.headline,
      "notes": comparison.notes,
    ]
  }

  private static func side(_ cell: ComparedCell) -> JSONFields {
    ["run": cell.runName, "run_id": cell.run.id, "seed": cell.run.seed, "cell": cell.cell]
  }

  private static func metric(_ metric: MetricComparison, sentence: String) -> JSONFields {
    [
      "metric": metric.metric.key, "baseline": figures(metric.baseline),
      "candidate": figures(metric.candidate), "change": metric.relative.map(shift),
      "change_ms": metric.milliseconds.map(shift), "p": metric.probability,
      "lost_on_baseline": metric.lostOnBaseline, "lost_on_candidate": metric.lostOnCandidate,
      "lost_on_both": metric.lostOnBoth, "inapplicable": metric.inapplicable,
      "on_one_side_only": metric.onOneSideOnly, "movement": metric.movement.map(movement),
      "sentence": sentence,
    ]
  }

  private static func figures(_ figures: MetricComparison.Figures) -> JSONFields {
    ["n": figures.n, "p50": figures.p50, "p90": figures.p90]
  }

  private static func shift(_ shift: LatencyShift) -> JSONFields {
    ["estimate": shift.estimate, "ci95": shift.interval.map { [$0.lower, $0.upper] }]
  }

  private static func movement(_ movement: Movement) -> JSONFields {
    [
      "slower": movement.slower, "faster": movement.faster, "unmoved": movement.unmoved,
      "uniform_change": movement.uniformChange, "uniform_change_ms": movement.uniformMilliseconds,
    ]
  }

  private static func stage(_ stage: StageChange) -> JSONFields {
    [
      "name": stage.name, "owner": stage.owner, "total_change_ns": stage.totalNanoseconds,
      "mean_change_ms": stage.meanMilliseconds, "median_change_ms": stage.medianMilliseconds,
      "share": stage.share, "exact": stage.isExact, "movement": movement(stage.movement),
    ]
  }

  private static func lost(_ lost: LostTurns) -> JSONFields {
    [
      "baseline_turns": lost.baselineTurns, "candidate_turns": lost.candidateTurns,
      "baseline": lost.baselineLost, "candidate": lost.candidateLost, "baseline_only": lost.baselineOnly,
      "candidate_only": lost.candidateOnly, "p": lost.probability,
    ]
  }

  private static func unpaired(_ unpaired: UnpairedTurns) -> JSONFields {
    [
      "side": unpaired.side, "conversation": unpaired.conversation, "iteration": unpaired.iteration,
      "turns": unpaired.turns, "reason": unpaired.reason.rawValue,
    ]
  }
}
