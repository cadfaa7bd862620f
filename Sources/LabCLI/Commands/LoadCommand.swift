import ArgumentParser
import LabAnalysis
import LabErrors
import LabPlan
import LabRecord
import LabReports
import LabRunner
import LabStudies
import TurnLab

/// `turnlab load`: the highest load that keeps an objective.
struct LoadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load", abstract: "Find the highest load that keeps an objective.",
    discussion: """
      Doubles the number of conversations at once (or of those begun a minute) until the objective is missed, then \
      halves what lies between. Ends with 6 when the harness itself did not keep up: that is not reported as a limit of \
      the services. What the plan says under 'load' holds unless an option says otherwise.
      """)

  @OptionGroup var wanted: PlanOptions

  @Option(help: "Where conversations run: loopback or live. Conversations in virtual time never meet.")
  var mode = RunMode.loopback

  @Option(help: "The most that the objective's percentile may be, in milliseconds.")
  var limit: Double?

  @Option(help: "The first load that is tried.")
  var from: Int?

  @Option(help: "The highest load that is tried.")
  var to: Int?

  @Option(help: "How long every load is held, e.g. 60s.")
  var step: DurationOption?

  @Option(help: "The folder to write.", completion: .directory)
  var out: String?

  @OptionGroup var live: LiveOptions

  @Flag(help: "Print load.json.")
  var json = false

  func validate() throws {
    if mode == .offline {
      throw ValidationError(
        "--mode is offline, where every conversation has a clock of its own: there is no load.")
    }
    if let limit, !(1...600_000).contains(limit) {
      throw ValidationError("--limit is \(limit); it must be 1 to 600000.")
    }
    for (name, value) in [("--from", from), ("--to", to)] {
      if let value, !(1...100_000).contains(value) {
        throw ValidationError("\(name) is \(value); it must be 1 to 100000.")
      }
    }
  }

  func run() throws {
    let console = Console.current
    let plan = try wanted.read()
    let settings = try settings(of: plan)
    let folder = out.map(RunFolder.init) ?? .unused(for: plan, mode: mode, suffix: "load")
    let setup = try wanted.setup(in: folder, live: live, citation: CertificateFile.citation())
    let cancellation = RunCancellation()
    console.onInterruption { cancellation.cancel() }
    let load = LoadRun(
      plan: plan, settings: settings, mode: mode, selection: try wanted.selection(), setup: setup,
      cancellation: cancellation)
    let result: LoadRun.Result
    do {
      result = try load.measure { event in
        switch event {
        case .stepEnded(let step): console.note(step.line(settings))
        case .note(let text): console.note(text)
        }
      }
    } catch is CancellationError {
      console.note("Interrupted. The loads that were held to their end are in \(folder.path).")
      throw ProgramExit.interrupted
    }
    try result.writeReports(to: folder)
    console.note("Reports: \(folder.path)/report.html")
    try show(result.report)
  }

  /// What the plan says of its load test, with what the options say in its place.
  private func settings(of plan: RunPlan) throws -> LoadSettings {
    var settings = plan.load ?? LoadSettings()
    if let limit { settings.limitMilliseconds = limit }
    if let from { settings.from = from }
    if let to { settings.upTo = to }
    if let step { settings.stepSeconds = step.seconds }
    guard settings.settleSeconds < settings.stepSeconds, settings.from <= settings.upTo else {
      throw ValidationError(
        "A step of \(settings.stepSeconds) s must be longer than its settling of \(settings.settleSeconds) s, and --from "
          + "no greater than --to.")
    }
    return settings
  }

  private func show(_ report: LoadReport) throws {
    try Console.current.output(json, JSONDocument.bytes(report), or: LoadSection.section(report).plainText)
    if report.isSaturated { throw ProgramExit.noData }
    if report.answer.highest == nil { throw ProgramExit.regression }
  }
}
