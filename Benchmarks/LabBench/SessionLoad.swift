import Foundation
import LabAnalysis
import LabAudio
import LabProviders
import LabRecord
import LabTimeline
import LabTransport

/// Very many sessions with services, moved by one thread: callers who stream, prompts and texts without a pause.
final class SessionLoad {
  /// How it went, as a child tells its parent.
  struct Result: Codable {
    /// While all sessions were open, on `CLOCK_MONOTONIC`.
    var steadyFrom: Int64
    var steadyTo: Int64
    var replies: Int
    var failures: Int
    /// The most sessions that were there at once.
    var open: Int
    var cpuSeconds: Double
  }

  private enum Session {
    case hears(any SpeechToTextSession)
    case thinks(any LanguageModelSession)
    case speaks(any TextToSpeechSession)
  }

  private static let listeners = [
    "deepgram/nova-3", "deepgram/flux-general-en", "assemblyai/universal-streaming-english",
    "elevenlabs/scribe-v2-realtime",
  ]
  private static let models = [
    "openai/gpt-4o-mini", "anthropic/claude-haiku-4-5", "google/gemini-2.5-flash",
    "openai/gpt-5.4-mini-responses",
  ]
  private static let voices = [
    "deepgram/aura-2", "cartesia/sonic-3", "elevenlabs/flash-v2.5", "openai/gpt-4o-mini-tts",
    "deepgram/aura-2-http",
  ]
  /// The sound of a caller comes in messages of this length.
  private static let message: Int64 = 100_000_000

  private let inbox = DriverInbox()
  private let http: HTTPTransport
  private let webSocket: WebSocketTransport
  private let port: Int
  private let pieces: [[UInt8]]
  private var sessions: [Session] = []
  /// When each session is to do something next, on `CLOCK_MONOTONIC`, in the order of the sessions.
  private var due: [Int64] = []
  private var step: [Int] = []
  private var keys: [[Int: TransportID]] = []
  private var owners: [TransportID: (session: Int, key: Int, isHTTP: Bool)] = [:]
  private var timers: [Int64: [(session: Int, timer: SessionTimer, serial: Int)]] = [:]
  private var serials: [Int: [SessionTimer: Int]] = [:]
  private var nextConnection = 0
  private var result = Result(steadyFrom: 0, steadyTo: 0, replies: 0, failures: 0, open: 0, cpuSeconds: 0)

