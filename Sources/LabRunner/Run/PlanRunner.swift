import Foundation
import LabAudio
import LabEmulation
public import LabPipeline
import LabProviders
public import LabRecord
import LabTimeline
import LabTransport
import Synchronization

/// Runs a plan: has every conversation of the order of work and writes the record.
public final class PlanRunner: Sendable {
  public let request: RunRequest
  public let order: WorkOrder
  private let library: CorpusLibrary
  private let cancelled = Atomic(false)
  /// What the conversations did otherwise than those of the cassette that was played to them.
  public let deviations = DeviationLog()
  private let turns = TurnRegistry()
  private let sounds = SoundRegistry()
  private let driver = Mutex<LiveDriver?>(nil)
  private let waiting = Mutex<ReportQueue?>(nil)

  /// Reads the corpora and works out what is to be done; measures nothing yet.
  ///
  /// - Throws: what is wrong with a corpus, or a ``RunError`` when nothing is left to measure.
  public init(_ request: RunRequest) throws {
    self.request = request
    if request.mode != .live, request.plan.playback == nil { try Self.requireTwins(request) }
    let library = try CorpusLibrary(plan: request.plan)
    self.library = library
    for selection in request.plan.workloads {
      try Self.check(selection, library: library)
    }
    order = WorkOrder(
      plan: request.plan, conversations: { library.conversations(of: $0).map(\.id) },
      selecting: request.selection.contains, places: request.places)
    guard !order.conversations.isEmpty else {
      throw RunError(
        .noData, "The selection leaves no cell of the plan “\(request.plan.identity.name)” to measure.",
        hint: "List the cells with --dry-run and select some of them.")
    }
    if request.mode == .offline, request.plan.playback == nil { try requireVirtualTime() }
    try requireRecordings()
    try request.plan.requireDetectors(of: order.cells)
  }

  /// Offline and in loopback only providers that have an emulated twin can be measured, and in loopback engines on
  /// this machine, which run for real.
  private static func requireTwins(_ request: RunRequest) throws {
    let plan = request.plan
    let twins = plan.emulation.names
    let engines = plan.engines.map(\.id)
    let missing = plan.providers.filter { !twins.contains($0) && !engines.contains($0) }
    guard missing.isEmpty else {
      throw RunError(
        .invalidPlan, "The plan names providers that are not emulated: \(missing.joined(separator: ", ")).",
        hint: "Measure them with --mode live, or list the emulated ones with: turnlab providers")
    }
  }

  private static func check(_ selection: RunPlan.WorkloadSelection, library: CorpusLibrary) throws {
    let found = library.conversations(of: selection).map(\.id)
    let missing = (selection.conversations ?? []).filter { !found.contains($0) }
    guard missing.isEmpty else {
      throw RunError(
        .invalidPlan,
        "The corpus “\(selection.corpus)” has no conversation “\(missing.joined(separator: "”, “"))”.",
        hint: "List its conversations with: turnlab corpus inspect \(selection.corpus)")
    }
    guard !found.isEmpty else {
      throw RunError(
        .invalidPlan,
        "The corpus “\(selection.corpus)” has no conversation for the workload “\(selection.workload)”.",
        hint: "Name another corpus, or name conversations under the workload.")
    }
  }

