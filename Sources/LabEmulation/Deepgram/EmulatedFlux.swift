import LabProviders
import LabStatistics
public import LabTimeline

/// The server half of Deepgram Flux (listen v2): speech to text that ends turns by itself.
///
/// It recognises the recordings of its book by their sound. A turn starts with its first word. Every 0.25 s of audio an
/// update tells how it stands, in silence too. When the words stop, the model grows sure that the turn is over
/// (`FluxConfidence`) and says so at the eager threshold, if there is one, and at the threshold; another word after the
/// eager one resumes the turn. All positions count audio received.
///
/// Source: developers.deepgram.com/docs/flux/state, …/configuration and …/force-end-turn, deepgram-sdk 7.17.0. Not
/// documented, and assumed: closing a stream ends the turn with trigger `manual`; a text message that cannot be read ends
/// the session with an error and code 1008; ten seconds without audio end it as in version 1.
public struct EmulatedFlux: EmulatedExchange {
  private enum Timer {
    static let outbox = ServerTimer(0)
    static let idle = ServerTimer(1)
  }

  private enum Phase { case idle, speaking, eager }

  private let handshake: DeepgramHandshake
  private let options: FluxOptions
  private let profile: SpeechToTextProfile
  private let isKnown: Bool
  private var generator: SeededGenerator
  private var outbox = Outbox(timer: Timer.outbox)
  private var hearing: Hearing
  private var writer: FluxResult
  private var thresholds: FluxThresholds
  private var keyterms: [String]
  private var turn = HeardTurn()
  private var turnStart = 0
  private var phase = Phase.idle
  private var confidence: FluxConfidence
  private var lastMessage = 0
  private var lastActivity = LabInstant.origin
  private var isOver = false

  /// - Parameter isKnown: The service has the model of the request; it refuses the others.
  init(
    request: ConnectionRequest, profile: SpeechToTextProfile, isKnown: Bool, book: TranscriptBook,
    generator: SeededGenerator
  ) {
    self.generator = generator
    handshake = DeepgramHandshake(request: request, generator: &self.generator)
    options = FluxOptions(handshake.query)
    thresholds = options.thresholds
    keyterms = options.keyterms
    self.profile = profile
    self.isKnown = isKnown
    hearing = Hearing(book: book, sampleRate: options.sampleRate ?? 16_000)
    confidence = FluxConfidence(sampleRate: hearing.sampleRate, silence: 0)
    writer = FluxResult(requestID: handshake.requestID, sampleRate: hearing.sampleRate)
  }

  public mutating func handle(
    _ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    switch input {
    case .opened: open(at: now, into: &actions)
    case .message(let message):
      guard !isOver else { return }
      lastActivity = now
      switch message {
      case .binary(let bytes): hear(bytes, at: now, into: &actions)
      case .text(let text): obey(text, at: now, into: &actions)
      }
    case .timer(Timer.outbox): outbox.timerFired(at: now, into: &actions)
    case .timer: idle(at: now, into: &actions)
    case .closed:
      isOver = true
      outbox.clear()
    }
  }

  private mutating func open(at now: LabInstant, into actions: inout [ServerAction]) {
    if let refusal = handshake.refusal ?? options.refusal(isKnown: isKnown) {
      isOver = true
      return handshake.refuse(refusal, into: &actions)
    }
    lastActivity = now
    outbox.add(
      .accept(headers: handshake.headers), after: profile.handshake.draw(using: &generator), at: now,
      into: &actions)
    outbox.add(.send(.text(writer.connected()), received: nil), after: .zero, at: now, into: &actions)
    actions.append(.setTimer(Timer.idle, after: DeepgramIdling.limit))
  }

  private mutating func idle(at now: LabInstant, into actions: inout [ServerAction]) {
    guard !isOver else { return }
    let rest = lastActivity + DeepgramIdling.limit - now
    guard rest <= .zero else { return actions.append(.setTimer(Timer.idle, after: rest)) }
    isOver = true
    actions.append(DeepgramIdling.close)
  }
}

extension EmulatedFlux {
  private mutating func obey(_ text: String, at now: LabInstant, into actions: inout [ServerAction]) {
    do {
      switch try FluxCommand(text) {
      case .forceEndTurn: if phase != .idle { end(.manual, at: now, into: &actions) }
      case .configure(let change): configure(change, at: now, into: &actions)
      case .closeStream:
        if phase != .idle { end(.manual, at: now, into: &actions) }
        finish(code: 1000, reason: "", at: now, into: &actions)
      case nil: reject("Unknown message type.", at: now, into: &actions)
      }
    } catch {
      reject("Could not deserialize last text message.", at: now, into: &actions)
    }
  }

