import LabConversation
import LabTimeline

/// The sink: plays one reply at a time and knows the instant of every sample.
///
/// The sink is ideal: what is handed to it is heard without a device's own delay, at exactly its sample rate.
/// It begins when `buffer` of audio is there, or when a chunk is complete, and after running dry it begins
/// again in the same way. Positions count samples of the reply.
struct Playout: Sendable {
  /// What happened at the sink.
  enum Fact: Hashable, Sendable {
    case audible(LabInstant)
    case ranDry(LabInstant)
    case finished(LabInstant)
  }

  let sampleRate: Int
  private let bufferSamples: Int

  private(set) var reply: ReplyID?
  private var received = 0
  private var placed = 0
  private var runs: [Run] = []
  private var chunkEnds: [Int] = []
  private var chunkCount: Int?
  private var onset: AudibleOnset
  private var hasSaidAudible = false
  private var isDry = true
  private var arrivals: [(end: Int, at: LabInstant)] = []
  /// Held by the selective policy: nothing is played until it is told to go on.
  private(set) var heldSince: LabInstant?
  /// The reply's samples; empty unless they are kept.
  private(set) var sound: [Int16] = []
  private let keepsSound: Bool
  /// The way to the caller's ear, when there is one: then what the caller hears is what comes out of it.
  var media: MediaDownlink?
  /// Samples that wait for their place in time, for the way to the ear.
  private var unplaced: [Int16] = []

  /// An unbroken stretch of playing: the sample `position` is heard at `start`.
  private struct Run: Sendable {
    var position: Int
    var start: LabInstant
  }

  /// - Parameter keepsSound: Whether somebody wants to know what was heard at the sink, and not only when.
  init(sampleRate: Int, buffer: Duration, keepsSound: Bool = false) {
    self.init(
      sampleRate: sampleRate,
      bufferSamples: SamplePosition.samples(in: buffer, sampleRate: sampleRate), keepsSound: keepsSound)
  }

  /// Makes the sink ready for a reply and forgets the one before.
  mutating func prepare(for reply: ReplyID) {
    reset()
    media?.prepare()
    self.reply = reply
  }

  private mutating func reset() {
    let media = media
    self = Playout(sampleRate: sampleRate, bufferSamples: bufferSamples, keepsSound: keepsSound)
    self.media = media
  }

  private init(sampleRate: Int, bufferSamples: Int, keepsSound: Bool) {
    self.sampleRate = sampleRate
    self.bufferSamples = bufferSamples
    self.keepsSound = keepsSound
    onset = AudibleOnset(sampleRate: sampleRate)
  }

  /// Takes audio of the reply: linear PCM, 16 bits little-endian, whole samples.
  mutating func append(_ audio: [UInt8], at now: LabInstant) {
    received += audio.count / 2
    if keepsSound || media != nil { keep(audio) }
    if onset.position == nil {
      arrivals.append((received, now))
      onset.hear(audio)
    }
    place(at: now, isChunkComplete: false)
  }

  /// The audio of the next chunk is complete.
  mutating func chunkFinished(at now: LabInstant) {
    chunkEnds.append(received)
    place(at: now, isChunkComplete: true)
  }

  /// No more than `count` chunks belong to the reply.
  mutating func expect(chunks count: Int) {
    chunkCount = count
  }

  private mutating func place(at now: LabInstant, isChunkComplete: Bool) {
    guard received > placed, heldSince == nil else { return }
    if isDry {
      guard received - placed >= bufferSamples || isChunkComplete else { return }
      runs.append(Run(position: placed, start: now))
      isDry = false
    }
    placed = received
    guard media != nil, let start = instant(of: placed - unplaced.count) else { return }
    media?.play(unplaced, from: start)
    unplaced.removeAll(keepingCapacity: true)
  }

  /// How much later than at the sink something is heard.
  var delay: Duration { media?.delay ?? .zero }

  /// When the first audible sample of the reply leaves the sink, if it has its place already.
  var audibleAtSink: LabInstant? { onset.position.flatMap { instant(of: $0) } }

  /// When it is heard.
  private var audible: LabInstant? { media == nil ? audibleAtSink : media?.audible }

  /// When the sample at a position is heard, if it has its place already.
  private func instant(of position: Int) -> LabInstant? {
    guard position <= placed, let run = runs.last(where: { $0.position <= position }) else { return nil }
    return run.start + SamplePosition.duration(ofSamples: position - run.position, sampleRate: sampleRate)
  }

  private var isComplete: Bool { chunkCount.map { chunkEnds.count >= $0 } ?? false }