  /// The header of the record that this run writes.
  public var header: RecordHeader {
    RecordHeader(
      plan: request.plan.identity, baseline: request.plan.baseline?.plan?.identity,
      mode: request.mode.rawValue,
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

  /// Goes on with a record of this run, or of one with fewer repeats.
  ///
  /// - Returns: The record, and the positions of the conversations that it holds.
  /// - Throws: a `RecordError` when the record is of another run or cannot be gone on with.
  public func resume(_ path: String) throws -> (file: RecordFile, done: Set<Int>) {
    try RecordFile.resume(path: path, header: header, extends: order.extends)
  }

  /// Goes on with a record whose sessions go on where they were cut off, in real time.
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
          work, isResumed: !done.isEmpty, into: record, services: services, recorder: recorder,
          continuing: continuing, observe: watch)
      }
    process.complete(&reading)
    if isCancelled {
      try record.close()
    } else {
      try record.finish()
    }
    return reading
  }

  /// The pipeline of one conversation, for somebody who moves it himself.
  ///
  /// - Throws: what is wrong with its settings, its sound or its services.
  public func pipeline(
    of conversation: ConversationIdentity, services: ServiceAccess
  ) throws -> ConversationPipeline {
    try factory(services).pipeline(for: conversation)
  }

  private func factory(_ services: ServiceAccess) -> PipelineFactory {
    PipelineFactory(
      plan: request.plan, order: order, library: library, services: services, turns: turns,
      sounds: sounds, deviations: deviations)
  }

  // MARK: Virtual time

  private func runOffline(
    _ work: [ConversationIdentity], into record: RecordFile, observe: (RunEvent) -> Void
  ) throws -> InstrumentReading {
    let factory = factory(.emulated())
    let services = try factory.emulatedArms()
    guard request.workers > 1, work.count > 1 else {
      return try runOneByOne(work, into: record, factory: factory, services: services, observe: observe)
    }
    let batch = request.workers * 4
    for start in stride(from: 0, to: work.count, by: batch) where !isCancelled {
      let part = Array(work[start..<min(start + batch, work.count)])
      let results = Mutex<[Int: Result<(EncodedConversation, ConversationRecord), any Error>]>([:])
      // However many workers there are, the lines are written in the order of work.
      Self.forEach(part.indices, workers: request.workers) { index in
        guard !self.isCancelled else { return }
        let result = Result { try Self.encode(part[index], factory: factory, services: services) }
        results.withLock { $0[index] = result }
      }
      let finished = results.withLock { $0 }
      for index in part.indices {
        guard let (lines, end) = try finished[index]?.get() else { return InstrumentReading() }
        try record.write(lines)
        observe(.conversationEnded(end))
      }
    }
    return InstrumentReading()
  }

  /// Has one conversation after the other and writes every turn as it ends, so that memory stays flat however long
  /// a conversation is.
  private func runOneByOne(
    _ work: [ConversationIdentity], into record: RecordFile, factory: PipelineFactory,
    services: EmulatedArms, observe: (RunEvent) -> Void
  ) throws -> InstrumentReading {
    for conversation in work where !isCancelled {
      let end = try Self.converse(conversation, factory: factory, services: services) { turn in
        try record.write(.turn(turn))
        observe(.turnEnded(turn))
      }
      try record.write(.conversation(end))
      observe(.conversationEnded(end))
    }
    return InstrumentReading()
  }

  private static func encode(
    _ conversation: ConversationIdentity, factory: PipelineFactory, services: EmulatedArms
  ) throws -> (EncodedConversation, ConversationRecord) {
    var lines = EncodedConversation()
    let end = try converse(conversation, factory: factory, services: services) { try lines.add(.turn($0)) }
    try lines.add(.conversation(end))
    return (lines, end)
  }

  private static func converse(
    _ conversation: ConversationIdentity, factory: PipelineFactory, services: EmulatedArms,
    turnEnded: (TurnRecord) throws -> Void
  ) throws -> ConversationRecord {
    let cell = factory.order.cells[conversation.cell]
    if let playback = factory.plan.playback {
      return try playback.converse(
        conversation, in: cell, pipeline: try factory.pipeline(for: conversation), seed: factory.plan.seed,
        deviations: factory.deviations, turnEnded: turnEnded)
    }
    guard let profile = factory.plan.network(named: cell.network) else {
      preconditionFailure("the plan's reader let an unknown network pass: \(cell.network)")
    }
    let network = EmulatedNetwork(
      profile: profile, seed: factory.plan.drawSeed(of: cell.arm),
      session: PipelineFactory.session(of: conversation))
    var driver = OfflineDriver(
      pipeline: try factory.pipeline(for: conversation), providers: services.providers(of: cell.arm),
      network: network, callees: cell.callees)
    return try driver.run(turnEnded: turnEnded)
  }

  private static func forEach(
    _ indices: Range<Int>, workers: Int, _ body: @escaping @Sendable (Int) -> Void
  ) {
    guard workers > 1 else { return indices.forEach(body) }
    let next = Atomic(indices.lowerBound)
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < indices.upperBound else { return }
        body(index)
      }
    }
  }

  // MARK: Real time

  private func runLive(
    _ work: [ConversationIdentity], isResumed: Bool, into record: RecordFile, services: ServiceAccess,
    recorder: CassetteRecorder?, continuing: [SessionContinuation], observe: (RunEvent) -> Void
  ) throws -> InstrumentReading {
    let factory = factory(services)
    let plan = request.plan
    let schedule = ArrivalSchedule(plan.arrival, count: order.conversations.count, seed: plan.seed)
    let continued = Dictionary(continuing.map { ($0.position, $0) }) { $1 }
    let jobs = work.map { conversation in
      LiveDriver.Job(
        position: conversation.position, due: schedule?.instants[conversation.position]
      ) {
        try factory.pipeline(for: conversation, continuing: continued[conversation.position])
      }
    }
    // Sounds are read before anything is measured, so that no conversation waits for the disk.
    let emulated = try factory.emulatedArms()
    let detour = LiveDriver.Detour(turns: turns, sounds: sounds) { request in
      guard services.isEmulated, let fault = emulated.connectionFault(for: request) else { return request }
      return services.door(request, fault)
    }
    let reports = ReportQueue()
    waiting.withLock { $0 = reports }
    defer { waiting.withLock { $0 = nil } }
    let live = LiveDriver(
      jobs: jobs, concurrency: plan.concurrency,
      start: isResumed ? schedule?.clock(resumingAt: work.first?.position ?? 0) ?? .origin : .origin,
      settings: TransportSettings(), detour: detour, isTapped: recorder != nil, report: { reports.add($0) })
    driver.withLock { $0 = live }
    if isCancelled { return InstrumentReading() }
    let thread = Thread { reports.close(with: Result { try live.run() }) }
    thread.start()
    do {
      return try reports.drain { report in
        switch report {
        case .turnEnded(var turn):
          continued[turn.conversation.position]?.shift(&turn)
          try record.write(.turn(turn))
          observe(.turnEnded(turn))
        case .conversationEnded(var end):
          continued[end.conversation.position]?.shift(&end)
          try record.write(.conversation(end))
          observe(.conversationEnded(end))
        case .tapped(let tap, let position): try recorder?.take(tap, of: position)
        case .failed(_, let error): throw error
        case .finished: break
        }
      }
    } catch {
      // Nothing more can be kept, so nothing more is measured.
      live.cancel()
      throw error
    }
  }
}
