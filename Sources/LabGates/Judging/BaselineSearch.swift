import LabAnalysis
import LabRecord
import LabStatistics
import LabTimeline

/// The pairs of turns that a relative gate judges on one cell.
struct RelativePairs: Sendable {
  let statistic: RelativeGate.Statistic
  /// Whether both sides met the same draws, so that nothing but what was changed can tell them apart.
  let metTheSameDraws: Bool
  let pairing: TurnPairing
  let measured: PairedMetric
  /// The run that the baseline's turns are of.
  let baseline: GateSubject
  /// How much two equal runs differ; `nil` when that is not known, or both arms are of one run.
  let noise: BetweenRunNoise?
  /// Whether the gate may be one of the night's many.
  let canBeScreened: Bool

  /// Whether the two sides are of different runs that did not meet the same draws.
  var areOfSeparateRuns: Bool {
    pairing.match.design == .separateRuns && !metTheSameDraws
  }

  /// The turns of both runs, each under the conversation and place that it has in both.
  var separateLatencies: SeparateLatencies {
    SeparateLatencies(
      baseline: turns(of: pairing.match.baseline), candidate: turns(of: pairing.match.candidate))
  }

  private func turns(of cell: ComparedCell) -> [SeparateLatencies.Turn] {
    cell.conversations(turns: pairing.selection).joined().compactMap { turn in
      let latency = turn.milliseconds(of: measured.metric)
      guard latency != nil || turn.hasFailed else { return nil }
      return SeparateLatencies.Turn(
        item: "\(turn.conversation.name)/\(turn.turn)", conversation: turn.conversation.position,
        latency: latency)
    }
  }
}

/// Finds what a cell is compared with.
struct BaselineSearch {
  let subject: GateSubject
  let baselines: [RelativeGate.Baseline: GateBaseline]
  let screening: GateFile.Screening?

  /// - Throws: a ``AnalysisError`` when there is nothing that the cell can be compared with.
  func pairs(
    for relative: RelativeGate, _ gate: Gate, _ cell: ComparedCell
  ) throws(AnalysisError) -> RelativePairs {
    let (match, baseline) = try match(relative, cell)
    if let invalidity = baseline.invalidity {
      throw AnalysisError(
        .notComparable, invalidity.reason, hint: invalidity.advice ?? "Measure the baseline again.")
    }
    let pairing = try TurnPairing(match, turns: gate.turns)
    let metDraws =
      match.couldShareDraws && ChangeAttribution(pairing.pairs)?.hasCommonDraws == true
    let statistic = relative.statistic ?? (metDraws ? .exact : .shift)
    if statistic == .exact, !metDraws {
      throw AnalysisError(
        .notComparable,
        "“stat: exact” needs two sides in virtual time that met the same draws, and these did not.",
        hint: "Run both offline with one seed, or gate the shift.")
    }
    if statistic != .exact, statistic != .shift, match.design == .separateRuns, !metDraws {
      throw AnalysisError(
        .notComparable,
        "“stat: \(statistic.rawValue)” compares the arms of one run; between two runs only the shift can be judged.",
        hint: "Give the plan a baseline, or gate the shift.")
    }
    return RelativePairs(
      statistic: statistic, metTheSameDraws: metDraws, pairing: pairing,
      measured: pairing.measure(gate.metric), baseline: baseline,
      noise: match.design == .separateRuns
        ? baselines[relative.baseline]?.noise(of: cell, gate.metric, turns: gate.turns) : nil,
      canBeScreened: screening != nil && relative.baseline == .arm && statistic != .exact)
  }

  private func match(
    _ relative: RelativeGate, _ cell: ComparedCell
  ) throws(AnalysisError) -> (CellMatch, GateSubject) {
    if relative.baseline == .arm { return (try armMatch(cell.cell), subject) }
    guard let runs = baselines[relative.baseline]?.runs, !runs.isEmpty else {
      throw absent(relative.baseline)
    }
    var failure: AnalysisError?
    for run in runs {
      do {
        return (try match(cell.cell, in: run), run)
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? absent(relative.baseline)
  }

  private func armMatch(_ cell: Cell) throws(AnalysisError) -> CellMatch {
    let matching = try CellMatching.arms(of: CellMatching.Side(subject.run, namedAxes: []) { $0 == cell })
    guard let match = matching.matches.first else { throw absent(.arm) }
    return match
  }

  private func match(_ cell: Cell, in baseline: GateSubject) throws(AnalysisError) -> CellMatch {
    let matching = try CellMatching.matching(
      baseline: CellMatching.Side(baseline.run, namedAxes: []) { $0.arm == .candidate },
      candidate: CellMatching.Side(subject.run, namedAxes: []) { $0.arm == .candidate })
    guard let match = matching.matches.first(where: { $0.candidate.cell == cell }) else {
      throw AnalysisError(
        .notComparable, "“\(baseline.run.name)” has no counterpart of this cell.",
        hint: "Measure the cell there too, or leave it out of the gate's “select”.")
    }
    return match
  }

  private func absent(_ baseline: RelativeGate.Baseline) -> AnalysisError {
    switch baseline {
    case .arm:
      AnalysisError(.notComparable, "The cell has no baseline arm.", hint: "Give the plan a baseline.")
    case .run:
      AnalysisError(
        .notComparable, "The gate compares with another run, and none was named.",
        hint: "Name its folder with --baseline DIR.")
    case .history(let name):
      AnalysisError(
        .notComparable, "There is no history with a baseline “\(name)” to compare with.",
        hint: "Name the folder of a run with --baseline DIR and compare with “baseline: run”.")
    }
  }
}
