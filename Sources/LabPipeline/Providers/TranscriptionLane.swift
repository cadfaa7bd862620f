import LabConversation
import LabProviders
import LabTimeline

/// The caller's sound on its way to speech to text, and what the service makes of it.
struct TranscriptionLane: Sendable {
  /// What the lane tells.
  enum Fact: Sendable {
    /// The service told something about what it heard.
    case told(SpeechToTextEvent)
    /// The session is open; `isReplacement` when it was lost in the middle of the turn.
    case ready(ConnectionSetup, isReplacement: Bool)
    /// The session was lost after having been open for so long; it `isRetried` in this turn, or the turn has
    /// failed.
    case lost(ProviderFailure, open: Duration?, isRetried: Bool)
    /// A lost session was replaced.
    case replaced
    /// The last sound of these utterances was sent.
    case sent(utterances: [Int])
  }

  /// What came of asking for the transcript to be settled.
  enum Finalization: Hashable, Sendable {
    case asked
    /// The session is lost; its replacement is asked as soon as it is there.
    case postponed
    case failed(ProviderFailure)
  }

  /// Sound that a new session is given first, when the session before was lost while nobody spoke.
  static let preRoll = Duration.milliseconds(500)

  private var provider: ProviderLane<AnySpeechToText>
  private let reconnect: AttemptPolicy?
  private let sampleRate: Int
  private let longestTurn: Duration
  private var facts = FactQueue<Fact>()

  private var messages: SoundMessages
  private var audio = UnsettledAudio()
  /// The caller's own detector hears speech.
  private var isSpeech = false
  /// Samples that were sent and not yet charged to a turn.
  private var unchargedSamples = 0
  private var opened: LabInstant?
  private var isClosed = false

  /// How often the session was opened again in this turn.
  private var reconnects = 0
  /// A session is to be opened again in this turn, or is being opened.
  private var isReconnecting = false
  /// The transcript was to be settled when there was no session to ask.
  private var owesFinalize = false
  /// When the transcript was last asked to be settled in this turn.
  private var finalizeSent: LabInstant?

  init(
    settings: SessionSettings, reconnect: AttemptPolicy?,
    make: @escaping @Sendable () -> any SpeechToTextSession
  ) {
    provider = ProviderLane(.stt) { AnySpeechToText(session: make()) }
    self.reconnect = reconnect
    sampleRate = settings.sampleRate
    longestTurn = settings.maxTurnDuration
    let samples = SamplePosition.samples(in: settings.uplinkMessage, sampleRate: settings.sampleRate)
    messages = SoundMessages(byteCount: samples * 2)
  }

  mutating func open(at now: LabInstant, into out: inout [PipelineAction]) {
    provider.command(at: now, into: &out) { $0.open(at: now, into: &$1) }
  }

  /// Sends what waits and ends the session; what fails from now on is of no interest.
  mutating func close(at now: LabInstant, into out: inout [PipelineAction]) {
    isClosed = true
    sendHeldBackSound(at: now, into: &out)
    provider.command(at: now, into: &out) { $0.close(at: now, into: &$1) }
  }

  mutating func handle(_ input: ProviderInput, at now: LabInstant, into out: inout [PipelineAction]) {
    guard case .recovery = input else { return provider.handle(input, at: now, into: &out) }
    guard isReconnecting else { return }
    replaceIfLost(at: now, into: &out)
    guard owesFinalize else { return }
    owesFinalize = false
    provider.command(at: now, into: &out) { $0.session.finalize(at: now, into: &$1) }
  }

  /// What the lane tells next.
  ///
  /// - Parameter isListening: Whether the caller's turn is under way.
  mutating func poll(
    at now: LabInstant, isListening: Bool, retry: inout RetrySchedule, into out: inout [PipelineAction]
  ) -> Fact? {
    if let fact = facts.next() { return fact }
    while let event = provider.poll(at: now, into: &out) {
      switch event {
      case .ready(let setup):
        opened = opened ?? now
        defer { isReconnecting = false }
        return .ready(setup, isReplacement: isReconnecting)
      case .sent(let length): unchargedSamples += SamplePosition.samples(in: length, sampleRate: sampleRate)
      case .failed where isClosed: break
      case .failed(let failure):
        return lost(failure, at: now, isListening: isListening, retry: &retry, into: &out)
      case .final(let final):
        if final.answersFinalize || final.endsUtterance { audio.settle() }
        return .told(event)
      default: return .told(event)
      }
    }
    return nil
  }

  /// The session was lost: it is opened again soon where the plan allows it.
  private mutating func lost(
    _ failure: ProviderFailure, at now: LabInstant, isListening: Bool, retry: inout RetrySchedule,
    into out: inout [PipelineAction]
  ) -> Fact {
    let open = takeConnectionTime(at: now)
    provider.fail(failure)
    guard let wait = retry.waitToReconnect(before: reconnects, after: failure) else {
      isReconnecting = false
      return .lost(failure, open: open, isRetried: false)
    }
    reconnects += 1
    isReconnecting = true
    if isListening { owesFinalize = owesFinalize || finalizeSent != nil }
    out.append(.setTimer(.recovery(.stt), at: now + wait))
    return .lost(failure, open: open, isRetried: true)
  }

  // MARK: Turns

