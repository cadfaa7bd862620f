import LabProviders
import LabStatistics
public import LabTimeline

/// The server half of ElevenLabs' streaming speech to text (Scribe Realtime).
///
/// It recognises the recordings of its book by their sound and says their words when they have been heard, not
/// before: partial transcripts while somebody speaks, committed ones on request, after a silence with the strategy
/// `vad`, or when a segment has grown to 90 seconds. Every key is taken. Entities, redaction and edits are not sent.
///
/// Source: ElevenLabs Scribe Realtime, Python SDK 2.78.0. That an error is followed by a close with 1008, that a commit
/// needs 0.3 seconds of audio, and the limit of silence on the wire are assumptions.
public struct EmulatedScribe: EmulatedExchange {
  private enum Timer {
    static let outbox = ServerTimer(0)
    static let idle = ServerTimer(1)
  }

  /// A connection that nothing arrives on for this long is closed.
  private static let idleLimit = Duration.seconds(30)
  private static let longestSegment = Duration.seconds(90)
  private static let leastCommitted = Duration.milliseconds(300)
  /// The most audio of one message; the guide advises a second at most.
  private static let longestChunk = Duration.seconds(30)

  private let handshake: ElevenLabsHandshake
  private let options: ScribeOptions
  private let profile: SpeechToTextProfile
  private let sessionID: String
  private var generator: SeededGenerator
  private var outbox = Outbox(timer: Timer.outbox)
  private var hearing: Hearing
  private var words: [HeardWord] = []
  private var hasNews = false
  private var lastPartial = 0
  /// Where the segment begins that is not committed, in samples.
  private var segmentStart = 0
  private var hasHeardAudio = false
  private var lastActivity = LabInstant.origin
  private var isOver = false

  init(
    request: ConnectionRequest, profile: SpeechToTextProfile, book: TranscriptBook, generator: SeededGenerator
  ) {
    self.generator = generator
    self.profile = profile
    handshake = ElevenLabsHandshake(request)
    options = ScribeOptions(handshake.query)
    sessionID = self.generator.uuid().filter { $0 != "-" }
    hearing = Hearing(book: book, sampleRate: options.sampleRate ?? 16_000)
  }

  public mutating func handle(
    _ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    switch input {
    case .opened: open(at: now, into: &actions)
    case .message(let message):
      guard !isOver else { return }
      lastActivity = now
      receive(message, at: now, into: &actions)
    case .timer(Timer.outbox): outbox.timerFired(at: now, into: &actions)
    case .timer: idle(at: now, into: &actions)
    case .closed:
      isOver = true
      outbox.clear()
    }
  }

  private mutating func open(at now: LabInstant, into actions: inout [ServerAction]) {
    let delay = profile.handshake.draw(using: &generator)
    lastActivity = now
    outbox.add(.accept(headers: []), after: delay, at: now, into: &actions)
    guard handshake.hasKey else {
      return fail("auth_error", ElevenLabsError.noKey.message, after: delay, at: now, into: &actions)
    }
    if let fault = options.fault {
      return fail("invalid_request", fault, after: delay, at: now, into: &actions)
    }
    let started =
      "{\"message_type\":\"session_started\",\"session_id\":\"\(sessionID)\",\"config\":\(options.json)}"
    outbox.add(.send(.text(started), received: now), after: delay, at: now, into: &actions)
    actions.append(.setTimer(Timer.idle, after: Self.idleLimit))
  }

  /// Looks whether the client has been silent for too long; otherwise waits for the rest.
  private mutating func idle(at now: LabInstant, into actions: inout [ServerAction]) {
    guard !isOver else { return }
    let rest = lastActivity + Self.idleLimit - now
    guard rest <= .zero else { return actions.append(.setTimer(Timer.idle, after: rest)) }
    fail(
      "insufficient_audio_activity",
      "No audio was received for \(Self.idleLimit.components.seconds) seconds.",
      after: .zero, at: now, into: &actions)
  }

  private mutating func receive(
    _ message: WireMessage, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    guard case .text(let text) = message, let command = try? JSONText.decode(Command.self, from: text),
      let isCommit = command.isCommit
    else {
      return fail(
        "input_error", "The message is not one of type input_audio_chunk.", after: .zero, at: now,
        into: &actions)
    }
    guard let audio = Base64Text.decoded(command.audio ?? "") else {
      return fail("input_error", "audio_base_64 is not Base64.", after: .zero, at: now, into: &actions)
    }
    guard audio.count <= 2 * samples(Self.longestChunk) else {
      return fail(
        "chunk_size_exceeded", "A message holds 30 seconds of audio at most.", after: .zero, at: now,
        into: &actions)
    }
    guard command.previousText == nil || !hasHeardAudio else {
      return fail(
        "input_error", "previous_text can only be sent with the first audio.", after: .zero, at: now,
        into: &actions)
    }
    hasHeardAudio = hasHeardAudio || !audio.isEmpty
    hear(audio, at: now, into: &actions)
    if isCommit { commitAsAsked(at: now, into: &actions) }
  }

