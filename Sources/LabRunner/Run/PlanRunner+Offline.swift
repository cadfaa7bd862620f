import Foundation
import LabEmulation
import LabPlan
import LabRecord
import LabTimeline
import Synchronization

/// Conversations in virtual time.
extension PlanRunner {
  func runOffline(
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
        let result = Result { try self.encode(part[index], factory: factory, services: services) }
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

  /// Runs one conversation after the other and writes every turn as it ends, so that memory stays flat
  /// however long a conversation is.
  private func runOneByOne(
    _ work: [ConversationIdentity], into record: RecordFile, factory: PipelineFactory,
    services: EmulatedArms, observe: (RunEvent) -> Void
  ) throws -> InstrumentReading {
    for conversation in work where !isCancelled {
      let end = try converse(conversation, factory: factory, services: services) { turn in
        try record.write(.turn(turn))
        observe(.turnEnded(turn))
      }
      try record.write(.conversation(end))
      observe(.conversationEnded(end))
    }
    return InstrumentReading()
  }

  private func encode(
    _ conversation: ConversationIdentity, factory: PipelineFactory, services: EmulatedArms
  ) throws -> (EncodedConversation, ConversationRecord) {
    var lines = EncodedConversation()
    let end = try converse(conversation, factory: factory, services: services) { try lines.add(.turn($0)) }
    try lines.add(.conversation(end))
    return (lines, end)
  }

  private func converse(
    _ conversation: ConversationIdentity, factory: PipelineFactory, services: EmulatedArms,
    turnEnded: (TurnRecord) throws -> Void
  ) throws -> ConversationRecord {
    let cell = cells[conversation.cell]
    let pipeline = try factory.pipeline(for: conversation)
    if let playback = request.plan.playback {
      return try playback.converse(
        conversation, in: cell.cell, pipeline: pipeline, seed: request.plan.seed, deviations: deviations,
        turnEnded: turnEnded)
    }
    let network = EmulatedNetwork(
      profile: cell.network, seed: cell.drawSeed, session: PipelineFactory.session(of: conversation))
    var driver = OfflineDriver(
      pipeline: pipeline, providers: services.providers(of: cell.cell.arm), network: network,
      callees: cell.cell.providers, announcement: factory.announcement(of: conversation))
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
}
