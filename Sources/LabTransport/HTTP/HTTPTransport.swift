/// Carries out HTTP exchanges over libcurl on one thread, stamping every piece of an answer as it arrives.
///
/// Bodies are handed on as they come, so a server-sent event stream is simply an answer that takes its time.
/// One thread serves hundreds of exchanges: it is told by the system which sockets have something, and
/// touches no other. Connections are kept and used again; TLS sessions are not, so that every new TLS
/// connection is a full handshake.
public final class HTTPTransport: Sendable {
  /// The scheduling the I/O thread was given.
  public var scheduling: ObtainedScheduling { thread.scheduling }

  private let sink: any TransportSink
  private let commands = BatchQueue<HTTPCommand>()
  private let signal: WakeSignal
  private let thread: DedicatedThread

  /// Starts the I/O thread.
  ///
  /// - Parameters:
  ///   - settings: what holds for every exchange.
  ///   - sink: takes the events, on the I/O thread.
  /// - Throws: `TransportFailure` with the code `other` when the system has no thread or descriptor left.
  public init(settings: TransportSettings = TransportSettings(), sink: any TransportSink) throws {
    self.sink = sink
    let signal = try WakeSignal()
    self.signal = signal
    let loop = try HTTPLoop(settings: settings, sink: sink, commands: commands, signal: signal)
    thread = try DedicatedThread(priority: settings.priority) { loop.run() }
  }

  deinit {
    submit(.stop)
  }

  /// Starts an exchange. Its events carry the id, and the last of them says how it ended.
  ///
  /// An id that is still in use fails the new exchange with `invalid_request`, as the old one goes on.
  public func start(_ id: TransportID, _ request: HTTPRequest) {
    if !submit(.start(id, request)) {
      let failure = TransportFailure(.cancelled, "The transport has been shut down.")
      sink.deliver(TransportEvent(connection: id, at: MonotonicClock.now(), kind: .failed(failure)))
    }
  }

  /// Takes an exchange back: its last event is a failure with the code `cancelled`.
  ///
  /// Events that arrived before the I/O thread learned of it still come. An exchange that has ended is left
  /// alone.
  public func cancel(_ id: TransportID) {
    submit(.cancel(id))
  }

  /// Takes all exchanges back and waits for the I/O thread to end. The transport cannot be used afterwards.
  public func shutdown() {
    submit(.stop)
    thread.join()
  }

  @discardableResult
  private func submit(_ command: HTTPCommand) -> Bool {
    switch commands.append(command) {
    case .queued: return true
    case .queuedFirst:
      signal.raise()
      return true
    case .closed: return false
    }
  }
}

/// What the I/O thread is asked to do.
enum HTTPCommand: Sendable {
  case start(TransportID, HTTPRequest)
  case cancel(TransportID)
  case stop
}
