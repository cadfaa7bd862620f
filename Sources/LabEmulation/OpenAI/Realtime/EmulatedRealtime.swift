import LabProviders
import LabStatistics
import LabTimeline

/// The server half of OpenAI's Realtime API over a WebSocket, in the shape of general availability.
///
/// A session for transcription hears sound and writes down what it is asked for, or what its own detector
/// marks off. A session with a model answers as well, in the emulated voice, and stops when the speaker
/// interrupts. Sound is counted as it is appended; a client may send it faster than it was spoken. No tools
/// are called, and a reply is never cut to `max_output_tokens`.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0.
struct EmulatedRealtime: EmulatedExchange {
  enum Timer {
    static let outbox = ServerTimer(0)
    static let transcripts = ServerTimer(1)
    static let expiry = ServerTimer(2)
    static let reply = ServerTimer(3)
  }

  /// The longest session.
  private static let longest = Duration.seconds(3600)

  let call: EmulatedCall
  /// Whose session it is; the model of a session for transcription is not known before it is open.
  let provider: String
  private let kind: RealtimeSettings.Kind
  /// How a model answers; `nil` in a session for transcription, and where there is no such model.
  let profile: SpeechToSpeechProfile?
  var generator: SeededGenerator
  var writer: RealtimeWriter
  var settings: RealtimeSettings
  var buffer: RealtimeInputBuffer
  private var outbox = Outbox(timer: Timer.outbox)
  var transcripts: RealtimeTranscripts
  /// The item of the sound that is being appended; it has an id before it is committed.
  var nextItem: String?
  var conversation = RealtimeConversation()
  var reply: RealtimeReply?
  /// Sound has left the session.
  var hasSpoken = false
  private var isOver = false

  init(_ call: EmulatedCall) {
    self.call = call
    let model = call.query["model"]
    kind = call.query["intent"] == "transcription" ? .transcription : .conversation(model: model ?? "")
    provider =
      kind == .transcription
      ? OpenAIEmulation.realtimeTranscription : OpenAIAnswer.provider(of: model ?? "")
    profile = kind == .transcription ? nil : call.profiles.speechToSpeech[provider]
    generator = call.generator(provider)
    writer = RealtimeWriter(generator: call.generator("openai/realtime ids"))
    settings = RealtimeSettings(kind: kind, id: writer.id("sess"), expiresAt: 0)
    buffer = RealtimeInputBuffer(
      transcripts: call.transcripts, format: settings.input, detection: settings.detection, base: 0)
    transcripts = RealtimeTranscripts(call: call, timer: Timer.transcripts)
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    switch input {
    case .opened: open(at: now, into: &actions)
    case .message(let message): if !isOver { receive(message, at: now, into: &actions) }
    case .timer(Timer.outbox): outbox.timerFired(at: now, into: &actions)
    case .timer(Timer.transcripts): transcripts.timerFired(at: now, into: &actions)
    case .timer(Timer.reply): if !isOver { goOn(at: now, into: &actions) }
    case .timer: expire(at: now, into: &actions)
    case .closed:
      isOver = true
      outbox.clear()
      transcripts.clear()
    }
  }

  /// Sends an event now, behind what waits for the handshake.
  ///
  /// - Parameter received: When the input that it answers had arrived; now when it is `nil`.
  mutating func send(
    _ type: String, _ members: String = "", received: LabInstant? = nil, at now: LabInstant,
    into actions: inout [ServerAction]
  ) {
    let event = writer.event(type, members)
    outbox.add(.send(.text(event), received: received ?? now), after: .zero, at: now, into: &actions)
  }
}

