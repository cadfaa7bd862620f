import Foundation
import LabReports
import LabRunner
import LabTimeline
import LabTransport

/// Carries out a soak: the plan's conversations as long sessions, watched.
struct SoakRun {
  let runner: PlanRunner
  let settings: SoakSettings
  let path: String
  let console: Console

  /// - Parameter path: Of the plan.
  init(
    plan: RunPlan, path: String, settings: SoakSettings, mode: RunMode, selection: CellSelection,
    console: Console
  ) throws {
    self.settings = settings
    self.path = path
    self.console = console
    // One worker, so that the process is looked at while a session goes on.
    runner = try PlanRunner(
      RunRequest(plan: plan.soaking(settings), mode: mode, selection: selection, workers: 1))
  }

  /// What the soak in a folder was asked for.
  static func settings(of folder: RunFolder) throws -> SoakSettings {
    for line in try folder.readSoakLines() ?? [] {
      if case .settings(let settings) = line { return settings }
    }
    throw RunError(
      .notComparable, "The folder “\(folder.path)” holds no soak.",
      hint: "Name a folder that turnlab soak has written.")
  }

  /// - Parameters:
  ///   - resuming: The command that goes on with the soak in a folder.
  func run(
    in wanted: RunFolder?, isResumed: Bool, resuming command: (RunFolder) -> String
  ) throws -> SoakReport {
    let mode = runner.request.mode
    let services = try ServiceHost(runner: runner, variables: console.variables)
    var environment = RunEnvironment.ofThisMachine()
    let folder = wanted ?? .unused(for: runner.request.plan, mode: mode)
    let (record, done, cutOff, resumption) = try open(folder, isResumed: isResumed, hint: command(folder))
    console.onInterruption { runner.cancel() }
    let access = try services.start()
    defer { services.stop() }

    let began = MonotonicClock.now()
    let bar = SoakProgressLine(console: console, settings: settings, sessions: runner.conversations.count)
    let monitor = try SoakMonitor(
      settings: settings, isOffline: mode == .offline, path: folder.soakLines, resumption: resumption,
      waitingReports: { [runner] in runner.waitingReports }, tell: { bar.show($0) })
    var reading = InstrumentReading()
    do {
      defer { bar.clear() }
      reading = try runner.run(into: record, done: done, services: access, continuing: cutOff) {
        monitor.take($0, record: record)
      }
      try monitor.finish()
    }
    environment.seconds = began.duration(to: MonotonicClock.now()).milliseconds / 1000
    try folder.write(environment: EnvironmentFile(environment: environment, instrument: reading))
    if runner.isCancelled {
      console.note("Interrupted. What was measured is kept; go on with:")
      console.note("  " + command(folder))
      throw ProgramExit.interrupted
    }
    _ = try folder.report()
    console.note("Reports: \(folder.path)/report.html")
    guard let report = try folder.soak() else {
      throw RunError(.folder, "“\(folder.soakLines)” is gone.", hint: "Soak into another folder.")
    }
    return report
  }

  private func open(
    _ folder: RunFolder, isResumed: Bool, hint: String
  ) throws -> (RecordFile, Set<Int>, [SessionContinuation], SoakResumption?) {
    guard isResumed else {
      try folder.create(hint: "Name another one with --out, or go on with the soak in it: \(hint)")
      try folder.write(Array(FileManager.default.contents(atPath: path) ?? Data()), to: "plan.yaml")
      return (try RecordFile.create(path: folder.record, header: runner.header), [], [], nil)
    }
    let last = try folder.readSoakLines()?.reversed().lazy.compactMap { line -> Double? in
      switch line {
      case .sample(let sample): sample.at
      case .resumed(let resumption): resumption.at
      case .settings, .save: nil
      }
    }.first
    // Virtual time costs nothing: what was cut off is had again from its beginning, to the same bytes.
    guard runner.request.mode != .offline else {
      let (record, done) = try runner.resume(folder.record)
      return (record, done, [], SoakResumption(at: last ?? 0, continuedSessions: 0))
    }
    let (record, done, cutOff) = try runner.resumeSessions(folder.record)
    return (record, done, cutOff, SoakResumption(at: last ?? 0, continuedSessions: cutOff.count))
  }
}