  private mutating func hear(_ bytes: [UInt8], at now: LabInstant, into actions: inout [ServerAction]) {
    let noticed = hearing.hear(bytes)
    words += noticed.words
    hasNews = hasNews || !noticed.words.isEmpty
    if hasNews, hearing.position - lastPartial >= samples(profile.interimCadence) {
      lastPartial = hearing.position
      hasNews = false
      send(message("partial_transcript"), after: profile.interim, at: now, into: &actions)
    }
    guard !hearing.isInWord else { return }
    if options.endsUtterances, let last = words.last,
      Double(hearing.position - last.end) >= options.silenceSeconds * Double(hearing.sampleRate)
    {
      commit(at: now, into: &actions)
    } else if hearing.position - segmentStart >= samples(Self.longestSegment) {
      commit(at: now, into: &actions)
    }
  }

  private mutating func commitAsAsked(at now: LabInstant, into actions: inout [ServerAction]) {
    guard hearing.position - segmentStart >= samples(Self.leastCommitted) else {
      let text = "A commit needs at least 0.3 seconds of audio that is not committed."
      return send(error("commit_throttled", text), after: .fixed(.zero), at: now, into: &actions)
    }
    commit(at: now, into: &actions)
  }

  private mutating func commit(at now: LabInstant, into actions: inout [ServerAction]) {
    send(message("committed_transcript"), after: profile.final, at: now, into: &actions)
    if options.includesTimestamps || options.includesLanguage {
      send(timedTranscript, after: .fixed(.zero), at: now, into: &actions)
    }
    words = []
    hasNews = false
    segmentStart = hearing.position
  }

  private mutating func fail(
    _ type: String, _ text: String, after delay: Duration, at now: LabInstant,
    into actions: inout [ServerAction]
  ) {
    isOver = true
    actions.append(.cancelTimer(Timer.idle))
    outbox.add(.send(.text(error(type, text)), received: now), after: delay, at: now, into: &actions)
    outbox.add(.close(code: 1008, reason: text), after: delay, at: now, into: &actions)
  }

  private mutating func send(
    _ text: String, after delay: LatencyModel, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    outbox.add(
      .send(.text(text), received: now), after: delay.draw(using: &generator), at: now, into: &actions)
  }

  private func samples(_ duration: Duration) -> Int {
    SamplePosition.samples(in: duration, sampleRate: hearing.sampleRate)
  }
}

extension EmulatedScribe {
  private var transcript: String { words.map(\.text).joined(separator: " ") }

  private func message(_ type: String) -> String {
    "{\"message_type\":\"\(type)\",\"text\":\(JSONText.quoted(transcript))}"
  }

  private func error(_ type: String, _ text: String) -> String {
    "{\"message_type\":\"\(type)\",\"error\":\(JSONText.quoted(text))}"
  }

  /// The transcript with a time for every word and every space between two of them.
  private var timedTranscript: String {
    func seconds(_ samples: Int) -> String { String(Double(samples) / Double(hearing.sampleRate)) }
    func entry(_ text: String, _ start: Int, _ end: Int, _ type: String) -> String {
      "{\"text\":\(JSONText.quoted(text)),\"start\":\(seconds(start)),\"end\":\(seconds(end)),"
        + "\"type\":\"\(type)\",\"logprob\":-0.01}"
    }
    var entries: [String] = []
    for (index, word) in words.enumerated() {
      if index > 0 { entries.append(entry(" ", words[index - 1].end, word.start, "spacing")) }
      entries.append(entry(word.text, word.start, word.end, "word"))
    }
    let list = options.includesTimestamps ? ",\"words\":[\(entries.joined(separator: ","))]" : ""
    return
      "{\"message_type\":\"committed_transcript_with_timestamps\",\"text\":\(JSONText.quoted(transcript)),"
      + "\"language_code\":\(JSONText.quoted(options.language ?? "en"))\(list)}"
  }

  private struct Command: Decodable {
    private var type: String
    var audio: String?
    private var commit: Bool?
    var previousText: String?

    private enum CodingKeys: String, CodingKey {
      case commit
      case type = "message_type"
      case audio = "audio_base_64"
      case previousText = "previous_text"
    }

    /// Whether a commit is asked for; `nil` for a message that the service does not know.
    var isCommit: Bool? {
      switch type {
      case "input_audio_chunk": commit ?? false
      case "commit": true
      default: nil
      }
    }
  }
}
