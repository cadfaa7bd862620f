public import LabPlan
public import LabRecord
public import LabRunner

/// A soak: the plan's conversations as long sessions, with the process watched while they go on.
public struct SoakRun {
  /// What is run; cancel it to stop the soak.
  public let runner: PlanRunner
  private let settings: SoakSettings

  /// - Throws: what is wrong with the plan's corpora and selection.
  public init(plan: RunPlan, settings: SoakSettings, mode: RunMode, selection: CellSelection) throws {
    self.settings = settings
    // One worker, so that the process is looked at while a session goes on.
    runner = try PlanRunner(
      RunRequest(plan: plan.soaking(settings), mode: mode, selection: selection, workers: 1))
  }

  /// What the soak in a folder was asked for.
  ///
  /// - Throws: a ``RunError`` when the folder holds none.
  public static func settings(of folder: RunFolder) throws -> SoakSettings {
    for line in try folder.readSoakLines() ?? [] {
      if case .settings(let settings) = line { return settings }
    }
    throw RunError(
      .notComparable, "The folder “\(folder.path)” holds no soak.",
      hint: "Name a folder that turnlab soak has written.")
  }

  /// What a soak tells while it goes on.
  public enum Event: Sendable {
    case progress(SoakMonitor.Progress)
    /// Something that does not stop the soak, in one sentence.
    case note(String)
  }

  /// Runs the sessions, and writes the record, `soak.jsonl` and `environment.json`; reports are made from the
  /// folder afterwards.
  ///
  /// - Parameters:
  ///   - isResumed: Whether the folder holds a soak that goes on.
  ///   - observe: Called on several threads, never while something is measured.
  public func measure(
    _ setup: RunSetup, isResumed: Bool, observe: @escaping @Sendable (Event) -> Void
  ) throws -> RunSession.Outcome {
    let isOffline = runner.request.mode == .offline
    let session = try open(setup, isResumed: isResumed) { observe(.note($0)) }
    let monitor = try SoakMonitor(
      settings: settings, isOffline: isOffline, path: session.folder.soakLines,
      resumption: isResumed ? try resumption(of: session) : nil,
      waitingReports: { [runner] in runner.waitingReports }, tell: { observe(.progress($0)) })
    let outcome = try session.measure { event in
      if case .note(let text) = event { observe(.note(text)) }
      monitor.take(event, record: session.record)
    }
    try monitor.finish()
    return outcome
  }

  private func open(
    _ setup: RunSetup, isResumed: Bool, note: (String) -> Void
  ) throws -> RunSession {
    guard isResumed else { return try .begin(runner, setup: setup, note: note) }
    // Virtual time costs nothing: what was cut off is run again from its beginning, to the same bytes.
    return try .resume(
      runner, setup: setup, continuingSessions: runner.request.mode != .offline, note: note)
  }

  /// Where the soak's clock goes on.
  private func resumption(of session: RunSession) throws -> SoakResumption {
    let last = try session.folder.readSoakLines()?.reversed().lazy.compactMap { line -> Double? in
      switch line {
      case .sample(let sample): sample.at
      case .resumed(let resumption): resumption.at
      case .settings, .save: nil
      }
    }.first
    return SoakResumption(at: last ?? 0, continuedSessions: session.continued.count)
  }
}
