import NIOCore
import NIOPosix

/// Carries WebSockets on one event loop, stamping every message by the arrival of its last bytes.
///
/// Pings are answered, fragments put together and the closing handshake kept without the caller. Sending from
/// another thread costs one wake-up for as much as is sent before the event loop looks.
///
/// A connection ends with `refused` or `failed` when it never opened, and with `closed` when it did.
public final class WebSocketTransport: Sendable {
  /// The scheduling the event loop's thread was given.
  public let scheduling: ObtainedScheduling

  private let sink: any TransportSink
  private let commands = BatchQueue<WebSocketCommand>()
  private let group: MultiThreadedEventLoopGroup
  private let loop: any EventLoop
  private let state: WebSocketLoop

  /// Starts the event loop.
  ///
  /// - Parameters:
  ///   - settings: what holds for every connection.
  ///   - sink: takes the events, on the event loop.
  /// - Throws: whatever NIO throws when the event loop does not start.
  public init(settings: TransportSettings = TransportSettings(), sink: any TransportSink) throws {
    self.sink = sink
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    loop = group.next()
    state = WebSocketLoop(settings: settings, sink: sink, commands: commands, loop: loop)
    scheduling = try loop.submit { settings.priority.applyToCurrentThread() }.wait()
  }

  deinit {
    submit(.stop)
    group.shutdownGracefully { _ in }
  }

  /// Opens a WebSocket. Its events carry the id, and the last of them says how it ended.
  ///
  /// An id that is still in use fails the new request with `invalid_request`, as the old one goes on.
  public func open(_ id: TransportID, _ request: WebSocketRequest) {
    if !submit(.open(id, request)) {
      let failure = TransportFailure(.cancelled, "The transport has been shut down.")
      sink.deliver(TransportEvent(connection: id, at: MonotonicClock.now(), kind: .failed(failure)))
    }
  }

  /// Sends a message, in order. Before the WebSocket is open it waits; after the end it is dropped.
  ///
  /// - Parameter tag: when given, a `sent` event with it tells when the message had been written.
  public func send(_ id: TransportID, _ message: WebSocketMessage, tag: Int? = nil) {
    submit(.send(id, message, tag: tag))
  }

  /// Sends messages over several WebSockets, in order, with one wake-up of the event loop at most.
  public func send(_ messages: [(id: TransportID, message: WebSocketMessage)]) {
    guard !messages.isEmpty else { return }
    wakeIfNeeded(commands.append(contentsOf: messages.lazy.map { .send($0.id, $0.message, tag: nil) }))
  }

  /// Closes a WebSocket with its handshake, or takes it back when it is not open yet.
  ///
  /// - Parameters:
  ///   - code: the closing code, 1000 for a normal end; one outside 1000...4999 is sent as 1000.
  ///   - reason: a few words for the other side, cut to 123 bytes.
  public func close(_ id: TransportID, code: Int = 1000, reason: String = "") {
    submit(.close(id, code: (1000...4999).contains(code) ? code : 1000, reason))
  }

  /// Ends all connections and waits for the event loop to end. The transport cannot be used afterwards.
  ///
  /// - Throws: whatever NIO throws when the event loop does not end.
  public func shutdown() throws {
    submit(.stop)
    try group.syncShutdownGracefully()
  }

  @discardableResult
  private func submit(_ command: WebSocketCommand) -> Bool {
    wakeIfNeeded(commands.append(command))
  }

  /// - Returns: Whether the event loop will carry out what was appended.
  @discardableResult
  private func wakeIfNeeded(_ outcome: BatchQueue<WebSocketCommand>.Outcome) -> Bool {
    switch outcome {
    case .queued: return true
    case .queuedFirst:
      loop.execute { [state] in state.carryOutCommands() }
      return true
    case .closed: return false
    }
  }
}

/// What the event loop is asked to do.
enum WebSocketCommand: Sendable {
  case open(TransportID, WebSocketRequest)
  case send(TransportID, WebSocketMessage, tag: Int?)
  case close(TransportID, code: Int, String)
  case stop
}
