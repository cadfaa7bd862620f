import LabAnalysis
import LabRecord
import LabStatistics
import LabTimeline

/// Judges a run by a gate file. The same file, runs and earlier looks give the same report.
public struct GateEvaluation: Sendable {
  let file: GateFile
  let subject: GateSubject
  /// What each baseline that the file names stands for; an absent one is not comparable.
  let baselines: [RelativeGate.Baseline: GateBaseline]
  /// Second runs of cells that the screening flagged.
  let confirmations: [GateSubject]
  let looks: EarlierLooks

  public init(
    _ file: GateFile, of subject: GateSubject, baselines: [RelativeGate.Baseline: GateBaseline] = [:],
    confirmations: [GateSubject] = [], looks: EarlierLooks = EarlierLooks()
  ) {
    self.file = file
    self.subject = subject
    self.baselines = baselines
    self.confirmations = confirmations
    self.looks = looks
  }

  /// Every gate on every cell that it selects.
  public func report() -> GateReport {
    let invalidity = subject.invalidity ?? confirmations.compactMap(\.invalidity).first
    let questions = file.gates.flatMap(questions)
    let judgements = questions.count { $0.comparison?.isScreened == true }
    let screening = file.screening.flatMap { screening in
      judgements == 0
        ? nil
        : TwoStageScreening(gates: judgements, screeningAlpha: screening.flag, nightAlpha: screening.night)
    }
    let results = questions.map { question in
      waived(invalidity.map { question.result(obstacle: $0) } ?? result(question, screening: screening))
    }
    return GateReport(
      name: file.name, run: GateReport.JudgedRun(folder: subject.run.name, run: subject.run.report.run),
      results: results,
      screening: screening.map {
        GateReport.Screening(
          judgements: $0.gates, flag: $0.screeningAlpha, decision: $0.decisionAlpha,
          confirmations: confirmations.map(\.run.name))
      })
  }

  /// One gate on one cell, before it is answered.
  struct Question {
    let gate: Gate
    /// `nil` when the gate selects no cell.
    let cell: ComparedCell?
    /// What the cell is compared with, or why it cannot be.
    let comparison: Comparison?

    enum Comparison {
      case pairs(RelativePairs)
      case impossible(Finding)

      /// Whether the judgement is one of the night's many.
      var isScreened: Bool {
        if case .pairs(let pairs) = self { pairs.canBeScreened } else { false }
      }
    }
  }

  private func questions(_ gate: Gate) -> [Question] {
    let cells = subject.run.cells.filter { gate.selects($0.cell) }
    if cells.isEmpty { return [Question(gate: gate, cell: nil, comparison: nil)] }
    return cells.map { cell in
      Question(gate: gate, cell: cell, comparison: gate.relative.map { comparison($0, gate, cell) })
    }
  }

  private func comparison(_ relative: RelativeGate, _ gate: Gate, _ cell: ComparedCell) -> Question.Comparison
  {
    do {
      let source = BaselineSearch(subject: subject, baselines: baselines, screening: file.screening)
      return .pairs(try source.pairs(for: relative, gate, cell))
    } catch {
      return .impossible(Finding(.error, error.message, obstacle: .notComparable, advice: error.hint))
    }
  }

  private func result(_ question: Question, screening: TwoStageScreening?) -> GateResult {
    guard let cell = question.cell else { return question.result(obstacle: nothingSelected(question.gate)) }
    guard cell.turns.contains(where: { $0.discarded == nil && question.gate.turns.contains($0.turn) }) else {
      return question.result(
        obstacle: Finding(
          .error, "The cell has no turn that counts, so there is nothing to judge.", obstacle: .missing))
    }
    let judge = BudgetJudge(
      gate: question.gate, cell: cell, memoryGrowthMegabytes: subject.memoryGrowthMegabytes)
    return question.result(
      budgets: question.gate.budgets.map(judge.judge),
      relative: question.comparison.flatMap { relative($0, question.gate, cell, screening: screening) })
  }

