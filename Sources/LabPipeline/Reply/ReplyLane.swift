import LabConversation
import LabTimeline

/// The current reply at the sink: how many chunks it has, what was played of it, and when the sink has to be
/// looked at.
struct ReplyLane: Sendable {
  /// What the lane tells, in this order where several happen at once.
  enum Fact: Hashable, Sendable {
    /// The first audible sample is here, and will be heard later.
    case audibleArrived(LabInstant)
    /// Frames of the way to the caller's ear were made up.
    case concealed(Int)
    case started(LabInstant)
    /// The caller hears the first audible sample; it left the sink earlier when the caller is elsewhere.
    case audible(LabInstant, left: LabInstant?)
    case ranDry(LabInstant)
    case finished(LabInstant)
  }

  private(set) var playout: Playout
  private var facts = FactQueue<Fact>()
  /// How many chunks the reply was cut into so far.
  private var chunkCount = 0
  /// Something about the sink has changed, or is due.
  private var isToBeLookedAt = false
  /// Since when the sink is silent of a reply that is interrupted.
  private var silence: LabInstant?

  /// - Parameter keepsSound: Whether somebody wants to know what was heard, and not only when.
  init(sampleRate: Int, buffer: Duration, keepsSound: Bool, media: MediaDownlink?) {
    playout = Playout(sampleRate: sampleRate, buffer: buffer, keepsSound: keepsSound)
    playout.media = media
  }

  /// The reply that is played, or is going to be; nil before the first, and after it was cleared.
  var id: ReplyID? { playout.reply }

  /// Makes the sink ready for a reply and forgets the one before.
  ///
  /// - Parameter chunks: How many chunks it has, where they are not counted by ``expect(_:)``.
  mutating func prepare(for reply: ReplyID, chunks: Int = 0) {
    playout.prepare(for: reply)
    chunkCount = chunks
  }

  /// A chunk of the reply will come.
  mutating func expect(_ chunk: ChunkID) { chunkCount = chunk.index + 1 }

  /// No other chunk will come.
  mutating func endOfChunks() {
    playout.expect(chunks: chunkCount)
    isToBeLookedAt = true
  }

  mutating func append(_ audio: [UInt8], at now: LabInstant) {
    playout.append(audio, at: now)
    isToBeLookedAt = true
  }

  /// The audio of the next chunk is complete.
  mutating func chunkFinished(at now: LabInstant) {
    playout.chunkFinished(at: now)
    isToBeLookedAt = true
  }

  /// Something is due at the sink.
  mutating func timerFired() { isToBeLookedAt = true }

  /// Pauses the reply where it is.
  mutating func hold(at now: LabInstant, into out: inout [PipelineAction]) {
    playout.hold(at: now)
    out.append(.cancelTimer(.playout))
  }

  mutating func resume(at now: LabInstant) {
    playout.resume(at: now)
    isToBeLookedAt = true
  }

  /// The reply is interrupted; returns since when the sink is silent.
  mutating func interrupted(at now: LabInstant) -> LabInstant {
    let since = playout.heldSince ?? now
    silence = since
    return since
  }

  /// When the caller hears that the sink is silent: where the caller is elsewhere, what is under way is still
  /// heard.
  func silenceHeard(at now: LabInstant) -> LabInstant { (silence ?? now) + playout.delay }

  /// How much of the reply was heard.
  func heard(at now: LabInstant) -> Duration { playout.heard(at: now) }

  /// Makes the sink silent and says how far the reply was heard.
  mutating func clear(at now: LabInstant, into out: inout [PipelineAction]) -> HeardReply {
    out.append(.cancelTimer(.playout))
    return playout.clear(at: now)
  }

  /// Frames of the way to the caller's ear that were made up since this was last asked.
  mutating func takeConcealed() -> Int { playout.media?.takeConcealed() ?? 0 }

  /// What the lane tells next.
  mutating func poll(at now: LabInstant, into out: inout [PipelineAction]) -> Fact? {
    if isToBeLookedAt {
      isToBeLookedAt = false
      look(at: now, into: &out)
    }
    return facts.next()
  }

  /// Finds out what has happened at the sink and asks to be called when the next thing is due.
  private mutating func look(at now: LabInstant, into out: inout [PipelineAction]) {
    guard playout.reply != nil else { return }
    if let arrival = playout.audibleArrival { facts.append(.audibleArrived(arrival)) }
    let concealed = takeConcealed()
    if concealed > 0 { facts.append(.concealed(concealed)) }
    if let started = playout.started { facts.append(.started(started)) }
    var hasFinished = false
    for fact in playout.advance(to: now) {
      switch fact {
      case .audible(let instant):
        facts.append(.audible(instant, left: playout.media == nil ? nil : playout.audibleAtSink))
      case .ranDry(let instant): facts.append(.ranDry(instant))
      case .finished(let instant):
        hasFinished = true
        facts.append(.finished(instant))
      }
    }
    if !hasFinished, let due = playout.due { out.append(.setTimer(.playout, at: max(due, now))) }
  }
}
