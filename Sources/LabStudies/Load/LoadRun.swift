public import LabAnalysis
public import LabPlan
public import LabRecord
public import LabRunner
import LabTimeline

/// A load test: one run after the other, each under another load.
public struct LoadRun {
  private let plan: RunPlan
  private let settings: LoadSettings
  private let mode: RunMode
  private let selection: CellSelection
  private let setup: RunSetup
  private let cancellation: RunCancellation

  /// What a load test tells while it goes on.
  public enum Event: Sendable {
    case stepEnded(LoadStep)
    /// Something that does not stop the test, in one sentence.
    case note(String)
  }

  /// What a load test found, and the run that shows it.
  public struct Result: Sendable {
    public var report: LoadReport
    /// The folder of the highest load that was kept, or of the first that was tried.
    public var shown: RunFolder?
  }

  /// - Parameters:
  ///   - setup: Of the test; every load is a run in a folder of its own in that of the test.
  ///   - cancellation: Cancel it to stop the test.
  public init(
    plan: RunPlan, settings: LoadSettings, mode: RunMode, selection: CellSelection = CellSelection(),
    setup: RunSetup, cancellation: RunCancellation = RunCancellation()
  ) {
    self.plan = plan
    self.settings = settings
    self.mode = mode
    self.selection = selection
    self.setup = setup
    self.cancellation = cancellation
  }

  /// Looks for the highest load, and writes `load.json` after every step.
  ///
  /// - Throws: `CancellationError` when the test was cancelled; the loads that were held to their end stay in
  ///   the folder.
  public func measure(observe: (Event) -> Void) throws -> Result {
    guard plan.baseline == nil else {
      throw RunError(
        .invalidPlan, "The plan carries a baseline, and a load test has one arm only.",
        hint: "Take the baseline out, and load each arm by itself.")
    }
    try setup.folder.create(hint: setup.folderHint)
    if let text = setup.planText { try setup.folder.write(text, to: "plan.yaml") }
    var search = LoadSearch(settings)
    var report = LoadReport(mode: mode, settings: settings, answer: search.answer, steps: [])
    var isFirst = true
    while let load = search.next {
      let step = try measure(load, isFirst: isFirst, observe: observe)
      isFirst = false
      search.note(step.outcome, at: load)
      report.steps.append(step)
      report.answer = search.answer
      try setup.folder.write(try JSONDocument.bytes(report), to: LoadReport.fileName)
      observe(.stepEnded(step))
    }
    let shown = report.answer.highest ?? report.steps.first?.load
    return Result(report: report, shown: shown.map(folder(of:)))
  }

  private func folder(of load: Int) -> RunFolder { RunFolder(path: setup.folder.path + "/load-\(load)") }

  private func measure(_ load: Int, isFirst: Bool, observe: (Event) -> Void) throws -> LoadStep {
    let runner = try PlanRunner(
      RunRequest(plan: plan.loaded(load, settings), mode: mode, selection: selection, workers: 1))
    cancellation.watch(runner)
    var own = setup
    own.folder = folder(of: load)
    own.planText = nil
    // The services were called before the first load.
    own.checksServices = setup.checksServices && isFirst
    let session = try RunSession.begin(runner, setup: own) { observe(.note($0)) }
    let outcome = try session.measure { if case .note(let text) = $0 { observe(.note(text)) } }
    if cancellation.isCancelled { throw CancellationError() }
    if let failure = outcome.failure {
      throw RunError(
        .serviceFailed, failure.sentence,
        hint: "Correct what the service refuses; what was measured is in \(own.folder.path).")
    }
    var turns = LoadTurns()
    let analysis = try own.folder.analyse { turns.add($0) }
    let reading = try own.folder.readEnvironment()?.instrument
    return LoadStep(
      load: load, settings: settings, turns: turns.all, reading: reading,
      harness: analysis.report.harnessProblems(reading: reading))
  }
}

/// The turns of a run with their places in it.
private struct LoadTurns {
  private var turns: [TurnRecord] = []
  private var begins: [Int: Int64] = [:]

  mutating func add(_ line: RecordLine) {
    switch line {
    case .turn(let turn): turns.append(turn)
    case .conversation(let end):
      begins[end.conversation.position] = end.arrival?.started.nanoseconds ?? 0
    case .header, .footer: break
    }
  }

  /// Every turn with its end's place in the run, in seconds.
  var all: [(at: Double, record: TurnRecord)] {
    turns.map { turn in
      let own = turn.events.events.map(\.at.nanoseconds).max() ?? 0
      return (Double(begins[turn.conversation.position, default: 0] + own) / 1e9, turn)
    }
  }
}
