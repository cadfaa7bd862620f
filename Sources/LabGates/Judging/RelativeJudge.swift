import LabAnalysis
import LabRecord
import LabStatistics
import LabTimeline

/// Holds a cell against its baseline as a gate asks.
struct RelativeJudge {
  let gate: Gate
  let relative: RelativeGate
  let cell: ComparedCell
  let pairs: RelativePairs
  let subject: GateSubject
  let generator: SeededGenerator

  /// Judges the cell on its own.
  ///
  /// - Parameter earlier: The pairs at each earlier look at this run.
  func outcome(earlier: [Int]) -> RelativeOutcome {
    if pairs.areOfSeparateRuns { return separateOutcome() }
    let latencies = pairs.measured.latencies
    let count = latencies.pairs.count
    // Judging the same data again is the same look.
    let before = earlier.filter { $0 < count }
    let isSequence = gate.onInconclusive == .extend && pairs.statistic != .exact
    let judgement = judge(latencies, look: isSequence ? .after(before) : .only)
    var outcome = outcome(judgement, finding(judgement, extends: isSequence))
    if isSequence, count > 0 { outcome.looks = before + [count] }
    return outcome
  }

  /// Holds two runs of different hours against each other.
  private func separateOutcome() -> RelativeOutcome {
    let judgement = SeparateRunsRule(relative.design(of: .shift), noise: pairs.noise)
      .judge(pairs.separateLatencies)
    return outcome(judgement, finding(judgement, extends: false))
  }

  /// Judges the cell as one of a night's many: flags it, or decides on it and its second runs together.
  func screened(by screening: TwoStageScreening, confirmations: [GateSubject]) -> RelativeOutcome {
    let first = judge(pairs.measured.latencies, look: .only, alpha: screening.screeningAlpha)
    guard first.verdict == .fail else {
      var outcome = outcome(first, finding(first, extends: false))
      outcome.isFlagged = false
      return outcome
    }
    let (pooled, runs, failure) = pooled(with: confirmations)
    var outcome: RelativeOutcome
    if let failure {
      outcome = self.outcome(
        first, Finding(.error, failure.message, obstacle: .notComparable, advice: failure.hint))
    } else if runs == 1 {
      outcome = self.outcome(first, flagged(first, screening))
    } else {
      let second = judge(pooled, look: .only, alpha: screening.decisionAlpha, runs: runs)
      outcome = self.outcome(second, finding(second, extends: false))
    }
    outcome.isFlagged = true
    return outcome
  }

  private func judge(
    _ latencies: PairedLatencies, look: Look, alpha: Double? = nil, runs: Int = 1
  ) -> RelativeJudgement {
    relative.rule(pairs.statistic, alpha: alpha, runs: runs)
      .judge(latencies, look: look, generator: generator)
  }

  private func outcome(_ judgement: RelativeJudgement, _ finding: Finding) -> RelativeOutcome {
    var outcome = RelativeOutcome(relative, statistic: pairs.statistic, finding: finding)
    outcome.judgement = judgement
    outcome.changes = changes
    outcome.isImprovement = isImprovement(judgement)
    return outcome
  }

  /// The parts of voice to voice that moved most in the typical pair, three at most.
  ///
  /// By the median, because one pair that met a stall on one side outweighs all others in the mean.
  private var changes: [RelativeOutcome.PartChange] {
    let stages = ChangeAttribution(pairs.pairing.pairs)?.stages ?? []
    return stages.enumerated()
      .filter { $0.element.medianMilliseconds != 0 || $0.element.meanMilliseconds != 0 }
      .sorted { one, other in
        let (first, second) = (one.element, other.element)
        return (second.medianMilliseconds.magnitude, second.meanMilliseconds.magnitude, one.offset)
          < (first.medianMilliseconds.magnitude, first.meanMilliseconds.magnitude, other.offset)
      }
      .prefix(3)
      .map { _, stage in
        RelativeOutcome.PartChange(
          name: stage.name, owner: stage.owner, medianMilliseconds: stage.medianMilliseconds,
          meanMilliseconds: stage.meanMilliseconds)
      }
  }

