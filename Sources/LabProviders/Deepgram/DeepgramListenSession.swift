public import LabTimeline

/// Deepgram's streaming speech to text, version 1 of the protocol (Nova models).
///
/// Audio goes out as binary messages. Nothing the caller says before the connection is open is lost, up to ten
/// seconds of audio; beyond that the oldest goes. A `finalize` is usually answered, but the service does not promise
/// it when it has nothing buffered, so the pipeline needs a time-out of its own.
public struct DeepgramListenSession: SpeechToTextSession {
  /// How long the connection may go without audio before a keep-alive is sent; the service closes after ten seconds.
  static let keepAliveInterval = Duration.seconds(4)
  /// The most audio that is kept while connecting.
  static let audioKept = Duration.seconds(10)

  private enum State: Hashable {
    /// Not asked to connect yet.
    case idle
    /// Waiting for the upgrade; what is sent is kept.
    case opening
    case open
    /// `CloseStream` is sent; the rest of the transcript may still come.
    case closing
    /// Over, well or not; nothing leads out.
    case ended
  }

  private let request: DeepgramListenRequest
  private let connection = ConnectionKey(0)
  private var state = State.idle
  private var kept: KeptMessages
  private var lastSent = LabInstant.origin
  /// Up to where in the stream pieces are settled, in seconds.
  private var settledUntil = 0.0

  public init(model: String, address: ServiceAddress, configuration: SessionConfiguration) {
    request = DeepgramListenRequest(model: model, address: address, configuration: configuration)
    let samples = SamplePosition.samples(in: Self.audioKept, sampleRate: configuration.sampleRate)
    kept = KeptMessages(audioLimit: samples * 2)
  }

  public mutating func open(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    guard state == .idle else { return }
    state = .opening
    actions.append(.open(connection, request.connection))
    actions.append(.setTimer(.deadline, after: request.configuration.patience))
  }

  public mutating func append(audio: [UInt8], at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    // An empty binary message would end the stream.
    guard !audio.isEmpty else { return }
    send(.binary(audio), at: now, into: &actions)
  }

  public mutating func finalize(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    send(.text(#"{"type":"Finalize"}"#), at: now, into: &actions)
  }

  public mutating func close(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    switch state {
    case .idle:
      end(with: .closed, closing: false, into: &actions)
    case .opening:
      end(with: .closed, closing: true, into: &actions)
    case .open:
      state = .closing
      actions.append(.send(connection, .text(#"{"type":"CloseStream"}"#)))
      actions.append(.cancelTimer(.keepAlive))
      actions.append(.setTimer(.deadline, after: request.configuration.patience))
    case .closing, .ended:
      break
    }
  }

  public mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToTextAction]
  ) {
    guard connection == self.connection, state != .ended, state != .idle else { return }
    switch arrival.event {
    case .opened(let head): opened(head, at: now, into: &actions)
    case .message(.text(let text)): hear(text, farSide: arrival.farSide, into: &actions)
    case .message(.binary), .body, .bodyEnded: break
    case .closed(let code, let reason): closed(code: code, reason: reason, into: &actions)
    case .failed(let failure): fail(ProviderFailure(failure), closing: false, into: &actions)
    }
  }

  public mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    switch (timer, state) {
    case (.keepAlive, .open): keepAlive(at: now, into: &actions)
    case (.deadline, .opening):
      fail(
        .init(code: "timed_out", message: "Deepgram did not open the session in time."), closing: true,
        into: &actions)
    case (.deadline, .closing): end(with: .closed, closing: true, into: &actions)
    default: break
    }
  }
}

extension DeepgramListenSession {
  private mutating func send(
    _ message: WireMessage, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    switch state {
    case .idle, .opening: kept.append(message)
    case .open:
      if case .binary = message { lastSent = now }
      actions.append(.send(connection, message))
    case .closing, .ended: break
    }
  }

  private mutating func opened(
    _ head: ResponseHead, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    guard state == .opening else { return }
    guard head.status == 101 else {
      return fail(
        DeepgramHeaders.failure(head, key: request.configuration.apiKey), closing: false, into: &actions)
    }
    state = .open
    lastSent = now
    actions.append(.cancelTimer(.deadline))
    actions.append(.emit(.ready(head.setup)))
    for message in kept.takeAll() { actions.append(.send(connection, message)) }
    actions.append(.setTimer(.keepAlive, after: Self.keepAliveInterval))
  }

  // One timer is kept and looks back when it fires, instead of being set anew with every piece of audio.
  private mutating func keepAlive(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    var due = lastSent + Self.keepAliveInterval
    if due <= now {
      actions.append(.send(connection, .text(#"{"type":"KeepAlive"}"#)))
      lastSent = now
      due = now + Self.keepAliveInterval
    }
    actions.append(.setTimer(.keepAlive, after: due - now))
  }

  private mutating func hear(
    _ text: String, farSide: FarSide?, into actions: inout [SpeechToTextAction]
  ) {
    guard let message = try? DeepgramListenMessage(text) else {
      let failure = ProviderFailure(
        code: "bad_message", message: "Deepgram sent a message that is not a listen message.")
      return fail(failure, closing: true, into: &actions)
    }
    switch message {
    case .results(let results): hear(results, farSide: farSide, into: &actions)
    case .speechStarted: actions.append(.emit(.speechStarted))
    case .utteranceEnd: actions.append(.emit(.endOfTurn))
    case .error(let variant, let description):
      let words = [variant, description].compactMap { $0 }.joined(separator: ": ")
      let reason = request.configuration.apiKey.redacted(from: words)
      fail(
        .init(code: "bad_request", message: "Deepgram reported an error: \(reason)."), closing: true,
        into: &actions)
    case .metadata, .unknown: break
    }
  }

  private mutating func hear(
    _ results: DeepgramListenMessage.Results, farSide: FarSide?, into actions: inout [SpeechToTextAction]
  ) {
    guard results.isFinal else {
      if !results.transcript.isEmpty { actions.append(.emit(.partial(results.transcript))) }
      return
    }
    if let start = results.start, let duration = results.duration {
      // Pieces follow each other, so that one from before the end of the last was settled already.
      guard start > settledUntil - 0.01 else { return actions.append(.emit(.repeated)) }
      settledUntil = max(settledUntil, start + duration)
    }
    // An empty piece is news only when somebody waits for it or when it ends the utterance.
    guard !results.transcript.isEmpty || results.answersFinalize || results.endsUtterance else { return }
    let piece = FinalTranscript(
      text: results.transcript, answersFinalize: results.answersFinalize,
      endsUtterance: results.endsUtterance, farSide: farSide)
    actions.append(.emit(.final(piece)))
  }

  private mutating func closed(code: Int, reason: String, into actions: inout [SpeechToTextAction]) {
    guard state != .closing else { return end(with: .closed, closing: false, into: &actions) }
    fail(
      DeepgramClose.failure(code: code, reason: reason, key: request.configuration.apiKey), closing: false,
      into: &actions)
  }

  private mutating func fail(
    _ failure: ProviderFailure, closing: Bool, into actions: inout [SpeechToTextAction]
  ) {
    end(with: .failed(failure), closing: closing, into: &actions)
  }

  private mutating func end(
    with event: SpeechToTextEvent, closing: Bool, into actions: inout [SpeechToTextAction]
  ) {
    if state == .open { actions.append(.cancelTimer(.keepAlive)) }
    if state == .opening || state == .closing { actions.append(.cancelTimer(.deadline)) }
    if closing { actions.append(.close(connection)) }
    state = .ended
    actions.append(.emit(event))
  }
}
