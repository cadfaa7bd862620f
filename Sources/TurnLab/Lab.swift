public import LabAnalysis
public import LabPlan
public import LabRecord
import LabReports
public import LabRunner
import LabStudies

/// Runs plans and makes their reports.
///
/// ```swift
/// let plan = try PlanReader.read("Benchmarks/demo.yaml")
/// let run = try Lab.run(plan, mode: .offline, into: "Reports/mine")
/// for cell in run.report.cells { print(cell.cell.name, cell.turns) }
/// ```
public enum Lab {
  /// What is left open by a plan and a mode.
  public struct Options: Sendable {
    /// Which cells are measured; all when it is empty.
    public var selection = CellSelection()
    /// How many conversations are computed at once in virtual time; changes nothing but the duration.
    public var workers = 1
    /// The environment, which holds the keys of live services.
    public var variables: [String: String] = [:]
    /// The certificate that reports of real time cite; the one at ``CertificateFile/standard`` when nil, if
    /// there is one.
    public var certificate: String?
    /// Whether each service of a live run gets one minimal request before anything is measured.
    public var checksServices = true

    public init() {}
  }

  /// Measures the matrix of a plan, and makes the reports.
  ///
  /// - Parameters:
  ///   - mode: In virtual time, over sockets of this machine, or with the real services.
  ///   - folder: The folder to write; it must be empty, or not be there.
  ///   - observe: Called between conversations, never while something is measured.
  /// - Throws: what is wrong with the plan's corpora, the folder, the keys or the services, before anything
  ///   is measured; and what kept the record or a report from being written.
  public static func run(
    _ plan: RunPlan, mode: RunMode, into folder: String, options: Options = Options(),
    observe: (RunEvent) -> Void = { _ in }
  ) throws -> LabRun {
    let runner = try PlanRunner(
      RunRequest(plan: plan, mode: mode, selection: options.selection, workers: options.workers))
    var setup = RunSetup(
      folder: RunFolder(path: folder), planText: nil, variables: options.variables,
      citation: CertificateFile.citation(named: options.certificate))
    setup.checksServices = options.checksServices
    setup.folderHint = "Name another folder."
    let session = try RunSession.begin(runner, setup: setup) { observe(.note($0)) }
    let outcome = try session.measure(observe: observe)
    return LabRun(folder: setup.folder, outcome: outcome, analysis: try setup.folder.report().analysis)
  }
}

/// A run that was measured, with its reports.
public struct LabRun: Sendable {
  /// Where its record and its reports are.
  public let folder: RunFolder
  /// How it ended.
  public let outcome: RunSession.Outcome
  /// The report and the turns behind it.
  public let analysis: RunAnalysis

  /// What was measured, cell by cell: `report.json`.
  public var report: RunReport { analysis.report }
}
