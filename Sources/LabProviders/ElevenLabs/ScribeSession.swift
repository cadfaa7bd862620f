import LabTimeline

/// ElevenLabs' streaming speech to text (Scribe Realtime).
///
/// `finalize` is a commit, which carries the last of the audio. The service refuses to commit less than about
/// 0.3 seconds, so a commit that comes earlier waits for as much audio. Nothing the caller says before the
/// session has started is lost, up to ten seconds of audio; beyond that the oldest goes.
struct ScribeSession: SpeechToTextSession {
  /// How much audio a message holds at least, as the service advises.
  static let messageLength = Duration.milliseconds(100)
  /// How much audio a commit needs.
  static let leastCommitted = Duration.milliseconds(300)
  /// How long the connection may go without a message before an empty one is sent.
  static let keepAliveInterval = Duration.seconds(10)
  /// The most audio that is kept while connecting.
  static let audioKept = Duration.seconds(10)

  private enum State: Hashable {
    /// Not asked to connect yet.
    case idle
    /// Waiting for the upgrade and for the service to start the session; audio is kept.
    case opening
    case open
    /// Over, well or not; nothing leads out.
    case ended
  }

  private let request: ScribeRequest
  private let connection = ConnectionKey(0)
  private var state = State.idle
  private var setup: ConnectionSetup?
  /// Audio that was not sent yet.
  private var waiting: [UInt8] = []
  /// Audio of which nothing is settled, sent or not, in bytes.
  private var uncommittedBytes = 0
  private var wantsCommit = false
  private var commitsUnanswered = 0
  private var lastSent = LabInstant.origin

  init(model: String, address: ServiceAddress, configuration: SessionConfiguration) {
    request = ScribeRequest(model: model, address: address, configuration: configuration)
  }

  mutating func open(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    guard state == .idle else { return }
    state = .opening
    actions.append(.open(connection, request.connection))
    actions.append(.setTimer(.deadline, after: request.configuration.patience))
  }

  mutating func append(audio: [UInt8], at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    guard state != .ended, !audio.isEmpty else { return }
    waiting += audio
    uncommittedBytes += audio.count
    if state != .open {
      let excess = waiting.count - bytes(in: Self.audioKept)
      if excess > 0 {
        waiting.removeFirst(excess)
        uncommittedBytes -= excess
      }
    } else {
      sendWhatIsDue(at: now, into: &actions)
    }
  }

  mutating func finalize(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    guard state != .ended else { return }
    wantsCommit = true
    if state == .open { sendWhatIsDue(at: now, into: &actions) }
  }

  mutating func close(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    guard state != .ended else { return }
    end(with: .closed, closing: state != .idle, into: &actions)
  }

  mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToTextAction]
  ) {
    guard connection == self.connection, state == .opening || state == .open else { return }
    switch arrival.event {
    case .opened(let head) where head.status == 101: setup = head.setup
    case .opened(let head):
      let failure = ProviderFailure.refusal(
        by: "ElevenLabs", head, words: nil, key: request.configuration.apiKey)
      end(with: .failed(failure), closing: false, into: &actions)
    case .message(.text(let text)): hear(text, farSide: arrival.farSide, at: now, into: &actions)
    case .message(.binary), .body, .bodyEnded: break
    case .closed(let code, let reason):
      let failure = ElevenLabsError.closed(code: code, reason: reason, key: request.configuration.apiKey)
      end(with: .failed(failure), closing: false, into: &actions)
    case .failed(let failure): end(with: .failed(ProviderFailure(failure)), closing: false, into: &actions)
    }
  }

  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    switch (timer, state) {
    case (.keepAlive, .open): keepAlive(at: now, into: &actions)
    case (.deadline, .opening):
      let failure = ProviderFailure(
        code: "timed_out", message: "ElevenLabs did not start the session in time.")
      end(with: .failed(failure), closing: true, into: &actions)
    default: break
    }
  }
}

extension ScribeSession {
  private func bytes(in duration: Duration) -> Int {
    2 * SamplePosition.samples(in: duration, sampleRate: request.configuration.sampleRate)
  }

  private mutating func sendWhatIsDue(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    let commits = wantsCommit && uncommittedBytes >= bytes(in: Self.leastCommitted)
    guard commits || waiting.count >= bytes(in: Self.messageLength) else { return }
    actions.append(.send(connection, request.chunk(waiting, commit: commits)))
    waiting = []
    lastSent = now
    guard commits else { return }
    wantsCommit = false
    uncommittedBytes = 0
    commitsUnanswered += 1
  }

  // One timer is kept and looks back when it fires, instead of being set anew with every piece of audio.
  private mutating func keepAlive(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    var due = lastSent + Self.keepAliveInterval
    if due <= now {
      actions.append(.send(connection, request.chunk([], commit: false)))
      lastSent = now
      due = now + Self.keepAliveInterval
    }
    actions.append(.setTimer(.keepAlive, after: due - now))
  }

  private mutating func hear(
    _ text: String, farSide: FarSide?, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    guard let message = JSONText.read(ScribeMessage.self, from: text) else {
      let failure = ProviderFailure(
        code: "bad_message", message: "ElevenLabs sent a message that is not a transcript message.")
      return end(with: .failed(failure), closing: true, into: &actions)
    }
    switch message {
    case .sessionStarted: started(at: now, into: &actions)
    case .partial(let text): if !text.isEmpty { actions.append(.emit(.partial(text))) }
    case .committed(let text):
      let isAnswer = commitsUnanswered > 0
      commitsUnanswered = max(0, commitsUnanswered - 1)
      let piece = FinalTranscript(
        text: text, answersFinalize: isAnswer, endsUtterance: !isAnswer && endpointsItself, farSide: farSide)
      actions.append(.emit(.final(piece)))
    case .commitThrottled:
      // The audio stays with the service, and so does the wish.
      commitsUnanswered = max(0, commitsUnanswered - 1)
      wantsCommit = true
    case .failed(let name, let words):
      let reason = request.configuration.apiKey.redacted(from: words ?? name)
      let failure = ProviderFailure(
        code: ElevenLabsError.word(name), message: "ElevenLabs reported an error: \(reason).")
      end(with: .failed(failure), closing: true, into: &actions)
    case .unknown: break
    }
  }

  private var endpointsItself: Bool {
    if case .after = request.configuration.speechToText.endpointing { true } else { false }
  }

  private mutating func started(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    guard state == .opening, let setup else { return }
    state = .open
    lastSent = now
    actions.append(.cancelTimer(.deadline))
    actions.append(.emit(.ready(setup)))
    actions.append(.setTimer(.keepAlive, after: Self.keepAliveInterval))
    sendWhatIsDue(at: now, into: &actions)
  }

  private mutating func end(
    with event: SpeechToTextEvent, closing: Bool, into actions: inout [SpeechToTextAction]
  ) {
    if state == .open { actions.append(.cancelTimer(.keepAlive)) }
    if state == .opening { actions.append(.cancelTimer(.deadline)) }
    if closing { actions.append(.close(connection)) }
    state = .ended
    actions.append(.emit(event))
  }
}
