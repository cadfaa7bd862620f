import LabTimeline

/// The way of a Realtime session from its opening to the first configuration: what is sent before the
/// connection is open is kept, a refusal is read to its end.
struct RealtimeConnection {
  /// The most audio that is kept while connecting.
  static let audioKept = Duration.seconds(10)
  /// The only rate of linear samples that the protocol takes, in Hz.
  static let sampleRate = 24_000

  enum State: Hashable {
    /// Not asked to connect yet.
    case idle
    /// Waiting for the upgrade; what is sent is kept.
    case opening
    /// The upgrade was refused; the reason may follow.
    case refused
    /// Open; the service has not said yet that it accepts the configuration.
    case configuring
    case open
    /// Over, well or not; nothing leads out.
    case ended
  }

  /// What an arrival means to the session.
  enum News {
    /// The connection is open: the session is to be configured.
    case opened
    case event(RealtimeServerEvent, FarSide?)
    case failed(ProviderFailure, closing: Bool)
  }

  let key = ConnectionKey(0)
  let configuration: SessionConfiguration
  private let request: ConnectionRequest
  private(set) var state = State.idle
  /// What opening the connection took.
  private(set) var setup = ConnectionSetup.reused
  private var head: ResponseHead?
  private var errorBody: [UInt8] = []
  private var kept = KeptMessages(
    audioLimit: 2 * SamplePosition.samples(in: audioKept, sampleRate: sampleRate))

  init(query: QueryString, address: ServiceAddress, configuration: SessionConfiguration, name: String) {
    self.configuration = configuration
    request = address.webSocket(
      "/realtime", query: query,
      headers: OpenAIRequest.headers(configuration, name: name))
  }

  mutating func open<Event>(into actions: inout [SessionAction<Event>]) {
    guard state == .idle else { return }
    state = .opening
    actions.append(.open(key, request))
    actions.append(.setTimer(.deadline, after: configuration.patience))
  }

  /// Sends audio, or the JSON of a client's event.
  mutating func send<Event>(_ message: WireMessage, into actions: inout [SessionAction<Event>]) {
    switch state {
    case .idle, .opening: kept.append(message)
    case .configuring, .open: actions.append(.send(key, Self.onWire(message)))
    case .refused, .ended: break
    }
  }

  /// Sends the configuration, and what was kept behind it.
  mutating func configure<Event>(_ update: String, into actions: inout [SessionAction<Event>]) {
    actions.append(.send(key, .text(update)))
    for message in kept.takeAll() { actions.append(.send(key, Self.onWire(message))) }
  }

  /// The service has accepted the configuration; true the first time.
  mutating func configured<Event>(into actions: inout [SessionAction<Event>]) -> Bool {
    guard state == .configuring else { return false }
    state = .open
    actions.append(.cancelTimer(.deadline))
    return true
  }

  /// Ends the connection; false when it had ended.
  mutating func end<Event>(closing: Bool, into actions: inout [SessionAction<Event>]) -> Bool {
    guard state != .ended else { return false }
    if state == .opening || state == .refused || state == .configuring {
      actions.append(.cancelTimer(.deadline))
    }
    if closing, state != .idle { actions.append(.close(key)) }
    state = .ended
    return true
  }

  mutating func receive(_ arrival: WireArrival, on connection: ConnectionKey) -> News? {
    guard connection == key, state != .ended, state != .idle else { return nil }
    switch arrival.event {
    case .opened(let head): return opened(head)
    case .message(.text(let text)):
      guard let event = JSONText.read(RealtimeServerEvent.self, from: text) else {
        return .failed(
          .init(code: "bad_message", message: "OpenAI sent a message that is not a Realtime event."),
          closing: true)
      }
      return .event(event, arrival.farSide)
    case .message(.binary): return nil
    case .body(let bytes):
      errorBody += bytes.prefix(max(0, 65_536 - errorBody.count))
      return nil
    case .bodyEnded:
      guard state == .refused, let head else { return nil }
      return .failed(
        OpenAIRequest.failure(head, body: errorBody, key: configuration.apiKey), closing: false)
    case .closed(let code, let reason):
      let words =
        reason.isEmpty ? "without a reason" : "saying “\(configuration.apiKey.redacted(from: reason))”"
      return .failed(
        .init(
          code: "lost", message: "OpenAI closed the connection with code \(code) \(words).", status: code),
        closing: false)
    case .failed(let failure): return .failed(ProviderFailure(failure), closing: false)
    }
  }

  /// The deadline has passed: nothing that was waited for came.
  var tooLate: ProviderFailure? {
    switch state {
    case .opening, .refused, .configuring:
      ProviderFailure(code: "timed_out", message: "OpenAI did not open the session in time.")
    case .idle, .open, .ended: nil
    }
  }

  private mutating func opened(_ head: ResponseHead) -> News? {
    guard state == .opening else { return nil }
    self.head = head
    guard head.status == 101 else {
      state = .refused
      return nil
    }
    state = .configuring
    setup = head.setup
    return .opened
  }

  private static func onWire(_ message: WireMessage) -> WireMessage {
    switch message {
    case .binary(let audio):
      .text(#"{"type":"input_audio_buffer.append","audio":"\#(Base64Text.encoded(audio))"}"#)
    case .text: message
    }
  }
}
