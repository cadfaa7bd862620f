import LabTimeline

/// The one WebSocket of a speech-to-text session, from opening to goodbye: what all such sessions have in
/// common.
///
/// Nothing the caller says before the connection is open is lost, up to ten seconds of audio; beyond that the
/// oldest goes. The session keeps what is its protocol's own: what to send, and what the service's messages
/// mean.
struct SpeechToTextConnection: Sendable {
  /// How long the connection may go without audio before a sign of life is sent, where the protocol has one.
  static let keepAliveInterval = Duration.seconds(4)
  /// The most audio that is kept while connecting.
  static let audioKept = Duration.seconds(10)

  /// How a service opens, ends and refuses a connection.
  struct Manners: Sendable {
    /// The service's name in messages for people.
    var service: String
    /// What asks the service to settle the rest and to close.
    var goodbye: WireMessage
    /// What keeps an idle connection open; `nil` where the service does not mind.
    var keepAlive: WireMessage?
    /// The service says hello on the open connection, and listens only then.
    var greets = false
    /// The failure that a refused upgrade stands for.
    var refusal: @Sendable (ResponseHead) -> ProviderFailure
    /// The failure that a close which nobody asked for stands for.
    var closure: @Sendable (_ code: Int, _ reason: String) -> ProviderFailure
  }

  private enum State: Hashable {
    /// Not asked to connect yet.
    case idle
    /// Waiting for the upgrade; what is sent is kept.
    case opening
    /// The upgrade is done; the service's hello is still to come.
    case greeting(ConnectionSetup)
    case open
    /// The goodbye is sent; the rest of the transcript may still come.
    case closing
    /// Over, well or not; nothing leads out.
    case ended
  }

  private let request: ConnectionRequest
  private let manners: Manners
  private let patience: Duration
  private let key = ConnectionKey(0)
  private var state = State.idle
  private var kept: KeptMessages
  private var lastSent = LabInstant.origin

  init(request: ConnectionRequest, configuration: SessionConfiguration, manners: Manners) {
    self.request = request
    self.manners = manners
    patience = configuration.patience
    let samples = SamplePosition.samples(in: Self.audioKept, sampleRate: configuration.sampleRate)
    kept = KeptMessages(audioLimit: samples * 2)
  }

  /// Whether what is sent now goes to the service, at once or when the connection opens.
  var takesMessages: Bool { state != .closing && state != .ended }

  mutating func open(into actions: inout [SpeechToTextAction]) {
    guard state == .idle else { return }
    state = .opening
    actions.append(.open(key, request))
    actions.append(.setTimer(.deadline, after: patience))
  }

  mutating func send(_ message: WireMessage, at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    switch state {
    case .idle, .opening: kept.append(message)
    case .greeting, .open:
      if case .binary = message { lastSent = now }
      actions.append(.send(key, message))
    case .closing, .ended: break
    }
  }

  mutating func close(into actions: inout [SpeechToTextAction]) {
    switch state {
    case .idle: end(with: .closed, closing: false, into: &actions)
    case .opening: end(with: .closed, closing: true, into: &actions)
    case .greeting, .open:
      actions.append(.send(key, manners.goodbye))
      stopKeepingAlive(into: &actions)
      state = .closing
      actions.append(.setTimer(.deadline, after: patience))
    case .closing, .ended: break
    }
  }

  /// Takes what arrived and returns the text message that the session is to read, if it is one.
  mutating func receive(
    _ event: WireEvent, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToTextAction]
  ) -> String? {
    guard connection == key, state != .ended, state != .idle else { return nil }
    switch event {
    case .opened(let head): opened(head, at: now, into: &actions)
    case .message(.text(let text)): return text
    case .message(.binary), .body, .bodyEnded: break
    case .closed(let code, let reason): closed(code: code, reason: reason, into: &actions)
    case .failed(let failure): fail(ProviderFailure(failure), closing: false, into: &actions)
    }
    return nil
  }

  /// Takes the service's hello.
  mutating func greeted(into actions: inout [SpeechToTextAction]) {
    guard case .greeting(let setup) = state else { return }
    state = .open
    actions.append(.cancelTimer(.deadline))
    actions.append(.emit(.ready(setup)))
  }

  mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    switch (timer, state) {
    case (.keepAlive, .greeting), (.keepAlive, .open): keepAlive(at: now, into: &actions)
    case (.deadline, .opening), (.deadline, .greeting):
      let message = "\(manners.service) did not open the session in time."
      fail(.init(code: "timed_out", message: message), closing: true, into: &actions)
    case (.deadline, .closing): end(with: .closed, closing: true, into: &actions)
    default: break
    }
  }

  /// Ends the session because it cannot go on.
  ///
  /// - Parameter closing: The connection is still there and has to be closed.
  mutating func fail(_ failure: ProviderFailure, closing: Bool, into actions: inout [SpeechToTextAction]) {
    end(with: .failed(failure), closing: closing, into: &actions)
  }
}

extension SpeechToTextConnection {
  private mutating func opened(
    _ head: ResponseHead, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    guard state == .opening else { return }
    guard head.status == 101 else { return fail(manners.refusal(head), closing: false, into: &actions) }
    state = .greeting(head.setup)
    lastSent = now
    if !manners.greets { greeted(into: &actions) }
    for message in kept.takeAll() { actions.append(.send(key, message)) }
    if manners.keepAlive != nil { actions.append(.setTimer(.keepAlive, after: Self.keepAliveInterval)) }
  }

  // One timer is kept and looks back when it fires, instead of being set anew with every piece of audio.
  private mutating func keepAlive(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    guard let sign = manners.keepAlive else { return }
    var due = lastSent + Self.keepAliveInterval
    if due <= now {
      actions.append(.send(key, sign))
      lastSent = now
      due = now + Self.keepAliveInterval
    }
    actions.append(.setTimer(.keepAlive, after: due - now))
  }

  private mutating func stopKeepingAlive(into actions: inout [SpeechToTextAction]) {
    if manners.keepAlive != nil { actions.append(.cancelTimer(.keepAlive)) }
  }

  private mutating func closed(code: Int, reason: String, into actions: inout [SpeechToTextAction]) {
    guard state != .closing else { return end(with: .closed, closing: false, into: &actions) }
    fail(manners.closure(code, reason), closing: false, into: &actions)
  }

  private mutating func end(
    with event: SpeechToTextEvent, closing: Bool, into actions: inout [SpeechToTextAction]
  ) {
    switch state {
    case .opening, .closing: actions.append(.cancelTimer(.deadline))
    case .greeting:
      stopKeepingAlive(into: &actions)
      actions.append(.cancelTimer(.deadline))
    case .open: stopKeepingAlive(into: &actions)
    case .idle, .ended: break
    }
    if closing { actions.append(.close(key)) }
    state = .ended
    actions.append(.emit(event))
  }
}