  private func relative(
    _ comparison: Question.Comparison, _ gate: Gate, _ cell: ComparedCell, screening: TwoStageScreening?
  ) -> RelativeOutcome? {
    guard let relative = gate.relative else { return nil }
    switch comparison {
    case .impossible(let finding):
      return RelativeOutcome(relative, statistic: relative.statistic ?? .shift, finding: finding)
    case .pairs(let pairs):
      let judge = RelativeJudge(
        gate: gate, relative: relative, cell: cell, pairs: pairs, subject: subject,
        generator: SeededGenerator(seed: subject.run.report.run.seed).derived(name: "gate \(gate.id)")
          .derived(name: cell.cell.name))
      if let screening, pairs.canBeScreened {
        return judge.screened(by: screening, confirmations: confirmations)
      }
      return judge.outcome(earlier: looks.looks(of: gate.id, cell.cell))
    }
  }

  private func nothingSelected(_ gate: Gate) -> Finding {
    let names = subject.run.report.cells.map(\.cell).filter { $0.arm == .candidate }.map(\.name)
    let known = names.prefix(3).map { "“\($0)”" }.joined(separator: ", ")
    let more = names.count > 3 ? " and \(names.count - 3) more" : ""
    let wanted = gate.selection.rules.isEmpty ? "to judge" : "that matches \(gate.selection.text)"
    return Finding(
      .error, "The run has no cell \(wanted).", obstacle: .missing,
      advice: names.isEmpty ? nil : "Its cells are \(known)\(more).")
  }

  private func waived(_ result: GateResult) -> GateResult {
    guard result.effect == .regression,
      let waiver = file.waivers.first(where: { waiver in
        waiver.gate == result.gate && result.cell.map { waiver.selection.matches($0) } ?? true
      })
    else { return result }
    var result = result
    result.waiver = waiver
    result.effect = .waived
    result.changeFindings { if $0.effect == .regression { $0.effect = .waived } }
    return result
  }
}

extension GateEvaluation.Question {
  /// A result of which nothing could be judged.
  func result(obstacle: Finding) -> GateResult {
    result(budgets: [], relative: nil, obstacle: obstacle)
  }

  /// A result with the weight that the gate gives to its findings.
  func result(
    budgets: [BudgetJudgement], relative: RelativeOutcome?, obstacle: Finding? = nil
  ) -> GateResult {
    var result = GateResult(
      gate: gate.id, cell: cell?.cell, metric: gate.metric.key, turns: gate.turns, budgets: budgets,
      relative: relative, obstacle: obstacle, verdict: .pass, effect: .pass)
    result.changeFindings { $0.effect = effect($0) }
    if let decisive = result.decisive {
      (result.effect, result.verdict) = (decisive.effect, decisive.verdict)
    }
    return result
  }

  private func effect(_ finding: Finding) -> GateResult.Effect {
    let effect = fullEffect(finding)
    // A gate that only warns stops nobody, unless the run itself is not to be trusted.
    let onlyWarns = gate.severity == .warn && finding.obstacle != .invalidRun
    return onlyWarns ? min(effect, .warning) : effect
  }

  private func fullEffect(_ finding: Finding) -> GateResult.Effect {
    switch (finding.verdict, finding.obstacle) {
    case (.pass, _): .pass
    case (.fail, _): .regression
    case (.inconclusive, _):
      switch gate.onInconclusive {
      case .warn: .warning
      case .fail: .regression
      case .extend: .inconclusive
      }
    case (.error, .missing): gate.onMissing == .warn ? .warning : .missing
    case (.error, .notComparable): .notComparable
    case (.error, _): .missing
    }
  }
}

extension GateResult {
  /// Everything that was found, in the order of the gate.
  public var findings: [Finding] {
    if let obstacle { return [obstacle] }
    return budgets.map(\.finding) + (relative.map { [$0.finding] } ?? [])
  }

  /// The finding that counts most; the first of equals.
  package var decisive: Finding? {
    findings.reversed().max { ($0.effect, $0.verdict.weight) <= ($1.effect, $1.verdict.weight) }
  }

  /// Changes every finding alike.
  mutating func changeFindings(_ change: (inout Finding) -> Void) {
    for index in budgets.indices { change(&budgets[index].finding) }
    if relative != nil, var finding = relative?.finding {
      change(&finding)
      relative?.finding = finding
    }
    if var finding = obstacle {
      change(&finding)
      obstacle = finding
    }
  }
}

extension Verdict {
  /// How much a verdict says against passing.
  var weight: Int {
    switch self {
    case .pass: 0
    case .inconclusive: 1
    case .fail: 2
    case .error: 3
    }
  }
}
