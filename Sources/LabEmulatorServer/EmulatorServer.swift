public import LabEmulation
public import LabProviders
import LabTransport
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// Hosts emulated services on a real socket: HTTP/1.1 and WebSockets on one port, with or without TLS.
///
/// Every request gets an exchange of its own, which is moved as the offline driver moves it: `.opened` first,
/// inputs in the order of their arrival, timers replaced by key, and `.closed` once at the end, also after a
/// response that was completed. Instants count from the server's start.
///
/// An action that does not fit, such as a WebSocket message on an HTTP response, is a fault of the exchange
/// and ends the response: with the status 500, the close code 1011, or, within a body, by cutting the
/// connection.
public final class EmulatorServer: Sendable {
  private let settings: Settings
  private let connectionFault: @Sendable (Int) -> ConnectionFault?
  private let exchange: @Sendable (ConnectionRequest) -> any EmulatedExchange
  private let registry: ConnectionRegistry
  private let state = Mutex(State.new)

  private enum State {
    case new
    case running(Listener)
    case stopped
  }

  private struct Listener {
    let group: MultiThreadedEventLoopGroup
    let channel: any Channel
    let clock: ServerClock
  }

  /// Prepares a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - settings: How it listens.
  ///   - connectionFault: What goes wrong with a connection, given its number in the order of acceptance,
  ///     from 0.
  ///   - exchange: Gives a new exchange for a request; called on an event loop.
  public init(
    settings: Settings = Settings(),
    connectionFault: @escaping @Sendable (Int) -> ConnectionFault? = { _ in nil },
    exchange: @escaping @Sendable (ConnectionRequest) -> any EmulatedExchange
  ) {
    self.settings = settings
    self.connectionFault = connectionFault
    self.exchange = exchange
    registry = ConnectionRegistry(limit: settings.connectionLimit)
  }

  /// Begins to listen.
  ///
  /// - Returns: The port, also when any free one was asked for.
  /// - Throws: `EmulatorServerError` when the settings are wrong, the port is taken, or it was started
  ///   before.
  @discardableResult
  public func start() throws -> Int {
    try state.withLock { state in
      guard case .new = state else {
        throw EmulatorServerError(
          .alreadyStarted, "The emulator server was started before.", hint: "Create another one.")
      }
      let listener = try listen()
      state = .running(listener)
      return listener.channel.localAddress?.port ?? settings.port
    }
  }

  /// How many connections are open.
  public var openConnectionCount: Int { registry.openCount }

  /// How many connections were turned away because too many were open.
  public var refusedConnectionCount: Int { registry.refusedCount }

  /// The origin of the instants that exchanges see, on `CLOCK_MONOTONIC` in nanoseconds; `nil` unless it
  /// runs.
  public var originNanoseconds: Int64? {
    state.withLock { if case .running(let listener) = $0 { listener.clock.originNanoseconds } else { nil } }
  }

  /// Stops listening, tells every exchange that its connection is closed, closes the connections, and
  /// completes the write log. Waits for all of that; does nothing when the server does not run.
  ///
  /// - Throws: `EmulatorServerError` when the write log is not complete, or whatever NIO throws when an event
  ///   loop does not end.
  public func stop() throws {
    let listener = state.withLock { state -> Listener? in
      defer { state = .stopped }
      return if case .running(let listener) = state { listener } else { nil }
    }
    guard let listener else { return }
    for channel in registry.beginStopping() {
      channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
    // This closes the listening socket, too, and whatever did not close by itself.
    try listener.group.syncShutdownGracefully()
    try settings.writeLog?.flush()
  }

  private func listen() throws -> Listener {
    if let problem = settings.problem { throw problem }
    let address = try ListenAddress(
      host: settings.host, port: settings.port, allowsOtherMachines: settings.allowsOtherMachines)
    let assembly = ChannelAssembly(
      settings: settings, clock: ServerClock(), tls: try settings.certificate?.context(), registry: registry,
      connectionFault: connectionFault, exchange: exchange)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: settings.threadCount)
    // Timers are what an emulated service is made of; they should not wait for other programs.
    let priority = settings.priority
    for loop in group.makeIterator() { loop.execute { priority.applyToCurrentThread() } }
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 4096)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(.maxMessagesPerRead, value: 64)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { assembly.prepare($0) }
    do {
      let channel = try bootstrap.bind(host: address.host, port: address.port).wait()
      return Listener(group: group, channel: channel, clock: assembly.clock)
    } catch {
      try group.syncShutdownGracefully()
      throw address.explain(error)
    }
  }
}
