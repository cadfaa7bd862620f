import LabProviders
import LabStatistics
import LabTimeline

/// The server half of Deepgram Flux (listen v2): speech to text that ends turns by itself.
///
/// It recognises known recordings by their sound. A turn starts with its first word. Every 0.25 s of audio an
/// update tells how it stands, in silence too. When the words stop, the model grows sure that the turn is
/// over (`FluxConfidence`) and says so at the eager threshold, if there is one, and at the threshold; another
/// word after the eager one resumes the turn. All positions count audio received.
///
/// Source: developers.deepgram.com/docs/flux/state, …/configuration and …/force-end-turn, deepgram-sdk
/// 7.17.0. Not documented, and assumed: closing a stream ends the turn with trigger `manual`; a text message
/// that cannot be read ends the session with an error and code 1008; ten seconds without audio end it as in
/// version 1.
struct EmulatedFlux: StreamingRecogniser {
  private enum Phase { case idle, speaking, eager }

  var session: RecogniserSession
  let idleLimit: Duration? = DeepgramIdling.limit
  private let handshake: DeepgramHandshake
  private let options: FluxOptions
  private let isKnown: Bool
  private var writer: FluxResult
  private var thresholds: FluxThresholds
  private var keyterms: [String]
  private var turn = HeardTurn()
  private var turnStart = 0
  private var phase = Phase.idle
  private var confidence: FluxConfidence
  private var lastMessage = 0

  /// - Parameter isKnown: The service has the model of the request; it refuses the others.
  init(
    request: ConnectionRequest, profile: SpeechToTextProfile, isKnown: Bool, transcripts: TranscriptIndex,
    generator: SeededGenerator
  ) {
    var generator = generator
    handshake = DeepgramHandshake(request: request, generator: &generator)
    options = FluxOptions(handshake.query)
    thresholds = options.thresholds
    keyterms = options.keyterms
    self.isKnown = isKnown
    session = RecogniserSession(
      profile: profile, transcripts: transcripts, sampleRate: options.sampleRate, generator: generator)
    confidence = FluxConfidence(sampleRate: session.sampleRate, silence: 0)
    writer = FluxResult(requestID: handshake.requestID, sampleRate: session.sampleRate)
  }

  mutating func open(at now: LabInstant, into actions: inout [ServerAction]) {
    if let refusal = handshake.refusal ?? options.refusal(isKnown: isKnown) {
      session.abandon()
      return handshake.refuse(refusal, into: &actions)
    }
    session.accept(headers: handshake.headers, at: now, into: &actions)
    session.send(.send(.text(writer.connected()), received: nil), at: now, into: &actions)
    expectActivity(since: now, into: &actions)
  }

  mutating func endIdle(at now: LabInstant, into actions: inout [ServerAction]) {
    session.abandon()
    actions.append(DeepgramIdling.close)
  }

  mutating func receive(_ message: WireMessage, at now: LabInstant, into actions: inout [ServerAction]) {
    switch message {
    case .binary(let bytes): hear(bytes, at: now, into: &actions)
    case .text(let text): obey(text, at: now, into: &actions)
    }
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
        session.close(code: 1000, reason: "", at: now, into: &actions)
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
      return session.send(writer.notConfigured(problem), at: now, into: &actions)
    }
    thresholds = changed
    keyterms = change.keyterms?.terms ?? keyterms
    session.send(writer.configured(thresholds, keyterms: keyterms), at: now, into: &actions)
  }

  private mutating func reject(
    _ description: String, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    session.send(
      writer.error(code: "UNPARSABLE_CLIENT_MESSAGE", description: description), at: now,
      into: &actions)
    session.close(code: 1008, reason: description, at: now, into: &actions)
  }

  private mutating func hear(_ bytes: [UInt8], at now: LabInstant, into actions: inout [ServerAction]) {
    let words = session.hearing.hear(bytes).words
    if !words.isEmpty { spoken(words, at: now, into: &actions) }
    judge(at: now, into: &actions)
    let cadence = session.samples(in: session.profile.interimCadence)
    if session.position - lastMessage >= cadence { tell(.update, at: now, into: &actions) }
  }

  private mutating func spoken(
    _ words: [HeardWord], at now: LabInstant, into actions: inout [ServerAction]
  ) {
    turn.append(words)
    switch phase {
    case .idle:
      confidence = FluxConfidence(
        sampleRate: session.sampleRate,
        silence: session.profile.endOfTurn.draw(using: &session.generator).inNanoseconds / 1e9
          * Double(session.sampleRate))
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
    guard phase != .idle, let silence = turn.silence(in: session.hearing) else { return }
    let sureness = sureness
    if phase == .speaking, let eager = thresholds.eager, sureness >= eager {
      phase = .eager
      tell(.eagerEndOfTurn, at: now, into: &actions)
    }
    let timeout = Duration.milliseconds(thresholds.timeoutMilliseconds)
    if sureness >= thresholds.endOfTurn {
      end(.model, at: now, into: &actions)
    } else if silence >= session.samples(in: timeout) {
      end(.timeout, at: now, into: &actions)
    }
  }

  private var sureness: Double {
    guard let silence = turn.silence(in: session.hearing) else { return FluxConfidence.speaking }
    return confidence.value(after: silence, isMidUtterance: session.hearing.hasWordsToCome)
  }

  private mutating func end(
    _ trigger: FluxResult.Trigger, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    tell(.endOfTurn, trigger: trigger, after: session.profile.final, at: now, into: &actions)
    turn.end()
    turnStart = session.position
    phase = .idle
  }

  private mutating func tell(
    _ event: FluxResult.Event, trigger: FluxResult.Trigger? = nil, after delay: LatencyModel? = nil,
    at now: LabInstant, into actions: inout [ServerAction]
  ) {
    lastMessage = session.position
    let text = writer.turn(
      event, index: turn.index, words: turn.words, window: turnStart..<session.position,
      confidence: phase == .idle ? 0 : sureness, trigger: trigger)
    session.send(text, after: delay ?? session.profile.interim, at: now, into: &actions)
  }
}
