import LabProviders
import LabTransport

/// An engine inside this process. It lives on one thread: made there, used there, ended there.
protocol Engine: AnyObject {
  /// Gets ready for a session. May take as long as loading a model takes.
  ///
  /// - Returns: the rate of its speech in Hz; `nil` for an engine that does not speak.
  /// - Throws: why it cannot serve the session.
  func open(_ session: EngineSession) throws(EngineProblem) -> Int?
  /// Carries out a command of an open session. Long work looks now and then whether it is still wanted.
  func handle(_ command: EngineCommand, in session: EngineSession)
  /// The session is over. The engine stays loaded for the next.
  func close(_ session: EngineSession)
}

/// A session as an engine sees it.
struct EngineSession {
  let connection: TransportID
  /// The provider's name, e.g. `flite/slt`.
  let provider: String
  let opening: EngineOpening
  /// Says something, at once.
  let reply: (EngineReply) -> Void
  /// Whether a request is no longer wanted.
  let isCancelled: (Int) -> Bool
}

/// Where an engine is at work: a thread of this process, or a program.
protocol EngineHost: AnyObject, Sendable {
  /// Opens a session; its events go to the sink under the connection's id.
  func begin(_ session: SessionRequest)
  /// Hands a line on, in order. Returns at once.
  func send(_ connection: TransportID, _ line: String)
  /// Ends a session; nothing more comes of it.
  ///
  /// - Returns: whether the host can serve another session.
  func end(_ connection: TransportID) -> Bool
  /// Whether it can still serve.
  var isAlive: Bool { get }
  /// Lets the host end by itself, and returns at once.
  func dismiss()
  /// Waits for a host that was dismissed to end.
  func join()
}

/// What it takes to open a session.
struct SessionRequest: Sendable {
  let connection: TransportID
  let provider: String
  /// The line that opens it.
  let opening: String
  /// When the driver asked for it.
  let asked: MonotonicInstant
}
