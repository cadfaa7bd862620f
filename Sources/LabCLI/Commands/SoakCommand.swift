import ArgumentParser
import LabAnalysis
import LabErrors
import LabPlan
import LabRecord
import LabReports
import LabRunner
import LabStudies
import TurnLab

/// `turnlab soak`: one long session or many, with tests for leaks, drift and work that is no longer done.
struct SoakCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak", abstract: "Run long sessions and test for leaks, drift and stalled work.",
    discussion: """
      Every conversation of every cell becomes a session that lasts as long as asked for, its script said again and \
      again. Ends with 2 when something grows, drifts or breaks; what the plan says under 'soak' holds unless an \
      option says otherwise.
      """)

  @OptionGroup var wanted: PlanOptions

  @Option(help: "How long every session lasts, e.g. 90m; 90 minutes unless the plan says otherwise.")
  var duration: DurationOption?

  @Option(help: "Where sessions run: offline, loopback or live.")
  var mode = RunMode.offline

  @Option(help: "How many sessions every conversation of every cell becomes.")
  var sessions: Int?

  @Option(help: "How far apart sessions begin in real time, e.g. 30s.")
  var stagger: DurationOption?

  @Option(help: "The run folder to write.", completion: .directory)
  var out: String?

  @Option(
    help: "Resume the soak in this folder: sessions that were cut off go on where they were.",
    completion: .directory)
  var resume: String?

  @OptionGroup var live: LiveOptions

  @Flag(help: "Print soak.json.")
  var json = false

  func validate() throws {
    if let duration, !(1...86_400).contains(duration.seconds) {
      throw ValidationError("--duration is \(duration.seconds) s; it must be 1s to 24h.")
    }
    if let sessions, !(1...10_000).contains(sessions) {
      throw ValidationError("--sessions is \(sessions); it must be 1 to 10000.")
    }
    if resume != nil, out != nil || duration != nil || sessions != nil || stagger != nil {
      throw ValidationError(
        "--resume excludes --out, --duration, --sessions and --stagger: the soak goes on as it was asked for."
      )
    }
  }

  func run() throws {
    let console = Console.current
    let plan = try wanted.read()
    let resumed = resume.map(RunFolder.init)
    let settings = try resumed.map(SoakRun.settings(of:)) ?? settings(of: plan)
    let soak = try SoakRun(
      plan: plan, settings: settings, mode: mode, selection: try wanted.selection())
    let folder = resumed ?? out.map(RunFolder.init) ?? .unused(for: plan, mode: mode)
    let command = ResumeCommand.text(
      "soak", plan: wanted.plan,
      options: [
        ("--mode", mode == .offline ? nil : mode.rawValue), ("--seed", wanted.seed.map(String.init)),
        ("--select", wanted.select), ("--resume", folder.path),
      ])
    var setup = try wanted.setup(in: folder, live: live, citation: CertificateFile.citation())
    setup.folderHint = "Name another one with --out, or resume the soak in it: \(command)"
    let status = console.status
    let sessions = soak.runner.conversations.count
    let run = ConsoleRun(runner: soak.runner, setup: setup, console: console, resumeCommand: command)
    let outcome = try run.interruptible {
      defer { status.clear() }
      return try soak.measure(setup, isResumed: resumed != nil) { event in
        switch event {
        case .note(let text): status.note(text)
        case .progress(let progress):
          let line = progress.line(of: sessions, settings)
          // What is not a terminal is told at every check.
          if console.errorIsTerminal { status.show(line) } else if progress.isCheck { console.note(line) }
        }
      }
    }
    let report = try folder.report().soak
    console.note("Reports: \(folder.path)/report.html")
    guard let report else {
      throw RunError(
        .folder, "The soak’s own file in “\(folder.path)” is gone.", hint: "Soak into another folder.")
    }
    try show(report, outcome)
  }

  /// What the plan says of its soak, with what the options say in its place.
  private func settings(of plan: RunPlan) -> SoakSettings {
    var settings = plan.soak ?? SoakSettings()
    if let duration { settings.durationSeconds = duration.seconds }
    if let sessions { settings.sessions = sessions }
    if let stagger { settings.staggerSeconds = stagger.seconds }
    return settings
  }

  private func show(_ report: SoakReport, _ outcome: RunSession.Outcome) throws {
    let console = Console.current
    try console.output(json, JSONDocument.bytes(report), or: SoakSection.section(report).plainText)
    if let failure = outcome.failure {
      console.note(failure.sentence)
      throw ProgramExit.noData
    }
    switch report.verdict {
    case .pass: return
    case .regression: throw ProgramExit.regression
    case .noData: throw ProgramExit.noData
    }
  }
}
