import LabProviders
import LabStatistics
import LabTimeline

/// What every streaming recogniser has on a connection: what it hears, what it will send, and when something
/// arrived last.
struct RecogniserSession: Sendable {
  enum Timer {
    static let outbox = ServerTimer(0)
    static let idle = ServerTimer(1)
  }

  let profile: SpeechToTextProfile
  var hearing: Hearing
  var generator: SeededGenerator
  /// Nothing more is taken; what waits to be sent still is.
  private(set) var isOver = false
  private var outbox = Outbox(timer: Timer.outbox)
  private var lastActivity = LabInstant.origin

  /// - Parameter sampleRate: In Hz; `nil` when the request asks for something that cannot be heard, which is
  ///   refused.
  init(
    profile: SpeechToTextProfile, transcripts: TranscriptIndex, sampleRate: Int?, generator: SeededGenerator
  ) {
    self.profile = profile
    self.generator = generator
    hearing = Hearing(transcripts: transcripts, sampleRate: sampleRate ?? 16_000)
  }

  /// How many samples were heard.
  var position: Int { hearing.position }

  var sampleRate: Int { hearing.sampleRate }

  func samples(in duration: Duration) -> Int {
    SamplePosition.samples(in: duration, sampleRate: sampleRate)
  }

  func seconds(of samples: Int) -> Double { Double(samples) / Double(sampleRate) }

  // MARK: Sending

  /// Accepts the WebSocket after the profile's handshake.
  ///
  /// - Returns: When it will be accepted.
  @discardableResult
  mutating func accept(
    headers: [HeaderField] = [], at now: LabInstant, into actions: inout [ServerAction]
  ) -> LabInstant {
    let delay = profile.handshake.draw(using: &generator)
    send(.accept(headers: headers), after: delay, at: now, into: &actions)
    return outbox.lastDue ?? now
  }

  /// Sends a message that answers what has arrived now.
  mutating func send(
    _ text: String, after delay: Duration = .zero, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    send(.send(.text(text), received: now), after: delay, at: now, into: &actions)
  }

  /// Sends a message that answers what has arrived now, after a time that is drawn.
  mutating func send(
    _ text: String, after delay: LatencyModel, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    send(text, after: delay.draw(using: &generator), at: now, into: &actions)
  }

  mutating func send(
    _ action: ServerAction, after delay: Duration = .zero, at now: LabInstant,
    into actions: inout [ServerAction]
  ) {
    outbox.add(action, after: delay, at: now, into: &actions)
  }

  mutating func sendDue(at now: LabInstant, into actions: inout [ServerAction]) {
    outbox.timerFired(at: now, into: &actions)
  }

  // MARK: The end

  /// Ends the session without a word: it was refused or is lost.
  mutating func abandon() {
    isOver = true
  }

  /// The client is gone; nothing is sent any more.
  mutating func clear() {
    isOver = true
    outbox.clear()
  }

  /// Closes the WebSocket behind what waits to be sent.
  ///
  /// - Parameter timers: The recogniser's own, which are taken back.
  mutating func close(
    code: Int, reason: String, cancelling timers: [ServerTimer] = [], at now: LabInstant,
    into actions: inout [ServerAction]
  ) {
    isOver = true
    send(.close(code: code, reason: reason), at: now, into: &actions)
    for timer in [Timer.idle] + timers { actions.append(.cancelTimer(timer)) }
  }

  // MARK: Idling

  mutating func noteActivity(at instant: LabInstant) {
    lastActivity = instant
  }

  /// Whether nothing has arrived for as long as is allowed; else waits for the rest of that time.
  func hasIdled(for limit: Duration, at now: LabInstant, into actions: inout [ServerAction]) -> Bool {
    let rest = lastActivity + limit - now
    guard rest > .zero else { return true }
    actions.append(.setTimer(Timer.idle, after: rest))
    return false
  }
}
