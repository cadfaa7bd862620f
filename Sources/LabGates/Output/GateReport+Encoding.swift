import LabStatistics
import LabTimeline

extension GateReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case schema, name, outcome, headline, run, screening, gates
  }

  /// Writes what is missing as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.currentSchema, forKey: .schema)
    try container.encode(name, forKey: .name)
    try container.encode(outcome().key, forKey: .outcome)
    try container.encode(headline, forKey: .headline)
    try container.encode(run, forKey: .run)
    try container.encode(screening, forKey: .screening)
    try container.encode(results, forKey: .gates)
  }
}

extension GateResult: Encodable {
  private enum CodingKeys: String, CodingKey {
    case gate, cell, metric, turns, verdict, effect, reason, waiver, obstacle, budgets, relative
  }

  /// Writes what is missing as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(gate, forKey: .gate)
    try container.encode(cell, forKey: .cell)
    try container.encode(metric, forKey: .metric)
    try container.encode(turns.rawValue, forKey: .turns)
    try container.encode(verdict, forKey: .verdict)
    try container.encode(effect.key, forKey: .effect)
    try container.encode(decisive?.reason, forKey: .reason)
    try container.encode(waiver, forKey: .waiver)
    try container.encode(obstacle, forKey: .obstacle)
    try container.encode(budgets, forKey: .budgets)
    try container.encode(relative, forKey: .relative)
  }
}

extension GateResult.Effect {
  /// The effect as files hold it; the text never changes.
  var key: String {
    switch self {
    case .pass: "pass"
    case .waived: "waived"
    case .warning: "warning"
    case .inconclusive: "inconclusive"
    case .notComparable: "not_comparable"
    case .regression: "regression"
    case .missing: "no_data"
    }
  }
}

extension Waiver: Encodable {
  private enum CodingKeys: String, CodingKey {
    case owner, reason, expires
  }

  /// Writes who, why and until when; what it is about stands beside it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(owner, forKey: .owner)
    try container.encode(reason, forKey: .reason)
    try container.encode(expires.description, forKey: .expires)
  }
}

extension Finding: Encodable {
  private enum CodingKeys: String, CodingKey {
    case verdict, reason, obstacle, advice, effect
  }

  /// Writes what is missing as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(verdict, forKey: .verdict)
    try container.encode(effect.key, forKey: .effect)
    try container.encode(reason, forKey: .reason)
    try container.encode(obstacle?.rawValue, forKey: .obstacle)
    try container.encode(advice, forKey: .advice)
  }
}

extension BudgetJudgement: Encodable {
  private enum CodingKeys: String, CodingKey {
    case budget, quantity, unit, limit, value, ci95, n, finding
    case neededTurns = "n_needed"
  }

  /// Writes what is missing as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .budget)
    try container.encode(quantity, forKey: .quantity)
    try container.encode(unit.rawValue, forKey: .unit)
    try container.encode(limit, forKey: .limit)
    try container.encode(value, forKey: .value)
    try container.encode(interval.map { [$0.lower, $0.upper] }, forKey: .ci95)
    try container.encode(n, forKey: .n)
    try container.encode(neededTurns, forKey: .neededTurns)
    try container.encode(finding, forKey: .finding)
  }
}

extension RelativeOutcome: Encodable {
  private enum CodingKeys: String, CodingKey {
    case baseline, stat, max, floor, alpha, power, finding, looks, changes, flagged, improvement, judgement
    case minimumPairs = "n_min"
    case maximumPairs = "n_max"
  }

  /// Writes what is missing as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(gate.baseline.description, forKey: .baseline)
    try container.encode(statistic.rawValue, forKey: .stat)
    try container.encode(gate.limit, forKey: .max)
    try container.encode(gate.effectiveFloor, forKey: .floor)
    try container.encode(gate.alpha, forKey: .alpha)
    try container.encode(gate.power, forKey: .power)
    try container.encode(gate.minimumPairs(of: statistic), forKey: .minimumPairs)
    try container.encode(gate.maximumPairs(of: statistic), forKey: .maximumPairs)
    try container.encode(finding, forKey: .finding)
    try container.encode(looks, forKey: .looks)
    try container.encode(changes, forKey: .changes)
    try container.encode(isFlagged, forKey: .flagged)
    try container.encode(isImprovement, forKey: .improvement)
    try container.encode(judgement.map(EncodedJudgement.init), forKey: .judgement)
  }
}

extension RelativeOutcome.PartChange: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, owner
    case median = "median_change_ms"
    case mean = "mean_change_ms"
  }

  /// Writes the part with its change.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(owner, forKey: .owner)
    try container.encode(medianMilliseconds, forKey: .median)
    try container.encode(meanMilliseconds, forKey: .mean)
  }
}

/// A judgement under the names of the file.
private struct EncodedJudgement: Encodable {
  let judgement: RelativeJudgement

  private enum CodingKeys: String, CodingKey {
    case scale, pairs, conversations, lost, shift, ci95, level, movement
    case upperBound = "upper_bound"
    case probability = "p"
    case logDeviation = "log_deviation"
    case designEffect = "design_effect"
    case minimalEffect = "minimal_effect"
    case pairsNeeded = "pairs_needed"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(judgement.scale == .share ? "share" : "relative", forKey: .scale)
    try container.encode(judgement.pairs, forKey: .pairs)
    try container.encode(judgement.conversations, forKey: .conversations)
    try container.encode(EncodedLost(judgement.lost), forKey: .lost)
    try container.encode(judgement.shift, forKey: .shift)
    try container.encode(judgement.interval.map { [$0.lower, $0.upper] }, forKey: .ci95)
    try container.encode(judgement.upperBound, forKey: .upperBound)
    try container.encode(judgement.probability, forKey: .probability)
    try container.encode(judgement.level, forKey: .level)
    try container.encode(judgement.logDeviation, forKey: .logDeviation)
    try container.encode(judgement.designEffect, forKey: .designEffect)
    try container.encode(judgement.minimalEffect, forKey: .minimalEffect)
    try container.encode(judgement.pairsNeeded, forKey: .pairsNeeded)
    try container.encode(judgement.movement.map(EncodedMovement.init), forKey: .movement)
  }
}

/// Turns without a value, under the names of the file.
private struct EncodedLost: Encodable {
  var both: Int
  var baselineOnly: Int
  var candidateOnly: Int

  init(_ lost: RelativeJudgement.Lost) {
    (both, baselineOnly, candidateOnly) = (lost.both, lost.baselineOnly, lost.candidateOnly)
  }

  private enum CodingKeys: String, CodingKey {
    case both
    case baselineOnly = "baseline_only"
    case candidateOnly = "candidate_only"
  }
}

/// How single pairs moved, under the names of the file.
private struct EncodedMovement: Encodable {
  var slower: Int
  var faster: Int
  var uniform: Bool
  var smallest: Double
  var largest: Double

  init(_ movement: RelativeJudgement.Movement) {
    (slower, faster, uniform) = (movement.slower, movement.faster, movement.isUniform)
    (smallest, largest) = (movement.smallest, movement.largest)
  }

  private enum CodingKeys: String, CodingKey {
    case slower, faster, uniform
    case smallest = "smallest_ms"
    case largest = "largest_ms"
  }
}
