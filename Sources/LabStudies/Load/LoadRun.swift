import Foundation
import LabReports
import LabRunner
import LabTimeline
import LabTransport
import Synchronization

/// Carries out a load test: one run after the other, each under another load.
struct LoadRun {
  let plan: RunPlan
  /// Of the plan.
  let path: String
  let settings: LoadSettings
  let mode: RunMode
  let selection: CellSelection
  let folder: RunFolder
  let console: Console

  func run() throws -> LoadReport {
    try folder.create()
    try folder.write(Array(FileManager.default.contents(atPath: path) ?? Data()), to: "plan.yaml")
    let stop = LoadStop()
    console.onInterruption { stop.stop() }

    var search = LoadSearch(settings)
    var report = LoadReport(mode: mode.rawValue, settings: settings, answer: search.answer, steps: [])
    while let load = search.next {
      let step = try measure(load, stop: stop)
      if stop.isStopped {
        console.note("Interrupted. The loads that were held to their end are in \(folder.path).")
        throw ProgramExit.interrupted
      }
      search.note(step.outcome, at: load)
      report.steps.append(step)
      report.answer = search.answer
      try folder.write(try ReportJSON.bytes(report), to: LoadReport.fileName)
      console.note(line(step))
    }
    try writeReports(report)
    return report
  }

  private func measure(_ load: Int, stop: LoadStop) throws -> LoadStep {
    let runner = try PlanRunner(
      RunRequest(plan: plan.loaded(load, settings), mode: mode, selection: selection, workers: 1))
    let services = try ServiceHost(runner: runner, variables: console.variables)
    let own = stepFolder(load)
    try own.create()
    let record = try RecordFile.create(path: own.record, header: runner.header)
    var environment = RunEnvironment.ofThisMachine()
    stop.watch(runner)
    let access = try services.start()
    defer { services.stop() }
    let began = MonotonicClock.now()
    let reading = try runner.run(into: record, done: [], services: access) { _ in }
    environment.seconds = began.duration(to: MonotonicClock.now()).milliseconds / 1000
    try own.write(environment: EnvironmentFile(environment: environment, instrument: reading))
    let analysis = try own.analyse()
    return LoadStep(
      load: load, settings: settings, turns: try turns(of: own), reading: reading,
      harness: analysis.report.harnessProblems)
  }

  private func stepFolder(_ load: Int) -> RunFolder { RunFolder(path: folder.path + "/load-\(load)") }

  /// Every turn with its end's place in the run, in seconds.
  private func turns(of folder: RunFolder) throws -> [(at: Double, record: TurnRecord)] {
    var turns: [TurnRecord] = []
    var begins: [Int: Int64] = [:]
    var reader = try RecordReader(path: folder.record)
    while let line = try reader.next() {
      switch line {
      case .turn(let turn): turns.append(turn)
      case .conversation(let end):
        begins[end.conversation.position] = end.arrival?.started.nanoseconds ?? 0
      case .header, .footer: break
      }
    }
    return turns.map { turn in
      let own = turn.events.events.map(\.at.nanoseconds).max() ?? 0
      return (Double(begins[turn.conversation.position, default: 0] + own) / 1e9, turn)
    }
  }

  private func line(_ step: LoadStep) -> String {
    let figure = FixedPoint.milliseconds(step.figure ?? step.highest)
    let unit = settings.vary == .concurrency ? "at once" : "a minute"
    return
      "\(step.load) \(unit): \(step.outcome.rawValue) · \(settings.metric) p\(settings.percentile) \(figure) ms · "
      + "\(counted(step.turns, "turn")), \(step.unanswered) not answered"
  }

  /// The reports of the highest load that was kept, with what the test found.
  private func writeReports(_ report: LoadReport) throws {
    guard let shown = report.answer.highest ?? report.steps.first?.load else { return }
    let analysis = try stepFolder(shown).analyse()
    let section = LoadSection.section(report)
    for file in try ReportFolder.files(for: analysis, sections: [section])
    where ["summary.md", "report.html"].contains(file.name) {
      try folder.write(file.bytes, to: file.name)
    }
    console.note("Reports: \(folder.path)/report.html")
  }
}

/// Stops whichever load is under way, and those after it.
private final class LoadStop: Sendable {
  private let state = Mutex<(runner: PlanRunner?, isStopped: Bool)>((nil, false))

  var isStopped: Bool { state.withLock { $0.isStopped } }

  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.runner?.cancel()
    }
  }

  func watch(_ runner: PlanRunner) {
    state.withLock { state in
      state.runner = runner
      if state.isStopped { runner.cancel() }
    }
  }
}

extension RunReport {
  /// What says that the harness did not keep up: frames or arrivals that waited so long that the run is not valid, and
  /// conversations that waited where nobody counts it.
  fileprivate var harnessProblems: [String] {
    allWarnings.filter { warning in
      warning.severity == .invalid
        || (warning.code == .harnessSaturated && warning.title == "Conversations waited")
    }.map(\.seen)
  }
}
