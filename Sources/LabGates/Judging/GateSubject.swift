public import LabReports
import LabStatistics

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
    let mode = report.mode == "offline" ? [] : ["--mode", report.mode]
    let baseline = report.baseline == nil ? [] : ["--baseline", folder + "/baseline.yaml"]
    again = RunAgain(folder: folder, options: mode + baseline, seed: report.seed)
    self.memoryGrowthMegabytes = memoryGrowthMegabytes
  }

  /// Why nothing of the run may be judged; `nil` when it may.
  var invalidity: Finding? {
    let report = run.report.run
    guard report.instrument.isValid else {
      let warnings = report.instrument.warnings.joined(separator: " ")
      return Finding(
        .error, "The instrument of “\(run.name)” may have bent the numbers: \(warnings)", obstacle: .invalidRun,
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
  /// How much the logarithm of a cell's latency differs between two equal runs, as a standard deviation; `nil` when the
  /// history does not know.
  public let betweenRunLogDeviation: @Sendable (ComparedCell) -> Double?

  public init(
    runs: [GateSubject], betweenRunLogDeviation: @escaping @Sendable (ComparedCell) -> Double? = { _ in nil }
  ) {
    self.runs = runs
    self.betweenRunLogDeviation = betweenRunLogDeviation
  }
}