  private func isImprovement(_ judgement: RelativeJudgement) -> Bool {
    guard let shift = judgement.shift, shift < 0, shift <= -relative.limit else { return false }
    return pairs.statistic == .exact || judgement.interval.map { $0.upper < 0 } ?? false
  }

  private func finding(_ judgement: RelativeJudgement, extends: Bool) -> Finding {
    let text = RelativeSentence(gate: gate, relative: relative, pairs: pairs, changes: changes)
    let command = extends ? self.command(extending: judgement) : nil
    return Finding(
      judgement.verdict, text.reason(judgement), obstacle: text.obstacle(judgement.reason),
      advice: command ?? text.advice(judgement))
  }

  private func flagged(_ judgement: RelativeJudgement, _ screening: TwoStageScreening) -> Finding {
    let text = RelativeSentence(gate: gate, relative: relative, pairs: pairs, changes: changes)
    let command = subject.again.confirming(
      cell.cell, among: subject.run.report.cells.map(\.cell), repeats: repeats)
    let decision = Figure.percent(screening.decisionAlpha)
    return Finding(
      .inconclusive,
      "\(text.figures(judgement)): suspicious enough to run the cell again. Both runs together decide, at a level "
        + "of \(decision) (\(screening.gates) judgements a night).",
      advice: "\(command), then the same gate with --confirm and that folder")
  }

  /// The pairs of this run and of all that measured the cell again.
  private func pooled(with confirmations: [GateSubject]) -> (PairedLatencies, runs: Int, AnalysisError?) {
    var all = pairs.measured.latencies.pairs
    var runs = 1
    for confirmation in confirmations {
      do {
        guard let more = try Self.pairs(of: cell.cell, gate, in: confirmation, besides: subject) else {
          continue
        }
        let offset = (all.map(\.conversation).max() ?? -1) + 1
        all += more.pairs.map { pair in
          var pair = pair
          pair.conversation += offset
          return pair
        }
        runs += 1
      } catch {
        return (PairedLatencies(all), runs, error)
      }
    }
    return (PairedLatencies(all), runs, nil)
  }

  /// The pairs of a second run; `nil` when it did not measure the cell.
  private static func pairs(
    of cell: Cell, _ gate: Gate, in confirmation: GateSubject, besides subject: GateSubject
  ) throws(AnalysisError) -> PairedLatencies? {
    guard confirmation.run.report.cells.contains(where: { $0.cell == cell && $0.turns > 0 }) else {
      return nil
    }
    let (one, other) = (subject.run.report.run, confirmation.run.report.run)
    if one.mode == .offline, other.mode == .offline, one.seed == other.seed {
      throw AnalysisError(
        .notComparable,
        "“\(confirmation.run.name)” met the same draws as “\(subject.run.name)”, so it confirms nothing.",
        hint: "Run it with another --seed.")
    }
    let matching = try CellMatching.arms(
      of: CellMatching.Side(confirmation.run, namedAxes: []) { $0 == cell })
    guard let match = matching.matches.first else { return nil }
    return try TurnPairing(match, turns: gate.turns).latencies(of: gate.metric)
  }

  /// How often every conversation was had.
  private var repeats: Int {
    let counted = cell.turns.filter { $0.discarded == nil }
    return max(1, Set(counted.map(\.conversation.iteration)).count)
  }

  /// The command that measures what is missing; `nil` when no more will be measured.
  private func command(extending judgement: RelativeJudgement) -> String? {
    let maximum = relative.maximumPairs(of: pairs.statistic)
    let measured = pairs.measured.latencies.pairs.count
    guard judgement.verdict == .inconclusive, measured > 0, measured < maximum else { return nil }
    let share: Double
    switch judgement.reason {
    case .tooFewConversations(let needed): share = Double(needed) / Double(max(1, judgement.conversations))
    case .tooFewPairs(let needed), .undecided(let needed?): share = Double(needed) / Double(measured)
    default: share = Double(maximum) / Double(measured)
    }
    let wanted = max(repeats + 1, Int((Double(repeats) * share).rounded(.up)))
    let command = subject.again.extending(toRepeats: wanted)
    guard pairs.baseline.run.name != subject.run.name else { return command }
    return command + " && " + pairs.baseline.again.extending(toRepeats: wanted)
  }
}
