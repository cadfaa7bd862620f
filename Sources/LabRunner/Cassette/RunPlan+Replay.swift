public import LabCassette
import LabConversation
import LabPipeline
public import LabPlan
public import LabRecord
import LabTimeline
import Synchronization

/// Which conversations deviated from the recorded ones.
public final class DeviationLog: Sendable {
  private let entries = Mutex<[Int: Entry]>([:])

  /// A conversation and the first thing that it did otherwise.
  public struct Entry: Hashable, Sendable {
    public var conversation: ConversationIdentity
    public var deviation: PlaybackDeviation
  }

  public init() {}

  func add(_ deviation: PlaybackDeviation, of conversation: ConversationIdentity) {
    entries.withLock { $0[conversation.position] = Entry(conversation: conversation, deviation: deviation) }
  }

  /// All of them, in the order of work.
  public var all: [Entry] {
    entries.withLock { entries in
      entries.values.sorted { $0.conversation.position < $1.conversation.position }
    }
  }
}

extension RunPlan.Playback {
  /// The services of the cassette, to be served on sockets.
  public func services(seed: UInt64) -> CassetteCounter {
    CassetteCounter(cassette, resamplingWith: replay == .resampled ? seed : nil)
  }

  /// Has a conversation in virtual time with what the cassette has for it.
  func converse(
    _ conversation: ConversationIdentity, in cell: Cell, pipeline: ConversationPipeline, seed: UInt64,
    deviations: DeviationLog, turnEnded: (TurnRecord) throws -> Void
  ) throws -> ConversationRecord {
    let index = CassetteIndex(cassette)
    let wanted = CassetteIdentity(conversation, cell: cell)
    guard let recording = index.recording(of: wanted) else {
      throw RunError(
        .invalidPlan, "The cassette has no conversation “\(wanted.name)”.",
        hint: "Record the plan again, or select what was recorded with --select.")
    }
    let isExact = replay == .exact
    let playback = CassettePlayback(recording, draws: isExact ? nil : index.draws(for: wanted, seed: seed))
    var driver = ReplayDriver(
      pipeline: pipeline, playback: playback, time: isExact ? .real(recording.arrival) : .virtual,
      hasText: cassette.header.hasText)
    let (end, deviation) = try driver.run(turnEnded: turnEnded)
    if isExact, let deviation { deviations.add(deviation, of: conversation) }
    return end
  }
}

extension PlanRunner {
  /// - Throws: a ``RunError`` when the cassette of the plan lacks a conversation.
  func requireRecordings() throws {
    guard let playback = request.plan.playback, request.mode != .live else { return }
    let index = CassetteIndex(playback.cassette)
    for conversation in conversations {
      let cell = order.cells[conversation.cell]
      guard index.recording(of: CassetteIdentity(conversation, cell: cell)) == nil else { continue }
      throw RunError(
        .invalidPlan,
        "The cassette “\(playback.path)” has no conversation “\(conversation.name)” with \(cell.stt), \(cell.llm) "
          + "and \(cell.tts).",
        hint: "Record the plan again, or select what was recorded with --select.")
    }
  }
}
