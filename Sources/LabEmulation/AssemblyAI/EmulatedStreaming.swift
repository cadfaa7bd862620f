import LabProviders
import LabStatistics
import LabTimeline

/// The server half of AssemblyAI's streaming speech to text (API v3): opening, rules and goodbye.
///
/// Key and parameters are checked after the upgrade: the socket opens, then an Error message and a close with
/// the same code. A message holds 50 to 1,000 ms of audio, and audio may not run ahead of real time.
///
/// Source: AssemblyAI's pages on message sequence, turn detection and session errors (2026-03), assemblyai
/// 1.8.2. Not documented, and assumed: how far audio may run ahead (30 s); code 3005 for a session that was
/// idle for too long.
struct EmulatedStreaming: StreamingRecogniser {
  enum Timer {
    static let expiry = ServerTimer(2)
    static let partial = ServerTimer(3)
  }

  /// Without a temporary token that says otherwise.
  private static let longestSession = Duration.seconds(10_800)
  private static let audioAhead = Duration.seconds(30)

  var session: RecogniserSession
  var options: StreamingOptions
  var turn = StreamingTurn()
  /// Partials that wait for their instant: how many words they hold.
  var partials: [(words: Int, due: LabInstant)] = []
  private let request: ConnectionRequest
  private let sessionID: String
  private var began = LabInstant.origin

  var idleLimit: Duration? { options.inactivity }

  /// - Parameter isKnown: The service has the model of the request; it refuses the others.
  init(
    request: ConnectionRequest, profile: SpeechToTextProfile, isKnown: Bool, transcripts: TranscriptIndex,
    generator: SeededGenerator
  ) {
    var generator = generator
    self.request = request
    sessionID = generator.uuid()
    options = StreamingOptions(QueryString(target: request.target), isKnown: isKnown)
    session = RecogniserSession(
      profile: profile, transcripts: transcripts, sampleRate: options.sampleRate, generator: generator)
  }

  mutating func open(at now: LabInstant, into actions: inout [ServerAction]) {
    began = session.accept(at: now, into: &actions)
    let key = request.headers.value(of: "Authorization") ?? QueryString(target: request.target)["token"] ?? ""
    guard !key.isEmpty else {
      return fail(1008, "Unauthorized Connection: Missing Authorization header", at: now, into: &actions)
    }
    if let problem = options.problem {
      return fail(3006, "Invalid connection parameters: \(problem)", at: now, into: &actions)
    }
    let expiry = Int((began - .origin + Self.longestSession).components.seconds)
    let begin = StreamingResult.begin(id: sessionID, expiry: expiry, model: options.model)
    session.send(begin, at: now, into: &actions)
    actions.append(.setTimer(Timer.expiry, after: Self.longestSession))
    expectActivity(since: began, into: &actions)
  }

  mutating func receive(_ message: WireMessage, at now: LabInstant, into actions: inout [ServerAction]) {
    switch message {
    case .binary(let bytes): take(bytes, at: now, into: &actions)
    case .text(let text): obey(text, at: now, into: &actions)
    }
  }

  mutating func endIdle(at now: LabInstant, into actions: inout [ServerAction]) {
    fail(3005, "Session Cancelled: An error occurred", at: now, into: &actions)
  }

  mutating func timerFired(_ timer: ServerTimer, at now: LabInstant, into actions: inout [ServerAction]) {
    if timer == Timer.partial {
      sendPartials(at: now, into: &actions)
    } else {
      fail(3008, "Session Expired: Maximum session duration exceeded", at: now, into: &actions)
    }
  }

  private mutating func take(_ bytes: [UInt8], at now: LabInstant, into actions: inout [ServerAction]) {
    let milliseconds = Double(bytes.count / 2) * 1000 / Double(session.sampleRate)
    guard (50...1000).contains(milliseconds) else {
      let reason = "Input duration violation: \(milliseconds) ms. Expected between 50 and 1000 ms"
      return fail(3007, reason, at: now, into: &actions)
    }
    hear(bytes, at: now, into: &actions)
    let heard = SamplePosition.duration(ofSamples: session.position, sampleRate: session.sampleRate)
    if heard - (now - began) > Self.audioAhead {
      let reason =
        "Audio Transmission Rate Exceeded: Received \(heard.components.seconds) sec. audio in "
        + "\((now - began).components.seconds) sec"
      fail(3007, reason, at: now, into: &actions)
    }
  }

  private mutating func obey(_ text: String, at now: LabInstant, into actions: inout [ServerAction]) {
    do throws(StreamingCommand.Refusal) {
      switch try StreamingCommand(text) {
      case .keepAlive: break
      case .forceEndpoint: end(at: now, into: &actions)
      case .updateConfiguration(let change): options.update(change)
      case .terminate: terminate(at: now, into: &actions)
      }
    } catch {
      fail(3006, error.reason, at: now, into: &actions)
    }
  }

  private mutating func terminate(at now: LabInstant, into actions: inout [ServerAction]) {
    end(at: now, into: &actions)
    session.send(
      StreamingResult.termination(
        audioSeconds: session.position / session.sampleRate,
        sessionSeconds: Int((now - began).components.seconds)),
      at: now, into: &actions)
    finish(code: 1000, reason: "", at: now, into: &actions)
  }

  private mutating func fail(
    _ code: Int, _ reason: String, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    guard !session.isOver else { return }
    // A message that is at fault is quoted in its first part: a close has room for 123 bytes.
    let brief = String(decoding: reason.utf8.prefix(400), as: UTF8.self)
    session.send(StreamingResult.error(code: code, reason: brief), at: now, into: &actions)
    let short = reason.utf8.count <= 120 ? reason : "See Error message for details"
    finish(code: code, reason: short, at: now, into: &actions)
  }

  private mutating func finish(
    code: Int, reason: String, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    session.close(
      code: code, reason: reason, cancelling: [Timer.expiry, Timer.partial], at: now, into: &actions)
  }
}
