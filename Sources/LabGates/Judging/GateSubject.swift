public import LabAnalysis
import LabRecord
public import LabStatistics
public import LabTimeline

/// A run that is judged, or takes part in a judgement.
public struct GateSubject: Sendable {
  public let run: ComparedRun
  /// How to measure more of it.
  public let again: RunAgain
  /// How much the program's memory grew over the run, in megabytes; `nil` when it was not read.
  public let memoryGrowthMegabytes: Double?

  /// - Parameter folder: The run folder, as the user gave it.
  public init(folder: String, analysis: RunAnalysis, memoryGrowthMegabytes: Double? = nil) {
    let report = analysis.report.run
    run = ComparedRun(name: folder, analysis: analysis)
    let mode = report.mode == .offline ? [] : ["--mode", report.mode.rawValue]
    let baseline = report.baseline == nil ? [] : ["--baseline", folder + "/baseline.yaml"]
    let shard = report.shard.map { ["--shard", "\($0.index)/\($0.count)"] } ?? []
    again = RunAgain(
      folder: folder, options: mode + baseline + shard, selection: report.selection, seed: report.seed)
    self.memoryGrowthMegabytes = memoryGrowthMegabytes
  }

  /// Why nothing of the run may be judged; `nil` when it may.
  var invalidity: Finding? {
    let report = run.report.run
    guard report.instrument.isValid else {
      let warnings = report.instrument.warnings.joined(separator: " ")
      return Finding(
        .error, "The instrument of “\(run.name)” may have bent the numbers: \(warnings)",
        obstacle: .invalidRun,
        advice: "Run it again on a machine that is less busy; “turnlab doctor” says what this one can do.")
    }
    guard report.isComplete else {
      return Finding(
        .error,
        "The run “\(run.name)” is unfinished: part of its \(report.plannedConversations) conversations is missing.",
        obstacle: .invalidRun, advice: "Go on with it by “turnlab run … --resume \(run.name)”.")
    }
    return nil
  }
}

/// The runs behind a baseline.
public struct GateBaseline: Sendable {
  /// What the candidate is held against, the preferred one first.
  public let runs: [GateSubject]
  /// How much two equal runs of a cell differ, as the history knows it; `nil` when it does not.
  private let history: @Sendable (ComparedCell, LatencyMetric) -> BetweenRunNoise?

  /// - Parameter noise: How much two equal runs of a cell differ; asked before the runs themselves are.
  public init(
    runs: [GateSubject],
    noise: @escaping @Sendable (ComparedCell, LatencyMetric) -> BetweenRunNoise? = { _, _ in nil }
  ) {
    self.runs = runs
    history = noise
  }

  /// How much two equal runs of a cell differ: from the history, or from the baseline runs when there are three or
  /// more with the cell, whose medians then differ by nothing but that (and by their turns, which makes it safe).
  func noise(of cell: ComparedCell, _ metric: LatencyMetric, turns: TurnSelection) -> BetweenRunNoise? {
    if let known = history(cell, metric) { return known }
    let logarithms = runs.compactMap { run -> Double? in
      guard let counterpart = run.run.cells.first(where: { $0.cell == cell.cell }) else { return nil }
      let values = counterpart.conversations(turns: turns).joined().compactMap { $0.milliseconds(of: metric) }
      return Sample(values).quantile(0.5).flatMap { $0 > 0 ? PortableMath.log($0) : nil }
    }
    guard logarithms.count >= 3 else { return nil }
    let mean = logarithms.reduce(0, +) / Double(logarithms.count)
    let squares = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return BetweenRunNoise(
      logDeviation: (squares / Double(logarithms.count - 1)).squareRoot(), runs: logarithms.count)
  }
}
