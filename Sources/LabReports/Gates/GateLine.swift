import LabAnalysis
public import LabGates
public import LabStatistics
import LabTimeline

/// One thing that a gate asked of one cell, as a line of a table.
public struct GateLine: Hashable, Sendable {
  public var gate: String
  /// What tells the cell apart from the others that were judged.
  public var cell: String
  /// The budget as it is written, or the comparison in short.
  public var asked: String
  /// The turns or pairs behind the value.
  public var n: Int?
  /// What was measured, with its interval.
  public var measured: String
  public var verdict: Verdict
  /// The sentence, and what to do.
  public var finding: Finding
  /// What the verdict does, when that is not what it says: waived, or a warning only.
  public var remark: String?

  /// The verdict, with its remark.
  public var verdictText: String { remark.map { "\(verdict.rawValue) (\($0))" } ?? verdict.rawValue }
}

extension GateReport {
  /// A line for each budget and each comparison of each result.
  public var lines: [GateLine] {
    let axes = CellAxes(results.compactMap(\.cell))
    return results.flatMap { result in
      let cell = result.cell.map { axes.label($0) } ?? "no cell"
      return result.parts.map { part in
        GateLine(
          gate: result.gate, cell: cell, asked: part.asked, n: part.n, measured: part.measured,
          verdict: part.finding.verdict, finding: part.finding, remark: result.remark(part.finding))
      }
    }
  }

  /// The verdict on everything, in one line without an end.
  public var headline: String {
    let effects = GateResult.Effect.allCases.reversed().compactMap { effect in
      let count = results.count { $0.effect == effect }
      return count == 0 ? nil : "\(count) \(effect.words)"
    }
    let list = effects.isEmpty ? "nothing was judged" : effects.joined(separator: ", ")
    return "\(outcome().words): \(list)"
  }
}

extension GateResult {
  typealias Part = (asked: String, n: Int?, measured: String, finding: Finding)

  /// What was asked, and what it came to.
  var parts: [Part] {
    if let obstacle { return [("–", nil, "–", obstacle)] }
    let limits = budgets.map { budget -> Part in (budget.text, budget.n, budget.measured, budget.finding) }
    let comparison = relative.map { relative -> Part in
      (relative.asked, relative.judgement?.pairs, relative.measured, relative.finding)
    }
    return limits + (comparison.map { [$0] } ?? [])
  }

  /// Why a finding that is not a PASS does not do what it says.
  func remark(_ finding: Finding) -> String? {
    switch finding.effect {
    case .waived: waiver.map { "waived until \($0.expires)" }
    case .warning: "warning only"
    case .regression where finding.verdict == .inconclusive: "counts as a failure"
    default: nil
    }
  }
}

extension BudgetJudgement {
  /// The value with its interval.
  var measured: String {
    guard let value else { return FixedPoint.none }
    let figure = Figure.text(value, unit, beside: limit)
    guard let interval else { return figure }
    return "\(figure) (\(Figure.range(interval, beside: limit)))"
  }
}

extension RelativeOutcome {
  /// The comparison in short: `shift vs arm < +5 %`.
  var asked: String {
    let comparison = statistic == .exact ? "≤" : "<"
    return "\(statistic.rawValue) vs \(gate.baseline) \(comparison) +\(Figure.percent(gate.limit))"
  }

  /// The change with its interval.
  var measured: String {
    guard let shift = judgement?.shift else { return FixedPoint.none }
    let interval = judgement?.interval.map { " (\(ChangeText.percent($0)))" } ?? ""
    return ChangeText.signedPercent(shift) + interval
  }
}

extension GateResult.Effect {
  /// What is said of several results.
  var words: String {
    switch self {
    case .pass: "passed"
    case .waived: "waived"
    case .warning: "with a warning"
    case .inconclusive: "inconclusive"
    case .notComparable: "not comparable"
    case .regression: "failed"
    case .missing: "without anything to judge by"
    }
  }
}

extension GateReport.Outcome {
  /// The outcome as people read it.
  public var words: String {
    switch self {
    case .pass: "PASS"
    case .improvement: "IMPROVEMENT"
    case .inconclusive: "INCONCLUSIVE"
    case .notComparable: "NOT COMPARABLE"
    case .regression: "FAIL"
    case .noData: "ERROR"
    }
  }

  /// The outcome as files hold it; the text never changes.
  public var key: String {
    switch self {
    case .pass: "pass"
    case .improvement: "improvement"
    case .inconclusive: "inconclusive"
    case .notComparable: "not_comparable"
    case .regression: "regression"
    case .noData: "no_data"
    }
  }
}
