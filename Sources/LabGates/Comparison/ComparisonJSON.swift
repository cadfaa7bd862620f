import Foundation
import LabReports
import LabStatistics
import LabTimeline

/// `comparison.json`: indented JSON with sorted keys, so that equal comparisons are equal bytes.
public enum ComparisonJSON {
  /// The file. Times are in milliseconds, shares and relative changes are fractions; what is not known is `null`.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ report: ComparisonReport) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(Document(report))) + [UInt8(ascii: "\n")]
  }
}

/// The whole file.
private struct Document: Encodable {
  var schema = ComparisonReport.currentSchema
  var comparisons: [ComparisonFields]
  var onlyInBaseline: [Cell]
  var onlyInCandidate: [Cell]

  init(_ report: ComparisonReport) {
    comparisons = report.comparisons.map(ComparisonFields.init)
    onlyInBaseline = report.onlyInBaseline
    onlyInCandidate = report.onlyInCandidate
  }

  private enum CodingKeys: String, CodingKey {
    case schema, comparisons
    case onlyInBaseline = "only_in_baseline"
    case onlyInCandidate = "only_in_candidate"
  }
}

struct ComparisonFields: Encodable {
  let comparison: CellComparison

  init(_ comparison: CellComparison) { self.comparison = comparison }

  private enum CodingKeys: String, CodingKey {
    case baseline, candidate, design, mode, turns, paired, exact, pairs, conversations, metrics, stages, lost
    case unpaired, sentence, notes
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(SideFields(comparison.match.baseline), forKey: .baseline)
    try container.encode(SideFields(comparison.match.candidate), forKey: .candidate)
    try container.encode(comparison.match.design.rawValue, forKey: .design)
    try container.encode(comparison.match.baseline.run.mode, forKey: .mode)
    try container.encode(comparison.selection.rawValue, forKey: .turns)
    try container.encode(comparison.isPaired, forKey: .paired)
    try container.encode(comparison.isExact, forKey: .exact)
    try container.encode(comparison.pairs, forKey: .pairs)
    try container.encode(comparison.conversations, forKey: .conversations)
    try container.encode(
      comparison.metrics.map { MetricFields(metric: $0, sentence: comparison.sentence(for: $0)) },
      forKey: .metrics)
    try container.encode(comparison.attribution?.stages.map(StageFields.init), forKey: .stages)
    try container.encode(LostFields(lost: comparison.lost), forKey: .lost)
    try container.encode(comparison.unpaired.map(UnpairedFields.init), forKey: .unpaired)
    try container.encode(comparison.headline, forKey: .sentence)
    try container.encode(comparison.notes, forKey: .notes)
  }
}

private struct SideFields: Encodable {
  var run: String
  var runID: String
  var seed: UInt64
  var cell: Cell

  init(_ cell: ComparedCell) {
    run = cell.runName
    runID = cell.run.id
    seed = cell.run.seed
    self.cell = cell.cell
  }

  private enum CodingKeys: String, CodingKey {
    case run, seed, cell
    case runID = "run_id"
  }
}

private struct MetricFields: Encodable {
  let metric: MetricComparison
  let sentence: String

  private enum CodingKeys: String, CodingKey {
    case metric, baseline, candidate, change, p, sentence, movement
    case milliseconds = "change_ms"
    case lostOnBaseline = "lost_on_baseline"
    case lostOnCandidate = "lost_on_candidate"
    case lostOnBoth = "lost_on_both"
    case inapplicable
    case onOneSideOnly = "on_one_side_only"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(metric.metric.key, forKey: .metric)
    try container.encode(FigureFields(figures: metric.baseline), forKey: .baseline)
    try container.encode(FigureFields(figures: metric.candidate), forKey: .candidate)
    try container.encode(metric.relative.map(ShiftFields.init), forKey: .change)
    try container.encode(metric.milliseconds.map(ShiftFields.init), forKey: .milliseconds)
    try container.encode(metric.probability, forKey: .p)
    try container.encode(metric.lostOnBaseline, forKey: .lostOnBaseline)
    try container.encode(metric.lostOnCandidate, forKey: .lostOnCandidate)
    try container.encode(metric.lostOnBoth, forKey: .lostOnBoth)
    try container.encode(metric.inapplicable, forKey: .inapplicable)
    try container.encode(metric.onOneSideOnly, forKey: .onOneSideOnly)
    try container.encode(metric.movement.map(MovementFields.init), forKey: .movement)
    try container.encode(sentence, forKey: .sentence)
  }
}

