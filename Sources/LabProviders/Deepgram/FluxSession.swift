public import LabTimeline

/// Deepgram Flux: streaming speech to text that ends turns by itself (listen v2).
///
/// `finalize` sends `ForceEndTurn`, which ends the turn that is under way with the words transcribed so far;
/// the service ignores it when there is none. So it is said once more when a turn begins late, while its
/// answer is still awaited, and the wait has a deadline (see `FinalizeWait`). A turn that the service ended
/// by itself is never taken for the answer: the service names the cause.
///
/// Audio goes out in messages of 80 ms, as recommended. There is no keep-alive message: silence is sent
/// instead.
public struct FluxSession: SpeechToTextSession {
  private let key: APIKey
  private var connection: SpeechToTextConnection
  private var chunks: AudioChunks
  private var wait = FinalizeWait()
  private var isTurnOpen = false

  public init(model: String, address: ServiceAddress, configuration: SessionConfiguration) {
    let request = FluxRequest(model: model, address: address, configuration: configuration)
    key = configuration.apiKey
    let recommended = Duration.milliseconds(80)
    let silence = [UInt8](
      repeating: 0,
      count: 2 * SamplePosition.samples(in: recommended, sampleRate: configuration.sampleRate))
    connection = SpeechToTextConnection(
      request: request.connection, configuration: configuration,
      manners: .deepgram(key: key, keepAlive: .binary(silence), greets: true))
    chunks = AudioChunks(
      minimum: recommended, maximum: .seconds(1), sampleRate: configuration.sampleRate)
  }

  public mutating func open(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    connection.open(into: &actions)
  }

  public mutating func append(audio: [UInt8], at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    for message in chunks.append(audio) { connection.send(.binary(message), at: now, into: &actions) }
  }

  public mutating func finalize(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    guard connection.takesMessages else { return }
    forceEndOfTurn(at: now, into: &actions)
    wait.asked(into: &actions)
  }

  public mutating func close(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    if connection.takesMessages, let rest = chunks.flush() {
      connection.send(.binary(rest), at: now, into: &actions)
    }
    connection.close(into: &actions)
  }

  public mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToTextAction]
  ) {
    guard let text = self.connection.receive(arrival.event, on: connection, at: now, into: &actions) else {
      return
    }
    hear(text, farSide: arrival.farSide, at: now, into: &actions)
  }

  public mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    guard timer == .finalize else { return connection.timerFired(timer, at: now, into: &actions) }
    wait.deadlinePassed(isTurnOpen: isTurnOpen, into: &actions)
  }
}

extension FluxSession {
  private mutating func forceEndOfTurn(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    connection.send(.text(#"{"type":"ForceEndTurn"}"#), at: now, into: &actions)
  }

  private mutating func hear(
    _ text: String, farSide: FarSide?, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    do {
      switch try FluxMessage(text) {
      case .connected: connection.greeted(into: &actions)
      case .turn(let turn): hear(turn, farSide: farSide, at: now, into: &actions)
      case .error(let code, let description):
        let words = [code, description].compactMap { $0 }.joined(separator: ": ")
        let message = "Deepgram reported an error: \(key.redacted(from: words))."
        let word = code == "INTERNAL_SERVER_ERROR" ? "server_error" : "bad_request"
        connection.fail(.init(code: word, message: message), closing: true, into: &actions)
      case .other: break
      }
    } catch {
      let failure = ProviderFailure(
        code: "bad_message", message: "Deepgram sent a message that is not a Flux message.")
      connection.fail(failure, closing: true, into: &actions)
    }
  }

  private mutating func hear(
    _ turn: FluxMessage.TurnInfo, farSide: FarSide?, at now: LabInstant,
    into actions: inout [SpeechToTextAction]
  ) {
    switch turn.event {
    case "StartOfTurn":
      isTurnOpen = true
      actions.append(.emit(.speechStarted))
      tellPartial(turn, into: &actions)
      if wait.isPending { forceEndOfTurn(at: now, into: &actions) }
    case "Update": tellPartial(turn, into: &actions)
    case "TurnResumed":
      actions.append(.emit(.turnResumed))
      tellPartial(turn, into: &actions)
    case "EagerEndOfTurn":
      tellPartial(turn, into: &actions)
      actions.append(.emit(.eagerEndOfTurn(turn.transcript)))
    case "EndOfTurn": ended(turn, farSide: farSide, into: &actions)
    default: break
    }
  }

  private func tellPartial(_ turn: FluxMessage.TurnInfo, into actions: inout [SpeechToTextAction]) {
    if !turn.transcript.isEmpty { actions.append(.emit(.partial(turn.transcript))) }
  }

  private mutating func ended(
    _ turn: FluxMessage.TurnInfo, farSide: FarSide?, into actions: inout [SpeechToTextAction]
  ) {
    isTurnOpen = false
    let isManual = turn.trigger == "manual"
    // Whatever ended it, nothing is left to be awaited.
    let wasAwaited = wait.answered(into: &actions)
    let piece = FinalTranscript(
      text: turn.transcript, answersFinalize: isManual && wasAwaited, endsUtterance: true, farSide: farSide)
    actions.append(.emit(.final(piece)))
    if !isManual { actions.append(.emit(.endOfTurn)) }
  }
}
