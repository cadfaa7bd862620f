import LabProviders
import LabStatistics
import LabTimeline

/// The server half of Deepgram's streaming speech to text (listen v1).
///
/// It recognises known recordings by their sound and says their words when they have been heard,
/// not before: interim results while somebody speaks, final ones when asked to finalise, when `endpointing`
/// milliseconds of silence have passed, or when a segment grows long. All positions count audio received.
///
/// Source: Deepgram listen v1, SDK 7.17.0 and documentation of 2025-07.
struct EmulatedListen: StreamingRecogniser {
  /// A segment whose words have grown this long is settled without a pause; the silence in front of them,
  /// such as a whole reply of the agent, does not count.
  private static let longestSegment = Duration.seconds(8)

  var session: RecogniserSession
  let idleLimit: Duration? = DeepgramIdling.limit
  private let handshake: DeepgramHandshake
  private let options: ListenOptions
  private var segment = ListenSegment()
  private var lastInterim = 0
  private var lastFinalWordEnd: Int?

  init(
    request: ConnectionRequest, profile: SpeechToTextProfile, transcripts: TranscriptIndex,
    generator: SeededGenerator
  ) {
    var generator = generator
    handshake = DeepgramHandshake(request: request, generator: &generator)
    options = ListenOptions(handshake.query)
    session = RecogniserSession(
      profile: profile, transcripts: transcripts, sampleRate: options.sampleRate, generator: generator)
  }

  mutating func open(at now: LabInstant, into actions: inout [ServerAction]) {
    if let refusal = handshake.refusal ?? options.refusal {
      session.abandon()
      return handshake.refuse(refusal, into: &actions)
    }
    session.accept(headers: handshake.headers, at: now, into: &actions)
    expectActivity(since: now, into: &actions)
  }

  mutating func endIdle(at now: LabInstant, into actions: inout [ServerAction]) {
    session.abandon()
    actions.append(DeepgramIdling.close)
  }

  mutating func receive(_ message: WireMessage, at now: LabInstant, into actions: inout [ServerAction]) {
    switch message {
    case .binary(let bytes) where bytes.isEmpty: finish(at: now, into: &actions)
    case .binary(let bytes): hear(bytes, at: now, into: &actions)
    case .text(let text):
      switch ListenCommand(text) {
      case .keepAlive: break
      case .finalize: settle(answersFinalize: true, endsUtterance: false, at: now, into: &actions)
      case .closeStream: finish(at: now, into: &actions)
      case nil: session.send(ListenResult.schemaError(text), at: now, into: &actions)
      }
    }
  }

  private mutating func hear(_ bytes: [UInt8], at now: LabInstant, into actions: inout [ServerAction]) {
    let noticed = session.hearing.hear(bytes)
    if !noticed.words.isEmpty { segment.words += noticed.words }
    if noticed.speechStarted, options.vadEvents {
      session.send(
        ListenResult.speechStarted(at: session.seconds(of: session.position)), after: session.profile.interim,
        at: now,
        into: &actions)
    }
    sendInterim(hasNews: !noticed.words.isEmpty, at: now, into: &actions)
    endpoint(at: now, into: &actions)
    endUtterance(at: now, into: &actions)
  }

  private mutating func sendInterim(hasNews: Bool, at now: LabInstant, into actions: inout [ServerAction]) {
    segment.hasNews = segment.hasNews || hasNews
    guard options.interimResults, segment.hasNews,
      session.position - lastInterim >= session.samples(in: session.profile.interimCadence)
    else { return }
    lastInterim = session.position
    segment.hasNews = false
    session.send(result(isFinal: false), after: session.profile.interim, at: now, into: &actions)
  }

  /// Settles a segment after enough silence, or because it has grown long.
  private mutating func endpoint(at now: LabInstant, into actions: inout [ServerAction]) {
    guard let first = segment.words.first, let last = segment.words.last, !session.hearing.isInWord else {
      return
    }
    if let silence = options.endpointing, session.position - last.end >= session.samples(in: silence) {
      settle(answersFinalize: false, endsUtterance: true, at: now, into: &actions)
    } else if session.position - first.start >= session.samples(in: Self.longestSegment) {
      settle(answersFinalize: false, endsUtterance: false, at: now, into: &actions)
    }
  }

  private mutating func endUtterance(at now: LabInstant, into actions: inout [ServerAction]) {
    guard let gap = options.utteranceEnd, let end = lastFinalWordEnd, segment.words.isEmpty,
      !session.hearing.isInWord, session.position - end >= session.samples(in: gap)
    else { return }
    lastFinalWordEnd = nil
    session.send(
      ListenResult.utteranceEnd(lastWordEnd: session.seconds(of: end)), after: session.profile.interim,
      at: now, into: &actions)
  }

  private mutating func settle(
    answersFinalize: Bool, endsUtterance: Bool, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    session.send(
      result(isFinal: true, answersFinalize: answersFinalize, endsUtterance: endsUtterance),
      after: session.profile.final, at: now, into: &actions)
    lastFinalWordEnd = segment.words.last?.end ?? lastFinalWordEnd
    segment = ListenSegment(start: session.position)
  }

  private mutating func finish(at now: LabInstant, into actions: inout [ServerAction]) {
    if !segment.words.isEmpty { settle(answersFinalize: false, endsUtterance: true, at: now, into: &actions) }
    let metadata = ListenResult.metadata(
      requestID: handshake.requestID, duration: session.seconds(of: session.position), model: options.model)
    session.send(metadata, at: now, into: &actions)
    session.close(code: 1000, reason: "", at: now, into: &actions)
  }

  private func result(
    isFinal: Bool, answersFinalize: Bool = false, endsUtterance: Bool = false
  ) -> String {
    ListenResult.results(
      segment: segment, position: session.position, sampleRate: session.sampleRate,
      isPunctuated: options.punctuates, isFinal: isFinal, answersFinalize: answersFinalize,
      endsUtterance: endsUtterance, requestID: handshake.requestID, model: options.model)
  }
}

/// What a client can say besides audio.
private enum ListenCommand {
  case keepAlive, finalize, closeStream

  init?(_ text: String) {
    struct Message: Decodable { var type: String }
    guard let message = JSONText.read(Message.self, from: text) else { return nil }
    switch message.type {
    case "KeepAlive", "Configure": self = .keepAlive
    case "Finalize": self = .finalize
    case "CloseStream": self = .closeStream
    default: return nil
    }
  }
}
