public import LabTimeline

/// OpenAI's speech to speech in a Realtime session over a WebSocket.
///
/// The service's detector takes turns and stops a reply by itself when the caller speaks; the session then
/// tells it how much was heard. Late audio of a reply that was cut off is dropped. An error that the service
/// reports ends the session, but for those that a race explains: the end of a reply that is over, or has less
/// sound than was counted.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0, the shape of general availability.
public struct RealtimeVoiceSession: SpeechToSpeechSession {
  /// A reply that the service has begun.
  private struct Reply {
    let id: RequestID
    let name: String
    var item: String?
    var samples = WholeSamples()
    var bytes = 0
    /// The caller has cut it off.
    var isTruncated = false
  }

  private let model: String
  private let configuration: SessionConfiguration
  private var connection: RealtimeConnection
  private var replies: [Reply] = []
  private var nextReply = 0
  private var truncations = 0
  /// The items of the caller's turns, in the order in which they ended.
  private var turns: [String] = []

  public var sampleRate: Int { RealtimeConnection.sampleRate }

  public init(model: String, address: ServiceAddress, configuration: SessionConfiguration) {
    self.model = model
    self.configuration = configuration
    connection = RealtimeConnection(
      query: QueryString([.init("model", model)]), address: address, configuration: configuration,
      name: "speech")
  }

  public mutating func open(at now: LabInstant, into actions: inout [SpeechToSpeechAction]) {
    connection.open(into: &actions)
  }

  public mutating func append(
    audio: [UInt8], at now: LabInstant, into actions: inout [SpeechToSpeechAction]
  ) {
    guard !audio.isEmpty else { return }
    connection.send(.binary(audio), into: &actions)
  }

  public mutating func truncate(
    _ id: RequestID, heard: Duration, at now: LabInstant, into actions: inout [SpeechToSpeechAction]
  ) {
    guard let index = replies.firstIndex(where: { $0.id == id }), !replies[index].isTruncated else { return }
    replies[index].isTruncated = true
    // A reply without any sound has nothing to be cut.
    guard let item = replies[index].item, replies[index].bytes > 0 else { return }
    let received = SamplePosition.duration(ofSamples: replies[index].bytes / 2, sampleRate: sampleRate)
    let milliseconds = max(0, min(heard, received).nanoseconds / 1_000_000)
    truncations += 1
    let event =
      #"{"type":"conversation.item.truncate","event_id":"truncate_\#(truncations)","#
      + #""item_id":\#(JSONText.quoted(item)),"content_index":0,"audio_end_ms":\#(milliseconds)}"#
    connection.send(.text(event), into: &actions)
  }

  public mutating func close(at now: LabInstant, into actions: inout [SpeechToSpeechAction]) {
    end(with: .closed, closing: true, into: &actions)
  }

  public mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToSpeechAction]
  ) {
    switch self.connection.receive(arrival, on: connection) {
    case .opened: self.connection.configure(update, into: &actions)
    case .event(let event, let farSide): receive(event, farSide, into: &actions)
    case .failed(let failure, let closing): end(with: .lost(failure), closing: closing, into: &actions)
    case nil: break
    }
  }

  public mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToSpeechAction]
  ) {
    guard timer == .deadline, let failure = connection.tooLate else { return }
    end(with: .lost(failure), closing: true, into: &actions)
  }
}