  /// A turn begins: what was tried in the turn before does not count, and a lost session is replaced.
  mutating func beginTurn(at now: LabInstant, into out: inout [PipelineAction]) {
    reconnects = 0
    isReconnecting = false
    owesFinalize = false
    finalizeSent = nil
    audio.trim(to: 2 * SamplePosition.samples(in: Self.preRoll, sampleRate: sampleRate))
    replaceIfLost(at: now, into: &out)
  }

  /// The transcript is to be settled.
  mutating func finalize(at now: LabInstant, into out: inout [PipelineAction]) -> Finalization {
    if let failure = provider.failure {
      guard isReconnecting else { return .failed(failure) }
      owesFinalize = true
      return .postponed
    }
    finalizeSent = now
    sendHeldBackSound(at: now, into: &out)
    provider.command(at: now, into: &out) { $0.session.finalize(at: now, into: &$1) }
    return .asked
  }

  /// The transcript did not come in time. A service that has said nothing since it was asked is taken for
  /// lost, so that the next turn has another.
  ///
  /// - Returns: whether it is.
  mutating func giveUpIfSilent() -> Bool {
    guard let sent = finalizeSent, provider.failure == nil, provider.lastArrival ?? .origin < sent else {
      return false
    }
    provider.fail(ProviderFailure(code: "timed_out", message: "Speech to text went silent."))
    return true
  }

  private mutating func replaceIfLost(at now: LabInstant, into out: inout [PipelineAction]) {
    guard provider.replaceIfLost(at: now, into: &out) else { return }
    facts.append(.replaced)
    // What waited to be sent is in what was kept, or was lost with the session.
    messages.forget()
    // What made the caller's turn begin was heard by the session that was lost.
    if isSpeech { provider.command(at: now, into: &out) { $0.session.speechStarted(at: now, into: &$1) } }
    for buffer in audio.buffers { send(buffer, at: now, into: &out) }
  }

  // MARK: Sound

  /// Keeps what the microphone hears as long as it may have to be sent to another session.
  ///
  /// - Parameter isListening: Whether the caller's turn is under way.
  mutating func keep(_ bytes: [UInt8], isListening: Bool) {
    guard reconnect != nil || provider.failure != nil else { return }
    let isInTurn = reconnect?.stages.contains(.stt) == true ? isListening : false
    let kept = isInTurn ? longestTurn : Self.preRoll
    audio.keep(bytes, limit: 2 * SamplePosition.samples(in: kept, sampleRate: sampleRate))
  }

  /// Sends sound, as soon as there is enough of it for a message.
  mutating func stream(_ bytes: [UInt8], at now: LabInstant, into out: inout [PipelineAction]) {
    guard provider.failure == nil else { return }
    // A session that sends utterances as a whole gathers them by itself.
    guard !provider.session.session.sendsUtterances else { return hand(bytes, at: now, into: &out) }
    unchargedSamples += bytes.count / 2
    if let message = messages.add(bytes) { hand(message, at: now, into: &out) }
  }

  /// Sends what waits for a message to be full, because what comes next is about it.
  mutating func sendHeldBackSound(at now: LabInstant, into out: inout [PipelineAction]) {
    if provider.failure == nil, let message = messages.flush() { hand(message, at: now, into: &out) }
  }

  private mutating func send(_ bytes: [UInt8], at now: LabInstant, into out: inout [PipelineAction]) {
    if !provider.session.session.sendsUtterances { unchargedSamples += bytes.count / 2 }
    provider.command(at: now, into: &out) { $0.session.append(audio: bytes, at: now, into: &$1) }
  }

  private mutating func hand(_ message: [UInt8], at now: LabInstant, into out: inout [PipelineAction]) {
    provider.command(at: now, into: &out) { $0.session.append(audio: message, at: now, into: &$1) }
    let utterances = messages.takeEndings()
    if !utterances.isEmpty { facts.append(.sent(utterances: utterances)) }
  }

  /// An utterance ends in the next buffer.
  ///
  /// - Returns: whether it is sent with that buffer; otherwise it is told when it is.
  mutating func utteranceEnds(_ utterance: Int, inBufferOf bytes: Int) -> Bool {
    provider.session.session.sendsUtterances || messages.utteranceEnds(utterance, inBufferOf: bytes)
  }

  /// The caller's own detector heard speech begin.
  mutating func speechStarted(at now: LabInstant, into out: inout [PipelineAction]) {
    isSpeech = true
    provider.command(at: now, into: &out) { $0.session.speechStarted(at: now, into: &$1) }
  }

  /// The caller's own detector heard speech end.
  mutating func speechEnded() { isSpeech = false }

  /// What was heard since speech began is of no interest.
  mutating func speechIgnored(at now: LabInstant, into out: inout [PipelineAction]) {
    provider.command(at: now, into: &out) { $0.session.speechIgnored(at: now, into: &$1) }
  }

  // MARK: Charges

  /// The seconds of sound that were sent since this was last asked.
  mutating func takeUnchargedSeconds() -> Double {
    defer { unchargedSamples = 0 }
    return Double(unchargedSamples) / Double(sampleRate)
  }

  /// How long the connection has been open; nil when it is not, or was charged before.
  mutating func takeConnectionTime(at now: LabInstant) -> Duration? {
    defer { opened = nil }
    return opened.map { now - $0 }
  }
}