  /// When the sink has to be looked at again.
  var due: LabInstant? {
    // What is heard is known only once it was sent, 20 ms at a time.
    let next = media != nil && !hasSaidAudible && !runs.isEmpty ? media?.due : nil
    guard let next, let own = ownDue else { return next ?? ownDue }
    return min(next, own)
  }

  private var ownDue: LabInstant? {
    guard let end = instant(of: placed).map({ isComplete ? $0 + delay : $0 }), !isDry else {
      return isComplete && received == placed ? .origin : nil
    }
    guard !hasSaidAudible, let audible else { return end }
    return min(audible, end)
  }

  /// When the first audible sample arrived, as opposed to being heard.
  var audibleArrival: LabInstant? {
    guard let position = onset.position else { return nil }
    return arrivals.first { $0.end > position }?.at
  }

  /// When the sink first began to play this reply.
  var started: LabInstant? { runs.first?.start }

  /// Says what has happened up to `now`.
  mutating func advance(to now: LabInstant) -> [Fact] {
    media?.advance(to: now)
    var facts: [Fact] = []
    if !hasSaidAudible, let audible, audible <= now {
      hasSaidAudible = true
      facts.append(.audible(audible))
    }
    if !isDry, let end = instant(of: placed).map({ isComplete ? $0 + delay : $0 }), end <= now {
      isDry = true
      facts.append(isComplete ? .finished(end) : .ranDry(end))
    } else if isDry, isComplete, received == placed, chunkCount != nil {
      // The last chunk turned out to be complete after the sink had run dry.
      facts.append(.finished(now))
    }
    if case .finished? = facts.last { chunkCount = nil }
    return facts
  }

  /// Makes the sink silent and says how far the reply was heard.
  mutating func clear(at now: LabInstant) -> HeardReply {
    media?.clear(at: now)
    let heard = heardSamples(at: now)
    let whole = chunkEnds.prefix { $0 <= heard }.count
    let start = whole == 0 ? 0 : chunkEnds[whole - 1]
    let end = whole < chunkEnds.count ? chunkEnds[whole] : received
    let fraction = end > start ? Double(heard - start) / Double(end - start) : 0
    reset()
    return HeardReply(wholeChunks: whole, fractionOfNext: min(1, max(0, fraction)))
  }

  /// Pauses the reply where it is.
  mutating func hold(at now: LabInstant) {
    guard heldSince == nil else { return }
    heldSince = now
    placed = heardSamples(at: now)
    isDry = true
  }

  /// Plays on where the reply was paused.
  mutating func resume(at now: LabInstant) {
    guard heldSince != nil else { return }
    heldSince = nil
    guard received > placed else { return }
    runs.append(Run(position: placed, start: now))
    isDry = false
    placed = received
  }

  private mutating func keep(_ audio: [UInt8]) {
    let samples = [Int16](unsafeUninitializedCapacity: audio.count / 2) { samples, count in
      audio.withUnsafeBytes { bytes in
        for index in samples.indices {
          samples[index] = Int16(
            littleEndian: bytes.loadUnaligned(fromByteOffset: 2 &* index, as: Int16.self))
        }
      }
      count = samples.count
    }
    if keepsSound { sound += samples }
    if media != nil { unplaced += samples }
  }

  /// Which sample of the reply is heard at an instant, with its fraction, and where the unbroken stretch that
  /// it is in ends; nil in silence.
  func stretch(heardAt instant: LabInstant) -> (position: Double, end: Double)? {
    guard let index = runs.lastIndex(where: { $0.start <= instant }) else { return nil }
    let run = runs[index]
    let end = index + 1 < runs.count ? runs[index + 1].position : placed
    let seconds = Double(instant.nanoseconds - run.start.nanoseconds) / 1e9
    let position = Double(run.position) + seconds * Double(sampleRate)
    return position < Double(end) ? (position, Double(end)) : nil
  }

  /// Which sample of the reply is heard at an instant, with its fraction; nil in silence.
  func position(heardAt instant: LabInstant) -> Double? { stretch(heardAt: instant)?.position }

  /// Whether nothing is heard at an instant and, as things are, from then on.
  func isSilent(from instant: LabInstant) -> Bool {
    guard let run = runs.last else { return true }
    return run.start <= instant && position(heardAt: instant) == nil
  }

  /// How much of the reply was heard.
  func heard(at now: LabInstant) -> Duration {
    SamplePosition.duration(ofSamples: heardSamples(at: now), sampleRate: sampleRate)
  }

  private func heardSamples(at now: LabInstant) -> Int {
    guard let run = runs.last else { return 0 }
    let now = LabInstant(nanoseconds: now.nanoseconds - delay.nanoseconds)
    let played = now > run.start ? SamplePosition.samples(in: now - run.start, sampleRate: sampleRate) : 0
    return min(placed, run.position + played)
  }
}