private struct FigureFields: Encodable {
  let figures: MetricComparison.Figures

  private enum CodingKeys: String, CodingKey {
    case n, p50, p90
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(figures.n, forKey: .n)
    try container.encode(figures.p50, forKey: .p50)
    try container.encode(figures.p90, forKey: .p90)
  }
}

private struct ShiftFields: Encodable {
  let shift: LatencyShift

  init(_ shift: LatencyShift) { self.shift = shift }

  private enum CodingKeys: String, CodingKey {
    case estimate
    case interval = "ci95"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(shift.estimate, forKey: .estimate)
    try container.encode(shift.interval.map { [$0.lower, $0.upper] }, forKey: .interval)
  }
}

private struct MovementFields: Encodable {
  let movement: Movement

  init(_ movement: Movement) { self.movement = movement }

  private enum CodingKeys: String, CodingKey {
    case slower, faster, unmoved
    case uniformChange = "uniform_change"
    case uniformMilliseconds = "uniform_change_ms"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(movement.slower, forKey: .slower)
    try container.encode(movement.faster, forKey: .faster)
    try container.encode(movement.unmoved, forKey: .unmoved)
    try container.encode(movement.uniformChange, forKey: .uniformChange)
    try container.encode(movement.uniformMilliseconds, forKey: .uniformMilliseconds)
  }
}

private struct StageFields: Encodable {
  let stage: StageChange

  init(_ stage: StageChange) { self.stage = stage }

  private enum CodingKeys: String, CodingKey {
    case name, owner, share, exact, movement
    case mean = "mean_change_ms"
    case median = "median_change_ms"
    case total = "total_change_ns"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(stage.name, forKey: .name)
    try container.encode(stage.owner, forKey: .owner)
    try container.encode(stage.totalNanoseconds, forKey: .total)
    try container.encode(stage.meanMilliseconds, forKey: .mean)
    try container.encode(stage.medianMilliseconds, forKey: .median)
    try container.encode(stage.share, forKey: .share)
    try container.encode(stage.isExact, forKey: .exact)
    try container.encode(MovementFields(stage.movement), forKey: .movement)
  }
}

private struct LostFields: Encodable {
  let lost: LostTurns

  private enum CodingKeys: String, CodingKey {
    case p
    case baselineTurns = "baseline_turns"
    case candidateTurns = "candidate_turns"
    case baseline, candidate
    case baselineOnly = "baseline_only"
    case candidateOnly = "candidate_only"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(lost.baselineTurns, forKey: .baselineTurns)
    try container.encode(lost.candidateTurns, forKey: .candidateTurns)
    try container.encode(lost.baselineLost, forKey: .baseline)
    try container.encode(lost.candidateLost, forKey: .candidate)
    try container.encode(lost.baselineOnly, forKey: .baselineOnly)
    try container.encode(lost.candidateOnly, forKey: .candidateOnly)
    try container.encode(lost.probability, forKey: .p)
  }
}

private struct UnpairedFields: Encodable {
  var side: Cell.Arm
  var conversation: String
  var iteration: Int
  var turns: Int
  var reason: String

  init(_ unpaired: UnpairedTurns) {
    side = unpaired.side
    conversation = unpaired.conversation
    iteration = unpaired.iteration
    turns = unpaired.turns
    reason = unpaired.reason.rawValue
  }
}
