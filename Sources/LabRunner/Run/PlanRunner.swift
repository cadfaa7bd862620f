import LabEmulation
public import LabPipeline
public import LabPlan
import LabProviders
public import LabRecord
import LabTransport
import Synchronization

/// Runs every conversation of a plan in the order of work and writes the record.
public final class PlanRunner: Sendable {
  public let request: RunRequest
  public let order: WorkOrder
  /// The cells of the order of work, with what their names stand for.
  public let cells: [ResolvedCell]
  private let library: CorpusLibrary
  private let cancelled = Atomic(false)
  /// What the conversations did differently from those of the cassette that was played to them.
  public let deviations = DeviationLog()
  let turns = TurnRegistry()
  let sounds = SoundRegistry()
  let driver = Mutex<LiveDriver?>(nil)
  let waiting = Mutex<ReportQueue?>(nil)

  /// Checks the plan, reads the corpora and works out what is to be done; measures nothing yet.
  ///
  /// - Throws: what is wrong with a corpus, or a ``RunError`` when the plan cannot be run in this mode or
  ///   nothing is left to measure.
  public init(_ request: RunRequest) throws {
    self.request = request
    try request.plan.validate()
    try RunRequirements.requireEmulation(request)
    library = try CorpusLibrary(plan: request.plan)
    try RunRequirements.requireConversations(of: request.plan, in: library)
    order = WorkOrder(
      plan: request.plan, library: library, selection: request.selection, places: request.places)
    guard !order.conversations.isEmpty else {
      throw RunError(
        .noData, "The selection leaves no cell of the plan “\(request.plan.name)” to measure.",
        hint: "List the cells with --dry-run and select some of them.")
    }
    cells = try order.cells.map { try ResolvedCell($0, in: request.plan) }
    try RunRequirements.requireVirtualTime(request, cells: cells)
    try requireRecordings()
    try RunRequirements.requireDetectors(of: cells)
  }

  /// The header of the record that this run writes.
  public var header: RecordHeader {
    RecordHeader(
      plan: request.plan.identity, baseline: request.plan.baseline?.plan?.identity,
      mode: request.mode,
      seed: request.plan.seed, cells: order.cells, pairs: order.pairs,
      conversations: order.conversations.count,
      shard: request.shard, selection: request.selection.text)
  }

  /// The conversations that this run, or its part of it, has to have, in the order of work.
  public var conversations: [ConversationIdentity] {
    let header = header
    return order.conversations.filter { header.covers($0.position) }
  }

  /// The emulated services of this run, to be served on sockets.
  public func emulatedArms() throws -> EmulatedArms {
    try factory(.emulated()).emulatedArms(isShared: true)
  }

  /// Resumes a record of this run, or of one with fewer repeats.
  ///
  /// - Returns: The record, and the positions of the conversations that it holds.
  /// - Throws: a `RecordError` when the record is of another run or cannot be resumed.
  public func resume(_ path: String) throws -> (file: RecordFile, done: Set<Int>) {
    try RecordFile.resume(path: path, header: header, extends: order.extends)
  }

  /// Resumes a record whose sessions continue where they were cut off, in real time.
  ///
  /// - Returns: The record, the positions of the sessions that it holds whole, and those that were cut off.
  /// - Throws: a `RecordError` when the record is of another run.
  public func resumeSessions(
    _ path: String
  ) throws -> (file: RecordFile, done: Set<Int>, cutOff: [SessionContinuation]) {
    try RecordFile.resumeSessions(path: path, header: header)
  }

  /// How many reports of the live driver wait to be written; nil offline and before it runs.
  public var waitingReports: Int? { waiting.withLock { $0?.count } }

  /// Stops as soon as possible. The record keeps every conversation that is whole.
  public func cancel() {
    cancelled.store(true, ordering: .relaxed)
    driver.withLock { $0?.cancel() }
  }

  public var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Has all conversations that are not done yet.
  ///
  /// - Parameters:
  ///   - record: Takes the lines; finished only when everything is there.
  ///   - done: The positions that the record already holds.
  ///   - services: How services are reached; of no meaning offline.
  ///   - recorder: Takes what happens at the wire in real time.
  ///   - continuing: Sessions that were cut off and go on in real time.
  ///   - observe: Called between conversations, never while something is measured.
  /// - Returns: what the instrument found out about itself.
  public func run(
    into record: RecordFile, done: Set<Int>, services: ServiceAccess, recorder: CassetteRecorder? = nil,
    continuing: [SessionContinuation] = [], observe: (RunEvent) -> Void
  ) throws -> InstrumentReading {
    let wanted = conversations
    let work = wanted.filter { !done.contains($0.position) }
    observe(.started(conversations: wanted.count, alreadyDone: wanted.count - work.count))
    var process = ProcessWatch()
    let watch: (RunEvent) -> Void = { event in
      if case .conversationEnded = event { process.conversationEnded() }
      observe(event)
    }
    var reading =
      switch request.mode {
      case .offline: try runOffline(work, into: record, observe: watch)
      case .loopback, .live:
        try runLive(
          LiveWork(
            conversations: work, isResumed: !done.isEmpty, services: services, record: record,
            recorder: recorder, continued: Dictionary(continuing.map { ($0.position, $0) }) { $1 }),
          observe: watch)
      }
    process.complete(&reading)
    if isCancelled {
      try record.close()
    } else {
      try record.finish()
    }
    return reading
  }

  /// The pipeline of one conversation, for callers that drive it themselves.
  ///
  /// - Throws: what is wrong with its settings, its sound or its services.
  public func pipeline(
    of conversation: ConversationIdentity, services: ServiceAccess
  ) throws -> ConversationPipeline {
    try factory(services).pipeline(for: conversation)
  }

  func factory(_ services: ServiceAccess) -> PipelineFactory {
    PipelineFactory(
      plan: request.plan, order: order, cells: cells, library: library, services: services, turns: turns,
      sounds: sounds)
  }
}
