public import ArgumentParser
import Foundation
import LabAnalysis
import LabCost
import LabPlan
import LabProviders
import LabRecord
import LabRunner
import LabTimeline
import LabTransport

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
    // Looked at before anything is measured.
    if let prices = prices ?? plan.prices { _ = try PriceBook.read(prices) }
    if dryRun { return console.output(DryRun(runner: runner).text) }
    try measure(with: runner, plan: plan, console: console)
  }

  private func measure(with runner: PlanRunner, plan: RunPlan, console: Console) throws {
    let services = try ServiceHost(runner: runner, variables: console.variables)
    var environment = RunEnvironment.ofThisMachine()
    let citation =
      mode == .offline ? nil : try CertificateFile.citation(named: calibration, environment: environment)
    let folder = resume.map(RunFolder.init) ?? out.map(RunFolder.init) ?? .unused(for: plan, mode: mode)
    let (record, done) = try open(folder, for: runner)
    if let prices = prices ?? plan.prices { try folder.adopt(prices: prices) }
    console.onInterruption { runner.cancel() }
    let access = try services.start()
    defer { services.stop() }

    let began = MonotonicClock.now()
    var bar = ProgressBar(console: console)
    var reading: InstrumentReading
    do {
      // Whatever is said next begins on a line of its own, also when a run fails.
      defer { bar.clear() }
      reading = try runner.run(into: record, done: done, services: access) { bar.show($0) }
    }
    environment.seconds = began.duration(to: MonotonicClock.now()).milliseconds / 1000
    reading.calibration = citation
    try folder.write(
      environment: EnvironmentFile(environment: environment, instrument: reading))
    try finish(folder, isCancelled: runner.isCancelled, console: console)
  }

  private func open(_ folder: RunFolder, for runner: PlanRunner) throws -> (RecordFile, Set<Int>) {
    if resume != nil { return try runner.resume(folder.record) }
    try folder.create(
      hint: "Name another one with --out, or go on with the run in it: \(command(resuming: folder))")
    try folder.write(Array(FileManager.default.contents(atPath: plan) ?? Data()), to: "plan.yaml")
    if let origin = runner.request.plan.baseline?.plan {
      let text = FileManager.default.contents(atPath: origin.path) ?? Data()
      try folder.write(Array(text), to: "baseline.yaml")
    }
    return (try RecordFile.create(path: folder.record, header: runner.header), [])
  }

  /// The command that goes on with this run: the same plan, and every option that makes it another run.
  private func command(resuming folder: RunFolder) -> String {
    let options: [(String, String?)] = [
      ("--mode", mode == .offline ? nil : mode.rawValue), ("--seed", seed.map(String.init)),
      ("--repeats", repeats.map(String.init)), ("--baseline", baseline), ("--select", select),
      ("--shard", shard.map { "\($0.shard.index)/\($0.shard.count)" }), ("--calibration", calibration),
      ("--prices", prices),
      ("--resume", folder.path),
    ]
    let words = options.flatMap { option, value in value.map { [option, $0] } ?? [] }
    return (["turnlab", "run", plan] + words).map(\.quotedForShell).joined(separator: " ")
  }

  private func finish(_ folder: RunFolder, isCancelled: Bool, console: Console) throws {
    if isCancelled {
      console.note("Interrupted. What was measured is kept; go on with:")
      console.note("  " + command(resuming: folder))
      throw ProgramExit.interrupted
    }
    let analysis = try folder.report()
    if json {
      try console.show(json: analysis.report)
    } else {
      console.show(analysis.report)
    }
    console.note("Reports: \(folder.path)/report.html")
    if analysis.report.cells.allSatisfy({ $0.turns == 0 }) || !analysis.report.run.instrument.isValid {
      throw ProgramExit.noData
    }
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
