import Foundation
import LabCassette
import LabEmulation
import LabPlan
import LabProviders
import LabRecord
import LabTimeline
import LabTransport
import Synchronization

/// What is to be run in real time, and where it goes.
struct LiveWork {
  let conversations: [ConversationIdentity]
  /// Whether part of the run is in the record already.
  let isResumed: Bool
  let services: ServiceAccess
  let record: RecordFile
  /// Takes what happens at the wire.
  let recorder: CassetteRecorder?
  /// Sessions that were cut off and go on, by their places in the order of work.
  let continued: [Int: SessionContinuation]

  /// Writes what the driver reports.
  func take(_ report: LiveDriver.Report, observe: (RunEvent) -> Void) throws {
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
}

/// Conversations in real time.
extension PlanRunner {
  func runLive(_ work: LiveWork, observe: (RunEvent) -> Void) throws -> InstrumentReading {
    let reports = ReportQueue()
    let live = try liveDriver(for: work, reports: reports)
    waiting.withLock { $0 = reports }
    defer { waiting.withLock { $0 = nil } }
    driver.withLock { $0 = live }
    if isCancelled { return InstrumentReading() }
    let thread = Thread { reports.close(with: Result { try live.run() }) }
    thread.start()
    do {
      return try reports.drain { try work.take($0, observe: observe) }
    } catch {
      // Nothing more can be kept, so nothing more is measured.
      live.cancel()
      throw error
    }
  }

  private func liveDriver(for work: LiveWork, reports: ReportQueue) throws -> LiveDriver {
    let factory = factory(work.services)
    let plan = request.plan
    let schedule = ArrivalSchedule(plan.arrival, count: order.conversations.count, seed: plan.seed)
    let jobs = work.conversations.map { conversation in
      let continued = work.continued[conversation.position]
      return LiveDriver.Job(
        position: conversation.position, due: schedule?.instants[conversation.position],
        announcement: factory.announcement(of: conversation)
      ) {
        try factory.pipeline(for: conversation, continuing: continued)
      }
    }
    // Sounds are read before anything is measured, so that no conversation waits for the disk.
    let emulated = try factory.emulatedArms()
    let services = work.services
    let detour = LiveDriver.Detour(turns: turns, sounds: sounds) { request in
      guard services.isEmulated, let fault = emulated.connectionFault(for: request) else { return request }
      return services.door(request, fault)
    }
    let start = work.isResumed ? schedule?.clock(resumingAt: work.conversations.first?.position ?? 0) : nil
    return LiveDriver(
      jobs: jobs, concurrency: plan.concurrency, start: start ?? .origin, settings: TransportSettings(),
      detour: detour, isTapped: work.recorder != nil, report: { reports.add($0) })
  }
}
