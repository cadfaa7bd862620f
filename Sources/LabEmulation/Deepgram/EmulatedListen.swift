import LabProviders
import LabStatistics
public import LabTimeline

/// The server half of Deepgram's streaming speech to text (listen v1).
///
/// It recognises the recordings of its book by their sound and says their words when they have been heard, not
/// before: interim results while somebody speaks, final ones when asked to finalise, when `endpointing`
/// milliseconds of silence have passed, or when a segment grows long. All positions count audio received.
///
/// Source: Deepgram listen v1, SDK 7.17.0 and documentation of 2025-07.
public struct EmulatedListen: EmulatedExchange {
  private enum Timer {
    static let outbox = ServerTimer(0)
    static let idle = ServerTimer(1)
  }

  /// A segment whose words have grown this long is settled without a pause; the silence in front of them, such as a
  /// whole reply of the agent, does not count.
  private static let longestSegment = Duration.seconds(8)

  private let handshake: DeepgramHandshake
  private let options: ListenOptions
  private let profile: SpeechToTextProfile
  private var generator: SeededGenerator
  private var outbox = Outbox(timer: Timer.outbox)
  private var hearing: Hearing
  private var segment = ListenSegment()
  private var lastInterim = 0
  private var lastFinalWordEnd: Int?
  private var lastActivity = LabInstant.origin
  private var isOver = false

  init(
    request: ConnectionRequest, profile: SpeechToTextProfile, book: TranscriptBook, generator: SeededGenerator
  ) {
    self.generator = generator
    handshake = DeepgramHandshake(request: request, generator: &self.generator)
    options = ListenOptions(handshake.query)
    self.profile = profile
    hearing = Hearing(book: book, sampleRate: options.sampleRate ?? 16_000)
  }

  public mutating func handle(
    _ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    switch input {
    case .opened: open(at: now, into: &actions)
    case .message(let message):
      guard !isOver else { return }
      lastActivity = now
      receive(message, at: now, into: &actions)
    case .timer(Timer.outbox): outbox.timerFired(at: now, into: &actions)
    case .timer: idle(at: now, into: &actions)
    case .closed:
      isOver = true
      outbox.clear()
    }
  }

  private mutating func open(at now: LabInstant, into actions: inout [ServerAction]) {
    if let refusal = handshake.refusal ?? options.refusal {
      isOver = true
      return handshake.refuse(refusal, into: &actions)
    }
    lastActivity = now
    outbox.add(
      .accept(headers: handshake.headers), after: profile.handshake.draw(using: &generator), at: now,
      into: &actions)
    actions.append(.setTimer(Timer.idle, after: DeepgramIdling.limit))
  }

  /// Looks whether the client has been silent for too long; otherwise waits for the rest.
  private mutating func idle(at now: LabInstant, into actions: inout [ServerAction]) {
    guard !isOver else { return }
    let rest = lastActivity + DeepgramIdling.limit - now
    guard rest <= .zero else { return actions.append(.setTimer(Timer.idle, after: rest)) }
    isOver = true
    actions.append(DeepgramIdling.close)
  }

  private mutating func receive(
    _ message: WireMessage, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    switch message {
    case .binary(let bytes) where bytes.isEmpty: finish(at: now, into: &actions)
    case .binary(let bytes): hear(bytes, at: now, into: &actions)
    case .text(let text):
      switch ListenCommand(text) {
      case .keepAlive: break
      case .finalize: settle(answersFinalize: true, endsUtterance: false, at: now, into: &actions)
      case .closeStream: finish(at: now, into: &actions)
      case nil:
        outbox.add(
          .send(.text(ListenResult.schemaError(text)), received: now), after: .zero, at: now, into: &actions)
      }
    }
  }

  private mutating func hear(_ bytes: [UInt8], at now: LabInstant, into actions: inout [ServerAction]) {
    let noticed = hearing.hear(bytes)
    if !noticed.words.isEmpty { segment.words += noticed.words }
    if noticed.speechStarted, options.vadEvents {
      send(
        ListenResult.speechStarted(at: seconds(hearing.position)), after: profile.interim, at: now,
        into: &actions)
    }
    sendInterim(hasNews: !noticed.words.isEmpty, at: now, into: &actions)
    endpoint(at: now, into: &actions)
    endUtterance(at: now, into: &actions)
  }

