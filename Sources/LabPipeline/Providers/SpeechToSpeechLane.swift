import LabConversation
import LabProviders
import LabTimeline

/// A service that hears and speaks by itself, with what is known of its turns: it takes the turns, the
/// pipeline plays and counts.
struct SpeechToSpeechLane: Sendable {
  /// What the lane tells. Turns are the machine's.
  enum Fact: Sendable {
    case ready(ConnectionSetup)
    case speechStarted
    /// The service took the caller's turn for ended, and where it places the end of speech.
    case turnEnded(located: LabInstant?)
    case transcript(turn: Int, String)
    case transcribed(turn: Int, Duration)
    case replyStarted
    case text(String)
    /// Audio of the current reply; `isStale` when nobody wants it any more.
    case audio([UInt8], FarSide?, isStale: Bool)
    case finished
    /// The current reply failed, or the session was lost, with or without a reply.
    case failed(reason: String)
    case usage(SpeechToSpeechUsage, turn: Int?)
    /// A lost session was replaced.
    case replaced
    /// The last sound of these utterances was sent.
    case sent(utterances: [Int])
  }

  /// How long a lost session stays lost before a new one is tried.
  private static let pause = Duration.seconds(1)

  private var provider: ProviderLane<AnySpeechToSpeech>
  private var facts = FactQueue<Fact>()
  private var messages: SoundMessages
  private var isClosed = false
  /// The reply that is played, by the session's number.
  private var reply: RequestID?
  /// The turns that the service took for ended, in order; transcripts come later.
  private var turns: [Int] = []
  /// The turn that each reply belongs to.
  private var turnOfReply: [RequestID: Int] = [:]
  /// Since when the session hears the microphone.
  private var start = LabInstant.origin
  /// When the session was lost.
  private var lost: LabInstant?

  init(settings: SessionSettings, make: @escaping @Sendable () -> any SpeechToSpeechSession) {
    provider = ProviderLane(.s2s) { AnySpeechToSpeech(session: make()) }
    let samples = SamplePosition.samples(in: settings.uplinkMessage, sampleRate: settings.sampleRate)
    messages = SoundMessages(byteCount: samples * 2)
  }

  /// The sample rate of the audio, in Hz.
  var sampleRate: Int { provider.session.session.sampleRate }
  /// Why the session is lost; nil while it is not.
  var failure: ProviderFailure? { provider.failure }

  mutating func open(at now: LabInstant, into out: inout [PipelineAction]) {
    provider.command(at: now, into: &out) { $0.open(at: now, into: &$1) }
  }

  /// Ends the session; what fails from now on is of no interest.
  mutating func close(at now: LabInstant, into out: inout [PipelineAction]) {
    isClosed = true
    provider.command(at: now, into: &out) { $0.close(at: now, into: &$1) }
  }

  mutating func handle(_ input: ProviderInput, at now: LabInstant, into out: inout [PipelineAction]) {
    // A lost session is replaced by and by: nobody else notices that the caller speaks.
    provider.handle(input, at: now, into: &out)
  }

  /// Sends sound, as soon as there is enough of it for a message. A session that was lost a while ago is
  /// replaced.
  ///
  /// - Parameter captured: When the first sample of the sound was captured.
  mutating func stream(
    _ bytes: [UInt8], captured: LabInstant, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    if let lost, now - lost >= Self.pause { replaceIfLost(hearingFrom: captured, at: now, into: &out) }
    guard let message = messages.add(bytes) else { return }
    provider.command(at: now, into: &out) { $0.session.append(audio: message, at: now, into: &$1) }
    let utterances = messages.takeEndings()
    if !utterances.isEmpty { facts.append(.sent(utterances: utterances)) }
  }

  /// An utterance ends in the next buffer.
  ///
  /// - Returns: whether it is sent with that buffer; otherwise it is told when it is.
  mutating func utteranceEnds(_ utterance: Int, inBufferOf bytes: Int) -> Bool {
    messages.utteranceEnds(utterance, inBufferOf: bytes)
  }

  /// Replaces a session that was lost.
  ///
  /// - Parameter captured: When the first sample was captured that the new one hears.
  mutating func replaceIfLost(
    hearingFrom captured: LabInstant, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    guard provider.replaceIfLost(at: now, into: &out) else { return }
    facts.append(.replaced)
    messages.forget()
    (reply, turns, turnOfReply, lost) = (nil, [], [:], nil)
    start = captured
  }

  /// The service will answer the turn that it took for ended.
  mutating func awaitReply() { reply = nil }

  /// The sink falls silent in the middle of a reply, and the service is told how far it was heard.
  mutating func truncate(heard: Duration, at now: LabInstant, into out: inout [PipelineAction]) {
    guard let id = reply else { return }
    reply = nil
    provider.command(at: now, into: &out) { $0.session.truncate(id, heard: heard, at: now, into: &$1) }
  }

  /// What the lane tells next.
  ///
  /// - Parameters:
  ///   - turn: The turn that is under way.
  ///   - isAwaited: Whether the conversation waits for a reply. A reply to a turn that the caller has taken
  ///     back is not
  ///     played.
  mutating func poll(
    at now: LabInstant, turn: Int, isAwaited: Bool, into out: inout [PipelineAction]
  ) -> Fact? {
    if let fact = facts.next() { return fact }
    while let event = provider.poll(at: now, into: &out) {
      if let fact = fact(of: event, at: now, turn: turn, isAwaited: isAwaited) { return fact }
    }
    return nil
  }

  private mutating func fact(
    of event: SpeechToSpeechEvent, at now: LabInstant, turn: Int, isAwaited: Bool
  ) -> Fact? {
    switch event {
    case .ready(let setup): return .ready(setup)
    case .speechStarted: return .speechStarted
    case .turnEnded(let located):
      turns.append(turn)
      return .turnEnded(located: located.map { start + $0 })
    case .transcript(let index, let text):
      guard let text, turns.indices.contains(index) else { return nil }
      return .transcript(turn: turns[index], text)
    case .transcribed(let index, let length):
      return turns.indices.contains(index) ? .transcribed(turn: turns[index], length) : nil
    case .replyStarted(let id):
      guard isAwaited, reply == nil else { return nil }
      reply = id
      turnOfReply[id] = turn
      return .replyStarted
    case .text(let id, let text): return id == reply ? .text(text) : nil
    case .audio(let id, let audio, let farSide): return .audio(audio, farSide, isStale: id != reply)
    case .finished(let id): return id == reply ? .finished : nil
    case .failed(let id, let failure): return id == reply ? .failed(reason: failure.code) : nil
    case .usage(let id, let usage): return .usage(usage, turn: turnOfReply[id])
    case .closed: return nil
    case .lost(let failure):
      guard !isClosed else { return nil }
      provider.fail(failure)
      lost = now
      reply = nil
      return .failed(reason: failure.code)
    }
  }
}