  init(port: Int, count: Int) throws {
    self.port = port
    http = try HTTPTransport(sink: inbox)
    webSocket = try WebSocketTransport(sink: inbox)
    if let problem = OpenFileLimit.raise(to: count * 2 + 64) { throw BenchFailure(problem) }
    let clip = try AudioFile.read("Corpora/smoke/tutor-area/question.flac")
    let silence = [Int16](repeating: 3, count: 24_000)
    let sound = clip.samples + silence
    pieces = stride(from: 0, to: sound.count - 1600, by: 1600).map { start in
      sound[start..<start + 1600].flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
      }
    }
    for number in 0..<count { sessions.append(try Self.session(number, port: port)) }
    // Spread over the time of a message, in steps that no two share.
    let now = wallNanoseconds()
    due = (0..<count).map { now + Int64($0) * 3_000_000 + Int64($0 % 97) * 1_030_000 }
    step = [Int](repeating: 0, count: count)
    keys = [[Int: TransportID]](repeating: [:], count: count)
  }

  private static func session(_ number: Int, port: Int) throws -> Session {
    func configuration(_ rate: Int) -> SessionConfiguration {
      SessionConfiguration(
        endpoint: Endpoint(isSecure: false, host: "127.0.0.1", port: port), apiKey: "bench", sampleRate: rate,
        sessionID: "load-\(number)")
    }
    let catalogue = ProviderCatalogue.standard
    switch number % 10 {
    case 0...3:
      return .hears(
        try catalogue.makeSpeechToText(
          listeners[number / 10 % listeners.count], configuration: configuration(16_000)))
    case 4...6:
      return .thinks(
        try catalogue.makeLanguageModel(
          models[number / 10 % models.count], configuration: configuration(16_000)))
    default:
      return .speaks(
        try catalogue.makeTextToSpeech(
          voices[number / 10 % voices.count], configuration: configuration(24_000)))
    }
  }

  /// Has all sessions, and goes on for so many seconds once the last has begun.
  func run(seconds: Int) throws -> Result {
    let steady = (due.max() ?? 0) + 3_000_000_000
    let end = steady + Int64(seconds) * 1_000_000_000
    (result.steadyFrom, result.steadyTo) = (steady, end)
    var batch: [TransportEvent] = []
    var tick = wallNanoseconds()
    // The load is not to be what is late.
    ThreadPriority.realTimeIfPermitted.applyToCurrentThread()
    while wallNanoseconds() < end {
      tick += 2_000_000
      inbox.wait(until: MonotonicInstant(nanoseconds: tick), into: &batch)
      for event in batch { arrived(event) }
      let now = wallNanoseconds()
      tick = min(tick, now)
      if now > tick + 50_000_000 { tick = now }
      for number in sessions.indices where due[number] <= now { act(number, at: now) }
      for at in timers.keys.filter({ $0 <= now }).sorted() {
        for entry in timers.removeValue(forKey: at) ?? []
        where serials[entry.session]?[entry.timer] == entry.serial {
          fire(entry.timer, of: entry.session)
        }
      }
      if now >= steady { result.open = max(result.open, step.count { $0 > 0 }) }
    }
    result.cpuSeconds = ProcessCost.ofThisProcess().cpu
    return result
  }

  private func instant() -> LabInstant { LabInstant(nanoseconds: wallNanoseconds()) }

  /// A session does what it does next.
  private func act(_ number: Int, at now: Int64) {
    let turn = step[number]
    step[number] += 1
    switch sessions[number] {
    case .hears(var session):
      var actions: [SpeechToTextAction] = []
      if turn == 0 { session.open(at: instant(), into: &actions) }
      session.append(audio: pieces[turn % pieces.count], at: instant(), into: &actions)
      if turn % pieces.count == pieces.count / 2 { session.finalize(at: instant(), into: &actions) }
      sessions[number] = .hears(session)
      due[number] += Self.message
      perform(actions, of: number)
    case .thinks(var session):
      var actions: [LanguageModelAction] = []
      session.request(
        RequestID(turn), messages: [ChatMessage(role: .user, content: "Tell me about circles.")],
        at: instant(), into: &actions)
      sessions[number] = .thinks(session)
      due[number] = .max
      perform(actions, of: number)
    case .speaks(var session):
      var actions: [TextToSpeechAction] = []
      if turn == 0 { session.open(at: instant(), into: &actions) }
      session.speak(
        RequestID(turn), text: "The area of a circle is pi times the square of its radius.", at: instant(),
        into: &actions)
      sessions[number] = .speaks(session)
      due[number] = .max
      perform(actions, of: number)
    }
  }

  private func arrived(_ event: TransportEvent) {
    guard let owner = owners[event.connection] else { return }
    if event.isLast {
      owners[event.connection] = nil
      keys[owner.session][owner.key] = nil
    }
    let wire: WireEvent
    switch event.kind {
    case .opened(let status, _, _): wire = .opened(ResponseHead(status: status, headers: [], setup: .reused))
    case .body(let bytes): wire = .body(bytes)
    case .bodyEnded: wire = .bodyEnded
    case .text(let text): wire = .message(.text(text))
    case .binary(let bytes): wire = .message(.binary(bytes))
    case .sent: return
    case .refused(let status, _, _, _):
      wire = .opened(ResponseHead(status: status, headers: [], setup: .reused))
    case .closed(let code, let reason): wire = .closed(code: code, reason: reason)
    case .failed(let failure):
      wire = .failed(ConnectionFailure(code: failure.code.description, message: failure.message))
    }
    let key = ConnectionKey(owner.key)
    switch sessions[owner.session] {
    case .hears(var session):
      var actions: [SpeechToTextAction] = []
      session.receive(WireArrival(wire), on: key, at: instant(), into: &actions)
      sessions[owner.session] = .hears(session)
      perform(actions, of: owner.session)
    case .thinks(var session):
      var actions: [LanguageModelAction] = []
      session.receive(WireArrival(wire), on: key, at: instant(), into: &actions)
      sessions[owner.session] = .thinks(session)
      perform(actions, of: owner.session)
    case .speaks(var session):
      var actions: [TextToSpeechAction] = []
      session.receive(WireArrival(wire), on: key, at: instant(), into: &actions)
      sessions[owner.session] = .speaks(session)
      perform(actions, of: owner.session)
    }
  }

  private func fire(_ timer: SessionTimer, of number: Int) {
    switch sessions[number] {
    case .hears(var session):
      var actions: [SpeechToTextAction] = []
      session.timerFired(timer, at: instant(), into: &actions)
      sessions[number] = .hears(session)
      perform(actions, of: number)
    case .thinks(var session):
      var actions: [LanguageModelAction] = []
      session.timerFired(timer, at: instant(), into: &actions)
      sessions[number] = .thinks(session)
      perform(actions, of: number)
    case .speaks(var session):
      var actions: [TextToSpeechAction] = []
      session.timerFired(timer, at: instant(), into: &actions)
      sessions[number] = .speaks(session)
      perform(actions, of: number)
    }
  }

  private func perform<Event>(_ actions: [SessionAction<Event>], of number: Int) {
    for action in actions {
      switch action {
      case .open(let key, let request): open(key.number, request, for: number)
      case .send(let key, let message):
        guard let id = keys[number][key.number] else { continue }
        switch message {
        case .text(let text): webSocket.send(id, .text(text))
        case .binary(let bytes): webSocket.send(id, .binary(bytes))
        }
      case .close(let key):
        guard let id = keys[number].removeValue(forKey: key.number),
          let owner = owners.removeValue(forKey: id)
        else { continue }
        if owner.isHTTP { http.cancel(id) } else { webSocket.close(id) }
      case .setTimer(let timer, let delay):
        let serial = (serials[number]?[timer] ?? 0) + 1
        serials[number, default: [:]][timer] = serial
        // Rounded to 100 ms: no timer of a session is exact here, and many share an instant.
        let at = (wallNanoseconds() + delay.nanoseconds) / 100_000_000 * 100_000_000 + 100_000_000
        timers[at, default: []].append((number, timer, serial))
      case .cancelTimer(let timer):
        let serial = (serials[number]?[timer] ?? 0) + 1
        serials[number]?[timer] = serial
      case .emit(let event): told(event, by: number)
      }
    }
  }

  private func told<Event>(_ event: Event, by number: Int) {
    switch event {
    case let event as SpeechToTextEvent:
      if case .final = event { result.replies += 1 }
      if case .failed(let failure) = event { failed("\(failure)") }
    case let event as LanguageModelEvent:
      switch event {
      case .finished:
        result.replies += 1
        due[number] = wallNanoseconds() + 200_000_000
      case .failed(_, let failure):
        failed("\(failure)")
        due[number] = wallNanoseconds() + 1_000_000_000
      default: break
      }
    case let event as TextToSpeechEvent:
      switch event {
      case .finished:
        result.replies += 1
        due[number] = wallNanoseconds() + 200_000_000
      case .failed(_, let failure), .lost(let failure):
        failed("\(failure)")
        due[number] = wallNanoseconds() + 1_000_000_000
      default: break
      }
    default: break
    }
  }

  private func failed(_ what: String) {
    if result.failures < 3 { note("a session failed: \(what)") }
    result.failures += 1
  }

  private func open(_ key: Int, _ request: ConnectionRequest, for number: Int) {
    let id = TransportID(nextConnection)
    nextConnection += 1
    keys[number][key] = id
    let headers = request.headers.map { HTTPHeader($0.name, $0.value) }
    if case .http(let method) = request.transport {
      owners[id] = (number, key, true)
      http.start(id, HTTPRequest(method: method, url: request.url, headers: headers, body: request.body))
    } else {
      owners[id] = (number, key, false)
      webSocket.open(id, WebSocketRequest(url: request.url, headers: headers))
    }
  }
}