extension RealtimeVoiceSession {
  private var update: String {
    let options = configuration.speechToSpeech
    let rest = #""create_response":true,"interrupt_response":\#(options.interrupts)}"#
    let detection =
      switch options.turnDetection {
      case .silence:
        #"{"type":"server_vad","threshold":\#(options.threshold),"#
          + #""silence_duration_ms":\#(options.silence.nanoseconds / 1_000_000),"# + rest
      case .meaning(let eagerness):
        #"{"type":"semantic_vad","eagerness":\#(JSONText.quoted(eagerness.rawValue)),"# + rest
      }
    let language = JSONText.quoted(OpenAIRequest.language(configuration.language))
    let format = #"{"type":"audio/pcm","rate":\#(sampleRate)}"#
    let speed = configuration.textToSpeech.speed.map { #","speed":\#($0)"# } ?? ""
    let voice = JSONText.quoted(configuration.textToSpeech.voice ?? "marin")
    let transcription =
      options.transcriptionModel.map { #"{"model":\#(JSONText.quoted($0)),"language":\#(language)}"# }
      ?? "null"
    return #"{"type":"session.update","session":{"type":"realtime","output_modalities":["audio"],"#
      + #""instructions":\#(JSONText.quoted(options.instructions)),"audio":{"input":{"format":\#(format),"#
      + #""transcription":\#(transcription),"noise_reduction":null,"turn_detection":\#(detection)},"#
      + #""output":{"format":\#(format),"voice":\#(voice)\#(speed)}}}}"#
  }

  private mutating func receive(
    _ event: RealtimeServerEvent, _ farSide: FarSide?, into actions: inout [SpeechToSpeechAction]
  ) {
    switch event.type {
    case "session.updated":
      if connection.configured(into: &actions) { actions.append(.emit(.ready(connection.setup))) }
    case "input_audio_buffer.speech_started": actions.append(.emit(.speechStarted))
    case "input_audio_buffer.speech_stopped":
      turns.append(event.itemID ?? "")
      actions.append(.emit(.turnEnded(located: event.audioEnd.map(located))))
    case "conversation.item.input_audio_transcription.completed",
      "conversation.item.input_audio_transcription.failed":
      guard let turn = turns.firstIndex(where: { $0 == event.itemID }) else { return }
      actions.append(.emit(.transcript(turn: turn, event.transcript)))
      if let length = event.usage?.length { actions.append(.emit(.transcribed(turn: turn, length))) }
    case "response.created": begin(event.response?.id ?? "", into: &actions)
    case "response.output_audio_transcript.delta":
      guard let reply = current(event), let text = event.delta, !text.isEmpty else { return }
      actions.append(.emit(.text(replies[reply].id, text)))
    case "response.output_audio.delta": hear(event, farSide, into: &actions)
    case "response.done": done(event, into: &actions)
    case "error": failed(event, into: &actions)
    default: break
    }
  }

  /// Where speech ended: the service counts the silence that it waited for in.
  private func located(_ milliseconds: Int) -> Duration {
    let end = Duration.milliseconds(milliseconds)
    guard case .silence = configuration.speechToSpeech.turnDetection else { return end }
    return max(.zero, end - configuration.speechToSpeech.silence)
  }

  private mutating func begin(_ name: String, into actions: inout [SpeechToSpeechAction]) {
    let id = RequestID(nextReply)
    nextReply += 1
    replies.append(Reply(id: id, name: name))
    actions.append(.emit(.replyStarted(id)))
  }

  /// The place of the reply that an event belongs to, when it is still of interest.
  private func current(_ event: RealtimeServerEvent) -> Int? {
    replies.firstIndex { $0.name == event.responseID && !$0.isTruncated }
  }

  private mutating func hear(
    _ event: RealtimeServerEvent, _ farSide: FarSide?, into actions: inout [SpeechToSpeechAction]
  ) {
    guard let index = current(event) else { return }
    guard let bytes = event.delta.flatMap(Base64Text.decoded) else {
      let failure = ProviderFailure(code: "bad_message", message: "OpenAI sent sound that is not base64.")
      return end(with: .lost(failure), closing: true, into: &actions)
    }
    replies[index].item = event.itemID ?? replies[index].item
    let whole = replies[index].samples.append(bytes)
    replies[index].bytes += whole.count
    if !whole.isEmpty { actions.append(.emit(.audio(replies[index].id, whole, farSide))) }
  }

  private mutating func done(_ event: RealtimeServerEvent, into actions: inout [SpeechToSpeechAction]) {
    guard let index = replies.firstIndex(where: { $0.name == event.response?.id }) else { return }
    let reply = replies[index]
    if let usage = event.response?.usage {
      actions.append(.emit(.usage(reply.id, usage.speechToSpeech)))
    }
    // The item of a reply that has ended can still be cut: it is generated faster than it is heard.
    replies.removeAll { $0.id < reply.id }
    guard !reply.isTruncated else { return }
    switch event.response?.status {
    case "failed":
      let error = event.response?.statusDetails?.error
      let failure =
        error?.failure("The reply failed", key: configuration.apiKey)
        ?? ProviderFailure(code: "server_error", message: "The reply failed without a reason.")
      actions.append(.emit(.failed(reply.id, failure)))
    default: actions.append(.emit(.finished(reply.id)))
    }
  }

  private mutating func failed(_ event: RealtimeServerEvent, into actions: inout [SpeechToSpeechAction]) {
    if event.error?.eventID?.hasPrefix("truncate_") == true { return }
    if event.error?.code == "response_cancel_not_active" { return }
    let failure =
      event.error?.failure("OpenAI reported an error", key: configuration.apiKey)
      ?? ProviderFailure(code: "server_error", message: "OpenAI reported an error without a reason.")
    end(with: .lost(failure), closing: true, into: &actions)
  }

  private mutating func end(
    with event: SpeechToSpeechEvent, closing: Bool, into actions: inout [SpeechToSpeechAction]
  ) {
    guard connection.end(closing: closing, into: &actions) else { return }
    replies = []
    actions.append(.emit(event))
  }
}

extension RealtimeServerEvent.Usage {
  fileprivate var speechToSpeech: SpeechToSpeechUsage {
    SpeechToSpeechUsage(
      input: inputTokens ?? 0, audioInput: inputDetails?.audioTokens ?? 0,
      cachedInput: inputDetails?.cachedTokens ?? 0,
      cachedAudioInput: inputDetails?.cachedDetails?.audioTokens ?? 0, output: outputTokens ?? 0,
      audioOutput: outputDetails?.audioTokens ?? 0)
  }
}
