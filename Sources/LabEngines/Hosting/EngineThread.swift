import LabProviders
import LabTransport

/// An engine of this process on a thread of its own.
final class EngineThread: EngineHost {
  enum Item: Sendable {
    case begin(SessionRequest)
    case line(TransportID, String)
    case end(TransportID)
  }

  private let inbox = Inbox<Item>()
  private let thread: DedicatedThread

  /// - Parameters:
  ///   - sink: Takes the engine's replies, on the engine's thread.
  ///   - make: Makes the engine, on its thread.
  init(sink: any TransportSink, make: @escaping @Sendable () -> any Engine) throws {
    let inbox = inbox
    // An engine computes; it must not run ahead of the threads that measure.
    thread = try DedicatedThread(priority: .ordinary) {
      EngineLoop(engine: make(), inbox: inbox, sink: sink).run()
    }
  }

  func begin(_ session: SessionRequest) { inbox.append(.begin(session)) }

  func send(_ connection: TransportID, _ line: String) { inbox.append(.line(connection, line)) }

  func end(_ connection: TransportID) -> Bool {
    inbox.append(.end(connection))
    return true
  }

  var isAlive: Bool { !inbox.isShut }

  func dismiss() { inbox.close() }

  func join() { thread.join() }
}
