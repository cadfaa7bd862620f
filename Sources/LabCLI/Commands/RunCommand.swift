public import ArgumentParser
import Foundation
import LabCost
import LabPlan
public import LabRecord
import LabRunner
import LabStudies
import LabTimeline
import TurnLab

/// `turnlab run`: measures a matrix and writes a run folder.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Measure the matrix of a plan and write a run folder.")

  @OptionGroup var wanted: PlanOptions

  @Option(help: "Where conversations run: offline, loopback or live.")
  var mode = RunMode.offline

  @OptionGroup var often: RepeatOptions

  @Option(
    help: "Another plan to hold every cell against, each conversation right beside its own.",
    completion: .file(extensions: ["yaml"]))
  var baseline: String?

  @Option(help: "The run folder to write.", completion: .directory)
  var out: String?

  @Option(help: "Measure part I of N, e.g. 2/8; join the parts with 'turnlab merge'.")
  var shard: RecordHeader.Shard?

  @Option(help: "Resume the run in this folder, also with more --repeats.", completion: .directory)
  var resume: String?

  @Option(help: "How many conversations to compute at once in virtual time.")
  var workers = ProcessInfo.processInfo.activeProcessorCount

  @Option(
    help:
      "The certificate of 'turnlab calibrate' that reports of real time cite, in place of Reports/calibration.json.",
    completion: .file())
  var calibration: String?

  @Option(
    help: "A price book, in place of the plan’s or the shipped one; it is kept in the run folder.",
    completion: .file())
  var prices: String?

  @OptionGroup var live: LiveOptions

  @Flag(help: "Say what would be measured, and measure nothing.")
  var dryRun = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  func validate() throws {
    if out != nil, resume != nil {
      throw ValidationError("--out and --resume exclude each other: a resumed run goes on in its own folder.")
    }
    if calibration != nil, mode == .offline {
      throw ValidationError("--calibration is for runs in real time: virtual time has no error to cite.")
    }
    if workers < 1 { throw ValidationError("--workers is \(workers); it must be at least 1.") }
  }

  func run() throws {
    let console = Console.current
    var plan = try wanted.read(baseline: baseline)
    if let repeats = often.repeats { plan.repeats = repeats }
    let runner = try PlanRunner(
      RunRequest(
        plan: plan, mode: mode, selection: try wanted.selection(), shard: shard, workers: workers))
    // A dry run finds what is wrong with them, too.
    if let prices = prices ?? plan.prices { _ = try PriceBook.read(prices) }
    if dryRun { return console.output(DryRun(runner: runner).text) }
    let folder = (resume ?? out).map(RunFolder.init) ?? .unused(for: plan, mode: mode)
    let command = command(resuming: folder)
    var setup = try wanted.setup(
      in: folder, live: live, citation: CertificateFile.citation(named: calibration))
    setup.prices = prices
    setup.folderHint = "Name another one with --out, or resume the run in it: \(command)"
    let run = ConsoleRun(runner: runner, setup: setup, console: console, resumeCommand: command)
    try run.report(of: try run.measure(isResumed: resume != nil), asJSON: json)
  }

  private func command(resuming folder: RunFolder) -> String {
    ResumeCommand.text(
      "run", plan: wanted.plan,
      options: [
        ("--mode", mode == .offline ? nil : mode.rawValue), ("--seed", wanted.seed.map(String.init)),
        ("--repeats", often.repeats.map(String.init)), ("--baseline", baseline), ("--select", wanted.select),
        ("--shard", shard.map { "\($0.index)/\($0.count)" }), ("--calibration", calibration),
        ("--prices", prices), ("--resume", folder.path),
      ])
  }
}

extension RunMode: ExpressibleByArgument {}

extension RecordHeader.Shard: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
