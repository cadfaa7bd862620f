public import LabTimeline

/// AssemblyAI's streaming speech to text (Universal-Streaming and Universal-3 Pro Streaming, API v3).
///
/// The service takes messages of 50 to 1,000 ms of audio and closes on any other: smaller pieces wait for
/// each other, and the rest at the end gets silence behind it. `finalize` sends `ForceEndpoint`, which ends
/// the service's turn; the turn's last message is the answer, and there is none when the service heard
/// nothing new (see `FinalizeWait`). The unformatted and the formatted end of a turn are the same words, so
/// that the first of them counts.
public struct AssemblyAISession: SpeechToTextSession {
  private let key: APIKey
  private var connection: SpeechToTextConnection
  private var chunks: AudioChunks
  private var wait = FinalizeWait()
  /// The turn that is under way at the service, once words of it came.
  private var openTurn: Int?
  /// The last turn that ended.
  private var endedTurn = -1
  /// How many words the turn had when its end was said to be likely; `nil` when it was not.
  private var eagerWords: Int?

  public init(model: String, address: ServiceAddress, configuration: SessionConfiguration) {
    let request = AssemblyAIRequest(model: model, address: address, configuration: configuration)
    let key = configuration.apiKey
    self.key = key
    connection = SpeechToTextConnection(
      request: request.connection, configuration: configuration,
      manners: .init(
        service: "AssemblyAI", goodbye: .text(#"{"type":"Terminate"}"#), greets: true,
        refusal: AssemblyAIFailure.refusal,
        closure: { AssemblyAIFailure.closure(code: $0, reason: $1, key: key) }))
    chunks = AudioChunks(
      minimum: .milliseconds(50), maximum: .seconds(1), sampleRate: configuration.sampleRate)
  }

  public mutating func open(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    connection.open(into: &actions)
  }

  public mutating func append(audio: [UInt8], at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    for message in chunks.append(audio) { connection.send(.binary(message), at: now, into: &actions) }
  }

  public mutating func finalize(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    guard connection.takesMessages else { return }
    connection.send(.text(#"{"type":"ForceEndpoint"}"#), at: now, into: &actions)
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
    hear(text, farSide: arrival.farSide, into: &actions)
  }

  public mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    guard timer == .finalize else { return connection.timerFired(timer, at: now, into: &actions) }
    wait.deadlinePassed(isTurnOpen: openTurn != nil, into: &actions)
  }
}

extension AssemblyAISession {
  private mutating func hear(_ text: String, farSide: FarSide?, into actions: inout [SpeechToTextAction]) {
    do {
      switch try AssemblyAIMessage(text) {
      case .begin: connection.greeted(into: &actions)
      case .speechStarted: actions.append(.emit(.speechStarted))
      case .turn(let turn): hear(turn, farSide: farSide, into: &actions)
      case .error(let code, let text):
        connection.fail(
          AssemblyAIFailure.error(code: code, text: text, key: key), closing: true, into: &actions)
      case .termination, .other: break
      }
    } catch {
      let failure = ProviderFailure(
        code: "bad_message", message: "AssemblyAI sent a message that is not a streaming message.")
      connection.fail(failure, closing: true, into: &actions)
    }
  }

  private mutating func hear(
    _ turn: AssemblyAIMessage.Turn, farSide: FarSide?, into actions: inout [SpeechToTextAction]
  ) {
    guard turn.order > endedTurn else { return }
    guard turn.hasEnded else {
      openTurn = turn.order
      if let words = eagerWords, turn.words.count > words {
        eagerWords = nil
        actions.append(.emit(.turnResumed))
      }
      if !turn.soFar.isEmpty { actions.append(.emit(.partial(turn.soFar))) }
      if !turn.utterance.isEmpty {
        eagerWords = turn.words.count
        actions.append(.emit(.eagerEndOfTurn(turn.utterance)))
      }
      return
    }
    openTurn = nil
    eagerWords = nil
    endedTurn = turn.order
    let answers = wait.answered(into: &actions)
    let piece = FinalTranscript(
      text: turn.transcript, answersFinalize: answers, endsUtterance: true, farSide: farSide)
    actions.append(.emit(.final(piece)))
    if !answers { actions.append(.emit(.endOfTurn)) }
  }
}
