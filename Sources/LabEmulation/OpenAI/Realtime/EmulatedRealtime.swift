import LabProviders
import LabStatistics
public import LabTimeline

/// The server half of OpenAI's Realtime API over a WebSocket, in the shape of general availability.
///
/// A session for transcription hears sound and writes down what it is asked for, or what its own detector marks off.
/// Sound is counted as it is appended; a client may send it faster than it was spoken.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0.
public struct EmulatedRealtime: EmulatedExchange {
  enum Timer {
    static let outbox = ServerTimer(0)
    static let transcripts = ServerTimer(1)
    static let expiry = ServerTimer(2)
  }

  /// The longest session.
  private static let longest = Duration.seconds(3600)

  let call: EmulatedCall
  private let kind: RealtimeSettings.Kind
  var writer: RealtimeWriter
  var settings: RealtimeSettings
  private var ear: RealtimeEar
  private var outbox = Outbox(timer: Timer.outbox)
  private var transcripts: RealtimeTranscripts
  /// The item of the sound that is being appended; it has an id before it is committed.
  private var nextItem: String?
  var lastItem: String?
  private(set) var isOver = false

  init(_ call: EmulatedCall) {
    self.call = call
    kind = .transcription
    writer = RealtimeWriter(generator: call.generator("openai/realtime ids"))
    settings = RealtimeSettings(kind: kind, id: writer.id("sess"), expiresAt: 0)
    ear = RealtimeEar(book: call.book, format: settings.input, detection: settings.detection, base: 0)
    transcripts = RealtimeTranscripts(call: call, timer: Timer.transcripts)
  }

  public mutating func handle(
    _ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    switch input {
    case .opened: open(at: now, into: &actions)
    case .message(let message): if !isOver { receive(message, at: now, into: &actions) }
    case .timer(Timer.outbox): outbox.timerFired(at: now, into: &actions)
    case .timer(Timer.transcripts): transcripts.timerFired(at: now, into: &actions)
    case .timer: expire(at: now, into: &actions)
    case .closed:
      isOver = true
      outbox.clear()
      transcripts.clear()
    }
  }

  /// Sends an event now, behind what waits for the handshake.
  mutating func send(_ event: String, at now: LabInstant, into actions: inout [ServerAction]) {
    outbox.add(.send(.text(event), received: now), after: .zero, at: now, into: &actions)
  }
}