extension EmulatedRealtime {
  private mutating func open(at now: LabInstant, into actions: inout [ServerAction]) {
    var names = call.generator("openai/realtime")
    let answer = OpenAIAnswer(using: &names)
    if let refusal = refusal {
      isOver = true
      return answer.refuse(refusal, into: &actions)
    }
    let seconds = (now - .origin + Self.longest).nanoseconds / 1_000_000_000
    settings = RealtimeSettings(kind: kind, id: settings.id, expiresAt: Int(seconds))
    let head = ChatError.headers(requestID: "req_" + answer.name, milliseconds: 0)
    let delay = (profile?.handshake ?? transcripts.handshake).draw(using: &generator)
    outbox.add(.accept(headers: head), after: delay, at: now, into: &actions)
    send("session.created", #""session":\#(settings.json)"#, at: now, into: &actions)
    actions.append(.setTimer(Timer.expiry, after: Self.longest))
  }

  private var refusal: ChatError? {
    guard ChatError.isAuthorised(call.request) || hasKeyInProtocols else { return .unauthorised }
    if call.request.headers.value(of: "OpenAI-Beta")?.lowercased().contains("realtime=v1") == true {
      return .invalid(
        nil, "The Realtime Beta API is no longer supported. Please use /v1/realtime for the GA API.",
        code: "beta_api_shape_disabled")
    }
    guard case .conversation(let model) = kind else { return nil }
    if model.isEmpty {
      return .invalid("model", "You must provide a model parameter.", code: "missing_model")
    }
    return profile == nil ? .unknownModel(model) : nil
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
    report(problem, answering: nil, at: now, into: &actions)
    outbox.add(.close(code: 1000, reason: ""), after: .zero, at: now, into: &actions)
  }

  private mutating func report(
    _ problem: RealtimeProblem, answering clientEvent: String?, at now: LabInstant,
    into actions: inout [ServerAction]
  ) {
    let event = writer.error(problem, answering: clientEvent)
    outbox.add(.send(.text(event), received: now), after: .zero, at: now, into: &actions)
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
      report(error, answering: eventID, at: now, into: &actions)
    }
  }

  private mutating func carryOut(
    _ command: RealtimeCommand, at now: LabInstant, into actions: inout [ServerAction]
  ) throws(RealtimeProblem) {
    switch command.type {
    case "session.update": try update(command, at: now, into: &actions)
    case "input_audio_buffer.append": try append(command, at: now, into: &actions)
    case "input_audio_buffer.commit": try commit(at: now, into: &actions)
    case "input_audio_buffer.clear": clear(at: now, into: &actions)
    case "response.create" where profile != nil: try respond(command, at: now, into: &actions)
    case "response.cancel" where profile != nil: try cancel(command, at: now, into: &actions)
    case "conversation.item.create" where profile != nil: try addItem(command, at: now, into: &actions)
    case "conversation.item.truncate" where profile != nil: try truncate(command, at: now, into: &actions)
    case "conversation.item.delete" where profile != nil: try deleteItem(command, at: now, into: &actions)
    case "conversation.item.retrieve" where profile != nil: try tellItem(command, at: now, into: &actions)
    default:
      let known = ["session.update"] + ["append", "commit", "clear"].map { "input_audio_buffer." + $0 }
      let more =
        ["response.create", "response.cancel"]
        + ["create", "retrieve", "truncate", "delete"].map { "conversation.item." + $0 }
      throw .invalidValue("type", "one of " + (profile == nil ? known : known + more).joined(separator: ", "))
    }
  }

  private mutating func update(
    _ command: RealtimeCommand, at now: LabInstant, into actions: inout [ServerAction]
  ) throws(RealtimeProblem) {
    guard let session = command.fields["session"], session.isObject else { throw .missing("session") }
    let before = settings
    try settings.apply(session, hasSpoken: hasSpoken)
    if settings.input != before.input || settings.detection != before.detection {
      buffer = RealtimeInputBuffer(
        transcripts: call.transcripts, format: settings.input, detection: settings.detection,
        base: buffer.clock)
    }
    send("session.updated", #""session":\#(settings.json)"#, at: now, into: &actions)
  }
}
