import LabAnalysis
public import LabGates
import LabRecord
import LabStatistics
import LabTimeline

// Everything is written under the names of the file, and what is missing as `null`.

extension GateReport: Encodable {
  /// Writes the report.
  public func encode(to encoder: any Encoder) throws {
    let fields: JSONFields = [
      "schema": Self.currentSchema, "name": name, "outcome": outcome().key, "headline": headline, "run": run,
      "screening": screening, "gates": results,
    ]
    try fields.encode(to: encoder)
  }
}

extension GateResult: Encodable {
  /// Writes what the gate asked of the cell, and what it came to.
  public func encode(to encoder: any Encoder) throws {
    let fields: JSONFields = [
      "gate": gate, "cell": cell, "metric": metric, "turns": turns.rawValue, "verdict": verdict,
      "effect": effect.key, "reason": decisive?.reason, "waiver": waiver, "obstacle": obstacle,
      "budgets": budgets, "relative": relative,
    ]
    try fields.encode(to: encoder)
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
  /// Writes who, why and until when; what it is about stands beside it.
  public func encode(to encoder: any Encoder) throws {
    let fields: JSONFields = ["owner": owner, "reason": reason, "expires": expires.description]
    try fields.encode(to: encoder)
  }
}

extension Finding: Encodable {
  /// Writes the verdict with its reason.
  public func encode(to encoder: any Encoder) throws {
    let fields: JSONFields = [
      "verdict": verdict, "effect": effect.key, "reason": reason, "obstacle": obstacle?.rawValue,
      "advice": advice,
    ]
    try fields.encode(to: encoder)
  }
}

extension BudgetJudgement: Encodable {
  /// Writes the budget with what was measured.
  public func encode(to encoder: any Encoder) throws {
    let fields: JSONFields = [
      "budget": text, "quantity": quantity, "unit": unit.rawValue, "limit": limit, "value": value,
      "ci95": interval.map { [$0.lower, $0.upper] }, "n": n, "n_needed": neededTurns, "finding": finding,
    ]
    try fields.encode(to: encoder)
  }
}

extension RelativeOutcome: Encodable {
  /// Writes the comparison with what it found.
  public func encode(to encoder: any Encoder) throws {
    let fields: JSONFields = [
      "baseline": gate.baseline.description, "stat": statistic.rawValue, "max": gate.limit,
      "floor": gate.effectiveFloor, "alpha": gate.alpha, "power": gate.power,
      "n_min": gate.minimumPairs(of: statistic), "n_max": gate.maximumPairs(of: statistic),
      "finding": finding, "looks": looks, "changes": changes, "flagged": isFlagged,
      "improvement": isImprovement, "judgement": judgement.map(\.fields),
    ]
    try fields.encode(to: encoder)
  }
}

extension RelativeOutcome.PartChange: Encodable {
  /// Writes the part with its change.
  public func encode(to encoder: any Encoder) throws {
    let fields: JSONFields = [
      "name": name, "owner": owner, "median_change_ms": medianMilliseconds,
      "mean_change_ms": meanMilliseconds,
    ]
    try fields.encode(to: encoder)
  }
}

extension RelativeJudgement {
  fileprivate var fields: JSONFields {
    let lost: JSONFields = [
      "both": lost.both, "baseline_only": lost.baselineOnly, "candidate_only": lost.candidateOnly,
    ]
    return [
      "scale": scale == .share ? "share" : "relative", "pairs": pairs, "conversations": conversations,
      "lost": lost, "shift": shift, "ci95": interval.map { [$0.lower, $0.upper] },
      "upper_bound": upperBound, "p": probability, "level": level, "log_deviation": logDeviation,
      "design_effect": designEffect, "minimal_effect": minimalEffect, "pairs_needed": pairsNeeded,
      "movement": movement.map(\.fields),
    ]
  }
}

extension RelativeJudgement.Movement {
  fileprivate var fields: JSONFields {
    [
      "slower": slower, "faster": faster, "uniform": isUniform, "smallest_ms": smallest,
      "largest_ms": largest,
    ]
  }
}
