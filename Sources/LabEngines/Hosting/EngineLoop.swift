import LabProviders
import LabTransport

/// What an engine's thread does: takes lines in order, hands them to the engine and delivers what it says.
///
/// While the engine works on a request, the lines behind it are looked through for its cancellation.
final class EngineLoop {
  private enum Work {
    case begin(SessionRequest)
    case command(TransportID, EngineCommand)
    case unreadable(TransportID, String)
    case end(TransportID)
  }

  private struct Request: Hashable {
    let connection: TransportID
    let id: Int
  }

  private let engine: any Engine
  private let inbox: Inbox<EngineThread.Item>
  private let sink: any TransportSink
  private var backlog: [Work] = []
  private var next = 0
  private var sessions: [TransportID: EngineSession] = [:]
  private var cancelled: Set<Request> = []
  private var ended: Set<TransportID> = []
  private var hasServed = false

  init(engine: any Engine, inbox: Inbox<EngineThread.Item>, sink: any TransportSink) {
    self.engine = engine
    self.inbox = inbox
    self.sink = sink
  }

  func run() {
    while true {
      while next < backlog.count {
        next += 1
        perform(backlog[next - 1])
      }
      backlog.removeAll(keepingCapacity: true)
      next = 0
      guard let items = inbox.wait(), !inbox.isShut else { break }
      note(items)
    }
    for session in sessions.values { engine.close(session) }
  }

  private func note(_ items: [EngineThread.Item]) {
    for item in items {
      switch item {
      case .begin(let session): backlog.append(.begin(session))
      case .end(let connection):
        ended.insert(connection)
        backlog.append(.end(connection))
      case .line(let connection, let line):
        do {
          let command = try EngineCommand(line: line)
          if case .cancel(let id) = command { cancelled.insert(Request(connection: connection, id: id)) }
          backlog.append(.command(connection, command))
        } catch {
          backlog.append(.unreadable(connection, "\(error)"))
        }
      }
    }
  }

  private func isCancelled(_ id: Int, of connection: TransportID) -> Bool {
    note(inbox.take())
    return inbox.isShut || ended.contains(connection)
      || cancelled.contains(Request(connection: connection, id: id))
  }

  private func perform(_ work: Work) {
    switch work {
    case .begin(let request): begin(request)
    case .command(let connection, let command):
      guard let session = sessions[connection], !ended.contains(connection), !inbox.isShut else { return }
      engine.handle(command, in: session)
    case .unreadable(let connection, let complaint):
      deliver(.text(EngineReply.error(nil, complaint).line), to: connection)
    case .end(let connection):
      if let session = sessions.removeValue(forKey: connection) { engine.close(session) }
      ended.remove(connection)
      cancelled = cancelled.filter { $0.connection != connection }
    }
  }

  private func begin(_ request: SessionRequest) {
    let connection = request.connection
    guard !ended.contains(connection) else { return }
    do {
      guard case .open(let opening) = try EngineCommand(line: request.opening) else {
        throw EngineProblem("The first line does not open a session.")
      }
      let session = EngineSession(
        connection: connection, provider: request.provider, opening: opening,
        reply: { [unowned self] in deliver(.text($0.line), to: connection) },
        isCancelled: { [unowned self] in isCancelled($0, of: connection) })
      let rate = try engine.open(session)
      sessions[connection] = session
      let timings = ConnectionTimings.engine(asked: request.asked, isReused: hasServed)
      hasServed = true
      deliver(.opened(status: 101, headers: [], timings: timings), to: connection)
      deliver(.text(EngineReply.ready(sampleRate: rate).line), to: connection)
    } catch {
      deliver(.failed(TransportFailure(.refused, "\(error)")), to: connection)
    }
  }

  private func deliver(_ kind: TransportEvent.Kind, to connection: TransportID) {
    sink.deliver(TransportEvent(connection: connection, at: MonotonicClock.now(), kind: kind))
  }
}

extension ConnectionTimings {
  /// How long an engine took from being asked for to being ready.
  static func engine(asked: MonotonicInstant, isReused: Bool) -> ConnectionTimings {
    var timings = ConnectionTimings(started: asked, isReused: isReused)
    timings.upgrade = asked.duration(to: MonotonicClock.now())
    return timings
  }
}
