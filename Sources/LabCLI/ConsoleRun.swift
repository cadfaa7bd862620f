import LabAnalysis
import LabCassette
import LabErrors
import LabReports
import LabRunner
import TurnLab

/// A run on the console: how far it is while it measures, how it ended, and its reports.
struct ConsoleRun {
  let runner: PlanRunner
  let setup: RunSetup
  let console: Console
  /// The command that resumes the run; nil when it cannot be resumed.
  var resumeCommand: String?

  /// Measures.
  ///
  /// - Parameters:
  ///   - isResumed: Whether the folder holds a run that goes on.
  ///   - recorder: Makes what takes the wire down, given how services are reached.
  /// - Throws: ``ProgramExit/interrupted`` when somebody wanted it to stop.
  func measure(
    isResumed: Bool = false, recorder: (ServiceAccess) throws -> CassetteRecorder? = { _ in nil }
  ) throws -> RunSession.Outcome {
    try interruptible {
      let session =
        try isResumed
        ? RunSession.resume(runner, setup: setup) { console.note($0) }
        : RunSession.begin(runner, setup: setup) { console.note($0) }
      var bar = ProgressBar(status: console.status)
      // Whatever is said next begins on a line of its own, also when a run fails.
      defer { bar.clear() }
      return try session.measure(recorder: recorder) { bar.show($0) }
    }
  }

  /// Measures in a way of the caller's own; somebody who wants it to stop cancels the runner.
  func interruptible(_ body: () throws -> RunSession.Outcome) throws -> RunSession.Outcome {
    console.onInterruption { [runner] in runner.cancel() }
    let outcome = try body()
    if outcome.isCancelled { throw interrupted() }
    return outcome
  }

  private func interrupted() -> ProgramExit {
    guard let resumeCommand else {
      console.note("Interrupted. Conversations that had ended are kept.")
      return .interrupted
    }
    console.note("Interrupted. What was measured is kept; resume with:")
    console.note("  " + resumeCommand)
    return .interrupted
  }

  /// Makes the reports and shows them.
  ///
  /// - Throws: ``ProgramExit/noData`` when no figure of the run may be used.
  func report(of outcome: RunSession.Outcome, asJSON: Bool) throws {
    let report = try setup.folder.report().analysis.report
    try console.show(report, asJSON: asJSON)
    console.note("Reports: \(setup.folder.path)/report.html")
    if let failure = outcome.failure {
      console.note(failure.sentence)
      console.note(
        "Correct what is refused ('turnlab doctor --live' says what), or let it run on: --fail-fast 0.")
      throw ProgramExit.noData
    }
    if !report.hasAnswer { console.note("No turn was answered, so there is nothing to compare or to judge.") }
    if !report.hasAnswer || !report.run.instrument.isValid { throw ProgramExit.noData }
  }
}
