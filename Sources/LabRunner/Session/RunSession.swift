import LabCost
import LabPlan
public import LabRecord
import LabTimeline
import LabTransport

/// A run from its folder to its record: what everything that measures has in common.
///
/// ``begin(_:setup:note:)`` checks all that can be checked before anything is measured (keys, engines, the
/// certificate, prices, the folder and, of a live run, the services themselves) and makes the folder.
/// ``measure(recorder:observe:)`` has the conversations and writes the record and `environment.json`. Reports
/// are made from the folder afterwards.
public struct RunSession {
  /// What is run.
  public let runner: PlanRunner
  /// Where it writes.
  public let folder: RunFolder
  /// The record that it writes.
  public let record: RecordFile
  /// Sessions that were cut off and go on where they were.
  public let continued: [SessionContinuation]
  private let done: Set<Int>
  private let services: ServiceHost
  private let environment: RunEnvironment
  private let calibration: InstrumentCalibration?
  private let failureLimit: Int?

  /// How a run ended, apart from what it measured.
  public struct Outcome: Hashable, Sendable {
    /// Whether it was cancelled; what was measured until then is kept, and the run can be resumed.
    public var isCancelled: Bool
    /// Why it stopped by itself before its end; nil when it did not.
    public var failure: RepeatedFailure?
  }

  /// Begins a run in a folder that holds nothing.
  ///
  /// - Parameters:
  ///   - runner: Cancel it to stop the run, from here on.
  ///   - note: Told what does not stop the run, in one sentence.
  /// - Throws: what is wrong with the keys, the engines, the certificate, the prices, the folder or the
  ///   services, before anything is written.
  public static func begin(
    _ runner: PlanRunner, setup: RunSetup, note: (String) -> Void = { _ in }
  ) throws -> RunSession {
    try open(runner, setup, isNew: true, note: note) {
      try setup.folder.create(hint: setup.folderHint)
      try setup.folder.keep(planText: setup.planText, of: runner.request.plan)
      return (try .create(path: setup.folder.record, header: runner.header), [], [])
    }
  }

  /// Resumes the run in a folder: conversations that it holds whole are not run again.
  ///
  /// - Parameter continuingSessions: Whether sessions that were cut off go on where they were, in real time;
  ///   if not, they are run again from their beginning.
  /// - Throws: as ``begin(_:setup:note:)`` does, and when the record is of another run.
  public static func resume(
    _ runner: PlanRunner, setup: RunSetup, continuingSessions: Bool = false,
    note: (String) -> Void = { _ in }
  ) throws -> RunSession {
    try open(runner, setup, isNew: false, note: note) {
      if continuingSessions { return try runner.resumeSessions(setup.folder.record) }
      let (file, done) = try runner.resume(setup.folder.record)
      return (file, done, [])
    }
  }

  private typealias Opened = (file: RecordFile, done: Set<Int>, cutOff: [SessionContinuation])

  private static func open(
    _ runner: PlanRunner, _ setup: RunSetup, isNew: Bool, note: (String) -> Void,
    record: () throws -> Opened
  ) throws -> RunSession {
    let request = runner.request
    let services = try ServiceHost(runner: runner, variables: setup.variables)
    let environment = RunEnvironment.ofThisMachine()
    let calibration = request.mode == .offline ? nil : try setup.citation(environment)
    let prices = setup.prices ?? request.plan.prices
    if let prices { _ = try PriceBook.read(prices) }
    if isNew { try setup.folder.requireEmpty(hint: setup.folderHint) }
    if request.mode == .live, setup.checksServices {
      try Preflight(
        cells: runner.order.cells, catalogue: request.plan.catalogue, variables: setup.variables
      ).run(isCancelled: { runner.isCancelled }, note: note)
    }
    let opened = try record()
    if let prices { try setup.folder.adopt(prices: prices) }
    return RunSession(
      runner: runner, folder: setup.folder, record: opened.file, continued: opened.cutOff, done: opened.done,
      services: services, environment: environment, calibration: calibration,
      failureLimit: request.mode == .live ? setup.failureLimit : nil)
  }

  /// Runs the conversations that are not done yet, and writes down what the machine and the instrument were.
  ///
  /// - Parameters:
  ///   - recorder: Makes what takes the wire down, given how services are reached.
  ///   - observe: Called between conversations, never while something is measured.
  public func measure(
    recorder: (ServiceAccess) throws -> CassetteRecorder? = { _ in nil }, observe: (RunEvent) -> Void
  ) throws -> Outcome {
    let access = try services.start { observe(.note($0)) }
    defer { services.stop { observe(.note($0)) } }
    let recorder = try recorder(access)
    var failures = failureLimit.map(InitialFailures.init)
    var failure: RepeatedFailure?
    let began = MonotonicClock.now()
    var reading = try runner.run(
      into: record, done: done, services: access, recorder: recorder, continuing: continued
    ) { event in
      if case .turnEnded(let turn) = event, failure == nil {
        failure = failures?.add(turn.outcome, in: runner.order.cells[turn.conversation.cell])
        if failure != nil { runner.cancel() }
      }
      observe(event)
    }
    try recorder?.close()
    var environment = environment
    environment.seconds = began.duration(to: MonotonicClock.now()).milliseconds / 1000
    reading.calibration = calibration
    try folder.write(environment: EnvironmentFile(environment: environment, instrument: reading))
    return Outcome(isCancelled: runner.isCancelled && failure == nil, failure: failure)
  }
}

extension PlanRunner {
  /// Runs all conversations into a record without a folder, for measurements whose runs nobody keeps.
  ///
  /// - Parameter variables: The environment, which holds the keys of live services.
  /// - Throws: `CancellationError` when the run was cancelled.
  public func run(
    recordingTo path: String, variables: [String: String] = [:], observe: (RunEvent) -> Void
  ) throws {
    let services = try ServiceHost(runner: self, variables: variables)
    let record = try RecordFile.create(path: path, header: header)
    let access = try services.start { observe(.note($0)) }
    defer { services.stop { observe(.note($0)) } }
    _ = try run(into: record, done: [], services: access, observe: observe)
    if isCancelled { throw CancellationError() }
  }
}
