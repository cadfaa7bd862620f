public import ArgumentParser
import Foundation
import LabCost
public import LabRunner
import LabStudies
import LabTimeline

/// `turnlab run`: measures a matrix and writes a run folder.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Measure the matrix of a plan and write a run folder.")

  @Argument(help: "The plan, a YAML file.")
  var plan: String

  @Option(help: "Where conversations run: offline, loopback or live.")
  var mode = RunMode.offline

  @Option(help: "The seed, in place of the plan's.")
  var seed: UInt64?

  @Option(help: "How often to have every conversation in every cell, in place of the plan's number.")
  var repeats: Int?

  @Option(
    help: "Another plan to hold every cell against, each conversation right beside its own.",
    completion: .file(extensions: ["yaml"]))
  var baseline: String?

  @Option(help: "The run folder to write.", completion: .directory)
  var out: String?

  @Option(help: "Measure only the cells that match, e.g. 'stt=deepgram/*,preset=balanced'.")
  var select: String?

  @Option(help: "Measure part I of N, e.g. 2/8; join the parts with 'turnlab merge'.")
  var shard: ShardOption?

  @Option(help: "Go on with the run in this folder, also with more --repeats.", completion: .directory)
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
    if let repeats, !(1...100_000).contains(repeats) {
      throw ValidationError("--repeats is \(repeats); it must be 1 to 100000.")
    }
    if workers < 1 { throw ValidationError("--workers is \(workers); it must be at least 1.") }
  }

  func run() throws {
    let console = Console.current
    var plan = try PlanReader.read(plan, baseline: baseline)
    if let seed { plan.seed = seed }
    if let repeats { plan.repeats = repeats }
    let runner = try PlanRunner(
      RunRequest(
        plan: plan, mode: mode, selection: try select.map(CellSelection.init) ?? CellSelection(),
        shard: shard?.shard, workers: workers))
    // A dry run finds what is wrong with them, too.
    if let prices = prices ?? plan.prices { _ = try PriceBook.read(prices) }
    if dryRun { return console.output(DryRun(runner: runner).text) }
    let folder = (resume ?? out).map(RunFolder.init) ?? .unused(for: plan, mode: mode)
    let command = command(resuming: folder)
    let run = ConsoleRun(
      runner: runner, setup: try setup(folder, command: command), console: console, resumeCommand: command)
    try run.report(of: try run.measure(isResumed: resume != nil), asJSON: json)
  }

  private func setup(_ folder: RunFolder, command: String) throws -> RunSetup {
    var setup = RunSetup(
      folder: folder, planText: try RunFolder.bytes(ofFile: plan), variables: Console.current.variables,
      citation: CertificateFile.citation(named: calibration))
    setup.prices = prices
    setup.folderHint = "Name another one with --out, or go on with the run in it: \(command)"
    live.apply(to: &setup)
    return setup
  }

  private func command(resuming folder: RunFolder) -> String {
    ResumeCommand.text(
      "run", plan: plan,
      options: [
        ("--mode", mode == .offline ? nil : mode.rawValue), ("--seed", seed.map(String.init)),
        ("--repeats", repeats.map(String.init)), ("--baseline", baseline), ("--select", select),
        ("--shard", shard.map { "\($0.shard.index)/\($0.shard.count)" }), ("--calibration", calibration),
        ("--prices", prices), ("--resume", folder.path),
      ])
  }
}

extension RunMode: ExpressibleByArgument {}

/// `I/N` on the command line.
struct ShardOption: ExpressibleByArgument {
  let shard: RecordHeader.Shard

  init?(argument: String) {
    let parts = argument.split(separator: "/").map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1], count >= 1,
      (1...count).contains(index)
    else { return nil }
    shard = RecordHeader.Shard(index: index, count: count)
  }
}
