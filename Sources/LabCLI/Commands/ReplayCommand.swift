import ArgumentParser
import LabCassette
import LabPlan
import LabRecord
import LabRunner
import LabStudies
import LabTimeline

/// `turnlab replay`: plays a cassette to the plan that it was recorded with.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Play a cassette to the plan that it was recorded with.",
    discussion: """
      Offline, a conversation that goes on as it was recorded has the recorded latencies to the nanosecond. A plan \
      of your own plays a cassette with 'emulation: {cassette: FILE, replay: exact}' (or resampled).
      """)

  @Argument(help: "The cassette.", completion: .file())
  var cassette: String

  @Option(help: "Where conversations run: offline or loopback.")
  var mode = RunMode.offline

  @Flag(help: "Give each turn the timings of a recorded turn that is drawn at random.")
  var resample = false

  @Option(help: "The seed of the drawing, in place of the recorded run's.")
  var seed: UInt64?

  @Option(help: "The run folder to write.", completion: .directory)
  var out: String

  @Flag(help: "Print the report as JSON.")
  var json = false

  func validate() throws {
    if mode == .live {
      throw ValidationError("--mode must be offline or loopback: a cassette stands in for the services.")
    }
    if seed != nil, !resample { throw ValidationError("--seed is for --resample: nothing else is drawn.") }
  }

  func run() throws {
    let console = Console.current
    let cassette = try Cassette(path: cassette)
    // A problem with the plan names the file that it stands in.
    var plan = try PlanReader.read(text: cassette.header.planText, path: "\(self.cassette) (plan)")
    plan.seed = seed ?? cassette.header.seed
    if let repeats = cassette.header.repeats { plan.repeats = repeats }
    if plan.baseline != nil, resample || mode == .loopback {
      throw RunError(
        .usage,
        "The cassette holds a plan with a baseline, whose two arms only an exact replay offline keeps apart.",
        hint: "Leave out --resample and --mode loopback.")
    }
    plan.playback = .init(path: self.cassette, cassette: cassette, replay: resample ? .resampled : .exact)
    let runner = try PlanRunner(
      RunRequest(
        plan: plan, mode: mode,
        selection: try cassette.header.selection.map(CellSelection.init) ?? CellSelection()))
    let setup = RunSetup(
      folder: RunFolder(path: out), planText: Array(cassette.header.planText.utf8),
      variables: console.variables, citation: CertificateFile.citation())
    let run = ConsoleRun(runner: runner, setup: setup, console: console)
    let outcome = try run.measure()
    if mode == .offline, !resample {
      let report = ReplayReport(of: runner)
      try setup.folder.write(try JSONDocument.bytes(report), to: ReplayReport.fileName)
      for sentence in report.sentences { console.note(sentence) }
    }
    try run.report(of: outcome, asJSON: json)
  }
}
