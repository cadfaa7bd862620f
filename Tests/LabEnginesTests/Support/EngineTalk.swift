import LabEngines
import LabProviders
import LabTimeline
import LabTransport

/// A client of engines: opens sessions, sends commands and gathers what comes.
final class EngineTalk {
  private let inbox = DriverInbox()
  private let transport: EngineTransport
  private(set) var events: [TransportEvent] = []

  init() { transport = EngineTransport(sink: inbox) }

  deinit { transport.shutdown() }

  func open(
    _ id: Int, _ engine: EngineSpecification, provider: String = "command/test",
    stage: Stage = .tts, sampleRate: Int? = 16_000, language: String = "en"
  ) {
    let opening = EngineOpening(stage: stage, sampleRate: sampleRate, language: language, session: "\(id)")
    transport.open(TransportID(id), engine, provider: provider, opening: EngineCommand.open(opening).line)
  }

  func open(_ id: Int, builtIn name: String, stage: Stage, language: String = "en") {
    open(id, .builtIn(name), provider: name, stage: stage, language: language)
  }

  func send(_ id: Int, _ command: EngineCommand) { transport.send(TransportID(id), command.line) }

  func close(_ id: Int) { transport.close(TransportID(id)) }

  /// Waits until something holds of the events; false when it did not within 30 seconds.
  @discardableResult
  func wait(until enough: ([TransportEvent]) -> Bool) -> Bool {
    let deadline = MonotonicClock.now().advanced(by: .seconds(30))
    while !enough(events), MonotonicClock.now() < deadline { events += inbox.wait(until: deadline) }
    return enough(events)
  }

  /// Waits for a reply of a session that fits; nil when none came.
  func reply(_ id: Int, where fits: (EngineReply) -> Bool) -> EngineReply? {
    wait { _ in replies(id).contains(where: fits) || failure(id) != nil }
    return replies(id).first(where: fits)
  }

  /// Waits for a session to be ready.
  func isReady(_ id: Int) -> Bool {
    reply(id) { if case .ready = $0 { true } else { false } } != nil
  }

  /// What a session's engine has said so far.
  func replies(_ id: Int) -> [EngineReply] {
    events.compactMap { event in
      guard event.connection == TransportID(id), case .text(let line) = event.kind else { return nil }
      do {
        return try EngineReply(line: line)
      } catch {
        return .error(nil, "unreadable: \(line)")
      }
    }
  }

  /// The audio of one request.
  func audio(_ id: Int, of request: Int) -> [UInt8] {
    replies(id).flatMap { if case .audio(request, let bytes) = $0 { bytes } else { [] as [UInt8] } }
  }

  /// Why a session ended by itself.
  func failure(_ id: Int) -> String? {
    events.lazy.compactMap { event -> String? in
      guard event.connection == TransportID(id) else { return nil }
      switch event.kind {
      case .failed(let failure): return failure.message
      case .closed(_, let reason): return reason
      default: return nil
      }
    }.first
  }

  /// What opening a session took.
  func timings(_ id: Int) -> ConnectionTimings? {
    events.lazy.compactMap { event -> ConnectionTimings? in
      guard event.connection == TransportID(id), case .opened(_, _, let timings) = event.kind else {
        return nil
      }
      return timings
    }.first
  }
}