  private mutating func sendInterim(hasNews: Bool, at now: LabInstant, into actions: inout [ServerAction]) {
    segment.hasNews = segment.hasNews || hasNews
    guard options.interimResults, segment.hasNews,
      hearing.position - lastInterim >= samples(profile.interimCadence)
    else { return }
    lastInterim = hearing.position
    segment.hasNews = false
    send(result(isFinal: false), after: profile.interim, at: now, into: &actions)
  }

  /// Settles a segment after enough silence, or because it has grown long.
  private mutating func endpoint(at now: LabInstant, into actions: inout [ServerAction]) {
    guard let first = segment.words.first, let last = segment.words.last, !hearing.isInWord else { return }
    if let silence = options.endpointing, hearing.position - last.end >= samples(silence) {
      settle(answersFinalize: false, endsUtterance: true, at: now, into: &actions)
    } else if hearing.position - first.start >= samples(Self.longestSegment) {
      settle(answersFinalize: false, endsUtterance: false, at: now, into: &actions)
    }
  }

  private mutating func endUtterance(at now: LabInstant, into actions: inout [ServerAction]) {
    guard let gap = options.utteranceEnd, let end = lastFinalWordEnd, segment.words.isEmpty,
      !hearing.isInWord, hearing.position - end >= samples(gap)
    else { return }
    lastFinalWordEnd = nil
    send(
      ListenResult.utteranceEnd(lastWordEnd: seconds(end)), after: profile.interim, at: now, into: &actions)
  }

  private mutating func settle(
    answersFinalize: Bool, endsUtterance: Bool, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    send(
      result(isFinal: true, answersFinalize: answersFinalize, endsUtterance: endsUtterance),
      after: profile.final, at: now, into: &actions)
    lastFinalWordEnd = segment.words.last?.end ?? lastFinalWordEnd
    segment = ListenSegment(start: hearing.position)
  }

  private mutating func finish(at now: LabInstant, into actions: inout [ServerAction]) {
    if !segment.words.isEmpty { settle(answersFinalize: false, endsUtterance: true, at: now, into: &actions) }
    isOver = true
    let metadata = ListenResult.metadata(
      requestID: handshake.requestID, duration: seconds(hearing.position), model: options.model)
    outbox.add(.send(.text(metadata), received: now), after: .zero, at: now, into: &actions)
    outbox.add(.close(code: 1000, reason: ""), after: .zero, at: now, into: &actions)
    actions.append(.cancelTimer(Timer.idle))
  }

  private mutating func send(
    _ text: String, after delay: LatencyModel, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    outbox.add(
      .send(.text(text), received: now), after: delay.draw(using: &generator), at: now, into: &actions)
  }

  private func result(
    isFinal: Bool, answersFinalize: Bool = false, endsUtterance: Bool = false
  ) -> String {
    ListenResult.results(
      segment: segment, position: hearing.position, sampleRate: hearing.sampleRate,
      isPunctuated: options.punctuates, isFinal: isFinal, answersFinalize: answersFinalize,
      endsUtterance: endsUtterance, requestID: handshake.requestID, model: options.model)
  }

  private func samples(_ duration: Duration) -> Int {
    SamplePosition.samples(in: duration, sampleRate: hearing.sampleRate)
  }

  private func seconds(_ samples: Int) -> Double { Double(samples) / Double(hearing.sampleRate) }
}

/// What a client can say beside audio.
private enum ListenCommand {
  case keepAlive, finalize, closeStream

  init?(_ text: String) {
    struct Message: Decodable { var type: String }
    guard let message = try? JSONText.decode(Message.self, from: text) else { return nil }
    switch message.type {
    case "KeepAlive", "Configure": self = .keepAlive
    case "Finalize": self = .finalize
    case "CloseStream": self = .closeStream
    default: return nil
    }
  }
}
