public import LabTimeline

/// Deepgram's streaming speech to text, version 1 of the protocol (Nova models).
///
/// Audio goes out as binary messages. A `finalize` is usually answered, but the service does not promise it
/// when it has nothing buffered, so the pipeline needs a time-out of its own.
public struct DeepgramListenSession: SpeechToTextSession {
  private let key: APIKey
  private var connection: SpeechToTextConnection
  /// Up to where in the stream pieces are settled, in seconds.
  private var settledUntil = 0.0

  public init(model: String, address: ServiceAddress, configuration: SessionConfiguration) {
    let request = DeepgramListenRequest(model: model, address: address, configuration: configuration)
    key = configuration.apiKey
    connection = SpeechToTextConnection(
      request: request.connection, configuration: configuration,
      manners: .deepgram(key: key, keepAlive: .text(#"{"type":"KeepAlive"}"#), greets: false))
  }

  public mutating func open(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    connection.open(into: &actions)
  }

  public mutating func append(audio: [UInt8], at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    // An empty binary message would end the stream.
    guard !audio.isEmpty else { return }
    connection.send(.binary(audio), at: now, into: &actions)
  }

  public mutating func finalize(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    connection.send(.text(#"{"type":"Finalize"}"#), at: now, into: &actions)
  }

  public mutating func close(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    connection.close(into: &actions)
  }

  public mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToTextAction]
  ) {
    guard let text = self.connection.receive(arrival.event, on: connection, at: now, into: &actions) else {
      return
    }
    hear(text, farSide: arrival.farSide, into: &actions)
  }

  public mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    connection.timerFired(timer, at: now, into: &actions)
  }
}

extension SpeechToTextConnection.Manners {
  /// Those of both versions of Deepgram's streaming speech to text.
  static func deepgram(key: APIKey, keepAlive: WireMessage, greets: Bool) -> Self {
    Self(
      service: "Deepgram", goodbye: .text(#"{"type":"CloseStream"}"#), keepAlive: keepAlive, greets: greets,
      refusal: { DeepgramHeaders.failure($0, key: key) },
      closure: { DeepgramClose.failure(code: $0, reason: $1, key: key) })
  }
}

extension DeepgramListenSession {
  private mutating func hear(_ text: String, farSide: FarSide?, into actions: inout [SpeechToTextAction]) {
    guard let message = JSONText.read(DeepgramListenMessage.self, from: text) else {
      let failure = ProviderFailure(
        code: "bad_message", message: "Deepgram sent a message that is not a listen message.")
      return connection.fail(failure, closing: true, into: &actions)
    }
    switch message {
    case .results(let results): hear(results, farSide: farSide, into: &actions)
    case .speechStarted: actions.append(.emit(.speechStarted))
    case .utteranceEnd: actions.append(.emit(.endOfTurn))
    case .error(let variant, let description):
      let words = [variant, description].compactMap { $0 }.joined(separator: ": ")
      let message = "Deepgram reported an error: \(key.redacted(from: words))."
      connection.fail(.init(code: "bad_request", message: message), closing: true, into: &actions)
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
}
