import LabProviders
import LabStatistics
import LabTimeline

/// The server half of ElevenLabs' streaming speech to text (Scribe Realtime).
///
/// It recognises known recordings by their sound and says their words when they have been heard, not before:
/// partial transcripts while somebody speaks, committed ones on request, after a silence with the strategy
/// `vad`, or when a segment has grown to 90 seconds. Every key is taken. Entities, redaction and edits are
/// not sent.
///
/// Source: ElevenLabs Scribe Realtime, Python SDK 2.78.0. That an error is followed by a close with 1008,
/// that a commit needs 0.3 seconds of audio, and the limit of silence on the wire are assumptions.
struct EmulatedScribe: StreamingRecogniser {
  /// A connection that nothing arrives on for this long is closed.
  private static let longestIdle = Duration.seconds(30)
  private static let longestSegment = Duration.seconds(90)
  private static let leastCommitted = Duration.milliseconds(300)
  /// The most audio of one message; the guide advises a second at most.
  private static let longestChunk = Duration.seconds(30)

  var session: RecogniserSession
  let idleLimit: Duration? = EmulatedScribe.longestIdle
  private let handshake: ElevenLabsHandshake
  private let options: ScribeOptions
  private let sessionID: String
  private var words: [HeardWord] = []
  private var hasNews = false
  private var lastPartial = 0
  /// Where the segment begins that is not committed, in samples.
  private var segmentStart = 0
  private var hasHeardAudio = false

  init(
    request: ConnectionRequest, profile: SpeechToTextProfile, transcripts: TranscriptIndex,
    generator: SeededGenerator
  ) {
    var generator = generator
    handshake = ElevenLabsHandshake(request)
    options = ScribeOptions(handshake.query)
    sessionID = generator.uuid().filter { $0 != "-" }
    session = RecogniserSession(
      profile: profile, transcripts: transcripts, sampleRate: options.sampleRate, generator: generator)
  }

  mutating func open(at now: LabInstant, into actions: inout [ServerAction]) {
    session.accept(at: now, into: &actions)
    guard handshake.hasKey else {
      return fail("auth_error", ElevenLabsError.noKey.message, at: now, into: &actions)
    }
    if let fault = options.fault {
      return fail("invalid_request", fault, at: now, into: &actions)
    }
    let started =
      "{\"message_type\":\"session_started\",\"session_id\":\"\(sessionID)\",\"config\":\(options.json)}"
    session.send(started, at: now, into: &actions)
    expectActivity(since: now, into: &actions)
  }

  mutating func endIdle(at now: LabInstant, into actions: inout [ServerAction]) {
    fail(
      "insufficient_audio_activity",
      "No audio was received for \(Self.longestIdle.components.seconds) seconds.", at: now, into: &actions)
  }

  mutating func receive(_ message: WireMessage, at now: LabInstant, into actions: inout [ServerAction]) {
    guard case .text(let text) = message, let command = JSONText.read(Command.self, from: text),
      let isCommit = command.isCommit
    else {
      return fail(
        "input_error", "The message is not one of type input_audio_chunk.", at: now,
        into: &actions)
    }
    guard let audio = Base64Text.decoded(command.audio ?? "") else {
      return fail("input_error", "audio_base_64 is not Base64.", at: now, into: &actions)
    }
    guard audio.count <= 2 * session.samples(in: Self.longestChunk) else {
      return fail(
        "chunk_size_exceeded", "A message holds 30 seconds of audio at most.", at: now,
        into: &actions)
    }
    guard command.previousText == nil || !hasHeardAudio else {
      return fail(
        "input_error", "previous_text can only be sent with the first audio.", at: now,
        into: &actions)
    }
    hasHeardAudio = hasHeardAudio || !audio.isEmpty
    hear(audio, at: now, into: &actions)
    if isCommit { commitAsAsked(at: now, into: &actions) }
  }

  private mutating func hear(_ bytes: [UInt8], at now: LabInstant, into actions: inout [ServerAction]) {
    let noticed = session.hearing.hear(bytes)
    words += noticed.words
    hasNews = hasNews || !noticed.words.isEmpty
    if hasNews, session.position - lastPartial >= session.samples(in: session.profile.interimCadence) {
      lastPartial = session.position
      hasNews = false
      session.send(message("partial_transcript"), after: session.profile.interim, at: now, into: &actions)
    }
    guard !session.hearing.isInWord else { return }
    if options.endsUtterances, let last = words.last,
      Double(session.position - last.end) >= options.silenceSeconds * Double(session.sampleRate)
    {
      commit(at: now, into: &actions)
    } else if session.position - segmentStart >= session.samples(in: Self.longestSegment) {
      commit(at: now, into: &actions)
    }
  }

  private mutating func commitAsAsked(at now: LabInstant, into actions: inout [ServerAction]) {
    guard session.position - segmentStart >= session.samples(in: Self.leastCommitted) else {
      let text = "A commit needs at least 0.3 seconds of audio that is not committed."
      return session.send(error("commit_throttled", text), at: now, into: &actions)
    }
    commit(at: now, into: &actions)
  }

  private mutating func commit(at now: LabInstant, into actions: inout [ServerAction]) {
    session.send(message("committed_transcript"), after: session.profile.final, at: now, into: &actions)
    if options.includesTimestamps || options.includesLanguage {
      session.send(timedTranscript, at: now, into: &actions)
    }
    words = []
    hasNews = false
    segmentStart = session.position
  }

  private mutating func fail(
    _ type: String, _ text: String, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    session.send(error(type, text), at: now, into: &actions)
    session.close(code: 1008, reason: text, at: now, into: &actions)
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
    func seconds(_ samples: Int) -> String { String(session.seconds(of: samples)) }
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