extension EmulatedRealtime {
  private mutating func open(at now: LabInstant, into actions: inout [ServerAction]) {
    var generator = call.generator("openai/realtime")
    let answer = OpenAIAnswer(using: &generator)
    if let refusal = refusal {
      isOver = true
      return answer.refuse(refusal, into: &actions)
    }
    let seconds = (now - .origin + Self.longest).nanoseconds / 1_000_000_000
    settings = RealtimeSettings(kind: kind, id: settings.id, expiresAt: Int(seconds))
    let head = ChatError.headers(requestID: "req_" + answer.name, milliseconds: 0)
    let delay = transcripts.handshake.draw(using: &generator)
    outbox.add(.accept(headers: head), after: delay, at: now, into: &actions)
    let created = writer.event("session.created", #""session":\#(settings.json)"#)
    outbox.add(.send(.text(created), received: now), after: .zero, at: now, into: &actions)
    actions.append(.setTimer(Timer.expiry, after: Self.longest))
  }

  private var refusal: ChatError? {
    guard ChatError.isAuthorised(call.request) || hasKeyInProtocols else { return .unauthorised }
    if call.request.headers.value(of: "OpenAI-Beta")?.lowercased().contains("realtime=v1") == true {
      return .invalid(
        nil, "The Realtime Beta API is no longer supported. Please use /v1/realtime for the GA API.",
        code: "beta_api_shape_disabled")
    }
    guard call.query["intent"] == "transcription" else {
      return .invalid("model", "You must provide a model parameter.", code: "missing_model")
    }
    return nil
  }

  /// Browsers cannot set headers and name their key as a protocol.
  private var hasKeyInProtocols: Bool {
    let names = call.request.headers.value(of: "Sec-WebSocket-Protocol") ?? ""
    return names.contains("openai-insecure-api-key.")
  }

  private mutating func expire(at now: LabInstant, into actions: inout [ServerAction]) {
    guard !isOver else { return }
    isOver = true
    let problem = RealtimeProblem(
      code: "session_expired", message: "Your session hit the maximum duration of 60 minutes.")
    send(writer.error(problem, answering: nil), at: now, into: &actions)
    outbox.add(.close(code: 1000, reason: ""), after: .zero, at: now, into: &actions)
  }

  private mutating func receive(
    _ message: WireMessage, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    var eventID: String?
    do throws(RealtimeProblem) {
      let command = try RealtimeCommand(message)
      eventID = command.eventID
      try carryOut(command, at: now, into: &actions)
    } catch {
      send(writer.error(error, answering: eventID), at: now, into: &actions)
    }
  }

  private mutating func carryOut(
    _ command: RealtimeCommand, at now: LabInstant, into actions: inout [ServerAction]
  ) throws(RealtimeProblem) {
    switch command.type {
    case "session.update": try update(command, at: now, into: &actions)
    case "input_audio_buffer.append":
      let notices = ear.hear(try command.sound())
      writeAlong(at: now, into: &actions)
      for notice in notices { notify(notice, at: now, into: &actions) }
    case "input_audio_buffer.commit":
      guard ear.waitingMilliseconds >= 100 else {
        throw RealtimeProblem(
          code: "input_audio_buffer_commit_empty",
          message: "Error committing input audio buffer: buffer too small. Expected at least 100ms of audio, "
            + "but buffer only has \(ear.waitingMilliseconds).00ms of audio.")
      }
      commit(at: now, into: &actions)
    case "input_audio_buffer.clear":
      ear.drop()
      nextItem = nil
      send(writer.event("input_audio_buffer.cleared"), at: now, into: &actions)
    default:
      throw RealtimeProblem(
        code: "invalid_value",
        message: "Invalid value: '\(command.type)'. A session for transcription takes 'session.update', "
          + "'input_audio_buffer.append', 'input_audio_buffer.commit' and 'input_audio_buffer.clear'.",
        param: "type")
    }
  }

  private mutating func update(
    _ command: RealtimeCommand, at now: LabInstant, into actions: inout [ServerAction]
  ) throws(RealtimeProblem) {
    guard let session = command.fields["session"], session.isObject else { throw .missing("session") }
    let before = settings
    try settings.apply(session, hasSpoken: false)
    if settings.input != before.input || settings.detection != before.detection {
      ear = RealtimeEar(
        book: call.book, format: settings.input, detection: settings.detection, base: ear.clock)
    }
    send(writer.event("session.updated", #""session":\#(settings.json)"#), at: now, into: &actions)
  }

  private mutating func notify(
    _ notice: RealtimeEar.Notice, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    switch notice {
    case .speechStarted(let milliseconds):
      send(
        writer.event(
          "input_audio_buffer.speech_started",
          #""audio_start_ms":\#(milliseconds),"item_id":"\#(item)""#),
        at: now, into: &actions)
    case .speechStopped(let milliseconds):
      send(
        writer.event(
          "input_audio_buffer.speech_stopped", #""audio_end_ms":\#(milliseconds),"item_id":"\#(item)""#),
        at: now, into: &actions)
      commit(at: now, into: &actions)
    }
  }

  /// The id of the item that the sound will be.
  private var item: String {
    mutating get {
      let id = nextItem ?? writer.id("item")
      nextItem = id
      return id
    }
  }

  private mutating func commit(at now: LabInstant, into actions: inout [ServerAction]) {
    let id = item
    let previous = lastItem.map { "\"\($0)\"" } ?? "null"
    let take = ear.take()
    nextItem = nil
    lastItem = id
    send(
      writer.event(
        "input_audio_buffer.committed", #""item_id":"\#(id)","previous_item_id":\#(previous)"#),
      at: now, into: &actions)
    let content =
      #"{"id":"\#(id)","object":"realtime.item","type":"message","status":"completed","role":"user","#
      + #""content":[{"type":"input_audio","transcript":null}]}"#
    for type in ["conversation.item.added", "conversation.item.done"] {
      send(
        writer.event(type, #""previous_item_id":\#(previous),"item":\#(content)"#), at: now, into: &actions)
    }
    guard let transcription = settings.transcription else { return }
    transcripts.add(take, item: id, as: transcription, writer: &writer, at: now, into: &actions)
  }

  /// Some models write while the speaker speaks.
  private mutating func writeAlong(at now: LabInstant, into actions: inout [ServerAction]) {
    guard let transcription = settings.transcription, transcription.isLive else { return }
    let words = ear.takeNews()
    guard !words.isEmpty else { return }
    transcripts.add(
      words, item: item, as: transcription, writer: &writer, at: now, into: &actions)
  }
}
