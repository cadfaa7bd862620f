import LabAnalysis
public import LabGates
public import LabHistory
import LabRecord
import LabReports
import LabRunner
import LabStatistics
import LabTimeline

/// Finds the runs behind the baselines that a gate file names.
public struct GateBaselines {
  private let folders: [String]
  private let openHistory: () throws -> History

  /// - Parameters:
  ///   - folders: The runs that “baseline: run” means, the preferred one first.
  ///   - openHistory: Opens the history; only called when a gate asks for it.
  public init(folders: [String], openHistory: @escaping () throws -> History) {
    self.folders = folders
    self.openHistory = openHistory
  }

  /// The baselines of a file, for a run.
  ///
  /// - Throws: `HistoryError` when the history lacks one that is named, and `RecordError` when a folder is
  ///   not a run.
  public func all(
    of file: GateFile, for subject: GateSubject
  ) throws -> [RelativeGate.Baseline: GateBaseline] {
    var found: [RelativeGate.Baseline: GateBaseline] = [:]
    if !folders.isEmpty { found[.run] = GateBaseline(runs: try subjects(folders)) }
    for gate in file.gates {
      guard case .history(let name)? = gate.relative?.baseline, found[.history(name)] == nil else { continue }
      found[.history(name)] = try pinned(name, for: subject, metrics: file.gates.map(\.metric))
    }
    return found
  }

  private func subjects(_ folders: [String]) throws -> [GateSubject] {
    try folders.map { try RunFolder(path: $0).gateSubject() }
  }

  private func pinned(
    _ name: String, for subject: GateSubject, metrics: [LatencyMetric]
  ) throws -> GateBaseline {
    let history = try openHistory()
    let report = subject.run.report
    let fingerprint = RunFingerprint(report.run)
    // The latest is the nearest in time, and is preferred.
    let runs = try subjects(try history.baseline(named: name, for: fingerprint).reversed())
    var noise: [Question: BetweenRunNoise] = [:]
    for cell in report.cells.map(\.cell) {
      for metric in metrics {
        let deviation = try history.betweenRunDeviation(cell: cell, metric: metric, fingerprint: fingerprint)
        noise[Question(cell: cell, metric: metric)] = deviation.map {
          BetweenRunNoise(logDeviation: $0, runs: Self.fewestRuns)
        }
      }
    }
    let known = noise
    return GateBaseline(runs: runs) { known[Question(cell: $0.cell, metric: $1)] }
  }

  /// What the history is asked about noise.
  private struct Question: Hashable {
    var cell: Cell
    var metric: LatencyMetric
  }

  /// The history knows the noise from five runs on and does not say from how many: fewer make wider bounds.
  private static let fewestRuns = 5
}
