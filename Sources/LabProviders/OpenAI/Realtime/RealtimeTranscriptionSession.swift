public import LabTimeline

/// OpenAI's transcription in a Realtime session: the microphone's stream goes out as it comes, and a commit
/// asks for the transcript of what was not committed yet.
///
/// The service's own detector is off, because it would commit in the middle of what the pipeline is about to
/// commit, unless the configuration names its silence. Transcripts come in the order of the commits. An error
/// that the service reports ends the session, but for a commit of nothing.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0, the shape of general availability.
public struct RealtimeTranscriptionSession: SpeechToTextSession {
  /// The service refuses to commit less.
  static let shortest = Duration.milliseconds(100)

  /// A part of the stream whose transcript is awaited.
  private struct Item {
    let id: String
    var text = ""
    var isCommitted = false
    /// The client asked for it.
    var isAsked = false
    var transcript: (text: String, farSide: FarSide?)?
  }

  private let model: String
  private let configuration: SessionConfiguration
  private var connection: RealtimeConnection
  /// Audio that was appended and not committed, in bytes.
  private var uncommitted = 0
  /// Commits that the service has not confirmed.
  private var commitsSent = 0
  /// Oldest first.
  private var items: [Item] = []

  public init(model: String, address: ServiceAddress, configuration: SessionConfiguration) {
    self.model = model
    self.configuration = configuration
    connection = RealtimeConnection(
      query: QueryString([.init("intent", "transcription")]), address: address, configuration: configuration,
      name: "transcription")
  }

  public mutating func open(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    connection.open(into: &actions)
  }

  public mutating func append(audio: [UInt8], at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    guard !audio.isEmpty, connection.state != .ended else { return }
    uncommitted += audio.count
    connection.send(.binary(audio), into: &actions)
  }

  public mutating func finalize(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    guard connection.state != .ended else { return }
    let shortest = 2 * SamplePosition.samples(in: Self.shortest, sampleRate: RealtimeConnection.sampleRate)
    guard uncommitted >= shortest else { return answerNothing(into: &actions) }
    uncommitted = 0
    commitsSent += 1
    connection.send(.text(#"{"type":"input_audio_buffer.commit"}"#), into: &actions)
  }

  public mutating func close(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    end(with: .closed, closing: true, into: &actions)
  }

  public mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToTextAction]
  ) {
    switch self.connection.receive(arrival, on: connection) {
    case .opened: self.connection.configure(update, into: &actions)
    case .event(let event, let farSide): receive(event, farSide, into: &actions)
    case .failed(let failure, let closing): end(with: .failed(failure), closing: closing, into: &actions)
    case nil: break
    }
  }

  public mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    guard timer == .deadline, let failure = connection.tooLate else { return }
    end(with: .failed(failure), closing: true, into: &actions)
  }
}

extension RealtimeTranscriptionSession {
  private var update: String {
    let detection =
      switch configuration.speechToText.endpointing {
      case .serviceDefault, .off: "null"
      case .after(let silence):
        #"{"type":"server_vad","silence_duration_ms":\#(silence.nanoseconds / 1_000_000)}"#
      }
    let language = JSONText.quoted(OpenAIRequest.language(configuration.language))
    return #"{"type":"session.update","session":{"type":"transcription","audio":{"input":{"#
      + #""format":{"type":"audio/pcm","rate":\#(RealtimeConnection.sampleRate)},"#
      + #""transcription":{"model":\#(JSONText.quoted(model)),"language":\#(language)},"#
      + #""noise_reduction":null,"turn_detection":\#(detection)}}}}"#
  }

  private mutating func receive(
    _ event: RealtimeServerEvent, _ farSide: FarSide?, into actions: inout [SpeechToTextAction]
  ) {
    switch event.type {
    case "session.updated":
      if connection.configured(into: &actions) { actions.append(.emit(.ready(connection.setup))) }
    case "input_audio_buffer.speech_started": actions.append(.emit(.speechStarted))
    case "input_audio_buffer.committed": committed(event.itemID ?? "")
    case "conversation.item.input_audio_transcription.delta":
      let index = index(of: event.itemID ?? "")
      items[index].text += event.delta ?? ""
      if index == 0, !items[0].text.isEmpty { actions.append(.emit(.partial(items[0].text))) }
    case "conversation.item.input_audio_transcription.completed":
      let index = index(of: event.itemID ?? "")
      items[index].transcript = (event.transcript ?? items[index].text, farSide)
      deliver(into: &actions)
    case "conversation.item.input_audio_transcription.failed", "error": failed(event, into: &actions)
    default: break
    }
  }

  private mutating func committed(_ id: String) {
    let index = index(of: id)
    items[index].isCommitted = true
    if commitsSent > 0 {
      commitsSent -= 1
      items[index].isAsked = true
    } else {
      uncommitted = 0
    }
  }

  /// The place of an item, which is new when nobody has named it yet: some models transcribe before the
  /// commit.
  private mutating func index(of id: String) -> Int {
    if let index = items.firstIndex(where: { $0.id == id }) { return index }
    items.append(Item(id: id))
    return items.count - 1
  }

  private mutating func deliver(into actions: inout [SpeechToTextAction]) {
    while let item = items.first, let transcript = item.transcript {
      items.removeFirst()
      // Only the last commit settles everything.
      let isLast = commitsSent == 0 && !items.contains { $0.isAsked }
      let piece = FinalTranscript(
        text: transcript.text, answersFinalize: item.isAsked && isLast, endsUtterance: !item.isAsked,
        farSide: transcript.farSide)
      actions.append(.emit(.final(piece)))
      if !item.isAsked { actions.append(.emit(.endOfTurn)) }
    }
  }

  /// Somebody wants a settled transcript, and there is nothing new to settle.
  private func answerNothing(into actions: inout [SpeechToTextAction]) {
    guard commitsSent == 0, !items.contains(where: { $0.isAsked }) else { return }
    actions.append(.emit(.nothingToSettle))
  }

  private mutating func failed(_ event: RealtimeServerEvent, into actions: inout [SpeechToTextAction]) {
    if event.error?.code == "input_audio_buffer_commit_empty" {
      commitsSent = max(0, commitsSent - 1)
      return answerNothing(into: &actions)
    }
    let failure =
      event.error?.failure("OpenAI reported an error", key: configuration.apiKey)
      ?? ProviderFailure(code: "server_error", message: "OpenAI reported an error without a reason.")
    end(with: .failed(failure), closing: true, into: &actions)
  }

  private mutating func end(
    with event: SpeechToTextEvent, closing: Bool, into actions: inout [SpeechToTextAction]
  ) {
    guard connection.end(closing: closing, into: &actions) else { return }
    actions.append(.emit(event))
  }
}