  private mutating func configure(
    _ change: FluxCommand.Configuration, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    let changed = change.changed(thresholds)
    if let problem = changed.problem {
      return send(writer.notConfigured(problem), after: .zero, at: now, into: &actions)
    }
    thresholds = changed
    keyterms = change.keyterms?.terms ?? keyterms
    send(writer.configured(thresholds, keyterms: keyterms), after: .zero, at: now, into: &actions)
  }

  private mutating func reject(
    _ description: String, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    send(
      writer.error(code: "UNPARSABLE_CLIENT_MESSAGE", description: description), after: .zero, at: now,
      into: &actions)
    finish(code: 1008, reason: description, at: now, into: &actions)
  }

  private mutating func finish(
    code: Int, reason: String, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    isOver = true
    outbox.add(.close(code: code, reason: reason), after: .zero, at: now, into: &actions)
    actions.append(.cancelTimer(Timer.idle))
  }

  private mutating func hear(_ bytes: [UInt8], at now: LabInstant, into actions: inout [ServerAction]) {
    let words = hearing.hear(bytes).words
    if !words.isEmpty { spoken(words, at: now, into: &actions) }
    judge(at: now, into: &actions)
    let cadence = SamplePosition.samples(in: profile.interimCadence, sampleRate: hearing.sampleRate)
    if hearing.position - lastMessage >= cadence { tell(.update, at: now, into: &actions) }
  }

  private mutating func spoken(
    _ words: [HeardWord], at now: LabInstant, into actions: inout [ServerAction]
  ) {
    turn.append(words)
    switch phase {
    case .idle:
      confidence = FluxConfidence(
        sampleRate: hearing.sampleRate,
        silence: profile.endOfTurn.draw(using: &generator).inNanoseconds / 1e9 * Double(hearing.sampleRate))
      phase = .speaking
      tell(.startOfTurn, at: now, into: &actions)
    case .eager:
      phase = .speaking
      tell(.turnResumed, at: now, into: &actions)
    case .speaking: break
    }
  }

  /// Looks whether the silence since the last word says that the turn is over.
  private mutating func judge(at now: LabInstant, into actions: inout [ServerAction]) {
    guard phase != .idle, let silence = turn.silence(in: hearing) else { return }
    let sureness = sureness
    if phase == .speaking, let eager = thresholds.eager, sureness >= eager {
      phase = .eager
      tell(.eagerEndOfTurn, at: now, into: &actions)
    }
    let timeout = Duration.milliseconds(thresholds.timeoutMilliseconds)
    if sureness >= thresholds.endOfTurn {
      end(.model, at: now, into: &actions)
    } else if silence >= SamplePosition.samples(in: timeout, sampleRate: hearing.sampleRate) {
      end(.timeout, at: now, into: &actions)
    }
  }

  private var sureness: Double {
    guard let silence = turn.silence(in: hearing) else { return FluxConfidence.speaking }
    return confidence.value(after: silence, isMidUtterance: hearing.hasWordsToCome)
  }

  private mutating func end(
    _ trigger: FluxResult.Trigger, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    tell(.endOfTurn, trigger: trigger, after: profile.final, at: now, into: &actions)
    turn.end()
    turnStart = hearing.position
    phase = .idle
  }

  private mutating func tell(
    _ event: FluxResult.Event, trigger: FluxResult.Trigger? = nil, after delay: LatencyModel? = nil,
    at now: LabInstant, into actions: inout [ServerAction]
  ) {
    lastMessage = hearing.position
    let text = writer.turn(
      event, index: turn.index, words: turn.words, window: turnStart..<hearing.position,
      confidence: phase == .idle ? 0 : sureness, trigger: trigger)
    send(text, after: delay ?? profile.interim, at: now, into: &actions)
  }

  private mutating func send(
    _ text: String, after delay: LatencyModel, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    send(text, after: delay.draw(using: &generator), at: now, into: &actions)
  }

  private mutating func send(
    _ text: String, after delay: Duration, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    outbox.add(.send(.text(text), received: now), after: delay, at: now, into: &actions)
  }
}
