import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// The event loop's side of a `WebSocketTransport`. Touched on the event loop alone.
final class WebSocketLoop: @unchecked Sendable {
  private let settings: TransportSettings
  private let sink: any TransportSink
  private let commands: BatchQueue<WebSocketCommand>
  private let loop: any EventLoop
  private var connections: [TransportID: WebSocketConnection] = [:]
  private var touched: [WebSocketConnection] = []
  private var batch: [WebSocketCommand] = []
  private var tlsContext: EventLoopFuture<NIOSSLContext>?

  init(
    settings: TransportSettings, sink: any TransportSink, commands: BatchQueue<WebSocketCommand>,
    loop: any EventLoop
  ) {
    self.settings = settings
    self.sink = sink
    self.commands = commands
    self.loop = loop
  }

  /// Carries out everything that was asked, and flushes each connection once.
  func carryOutCommands() {
    commands.take(into: &batch)
    for command in batch { carryOut(command) }
    batch.removeAll(keepingCapacity: true)
    for connection in touched { connection.flush() }
    touched.removeAll(keepingCapacity: true)
  }

  private func carryOut(_ command: WebSocketCommand) {
    switch command {
    case .open(let id, let request): open(id, request)
    case .send(let id, let message, let tag):
      guard let connection = connections[id] else { return }
      connection.send(message, tag: tag)
      if !connection.needsFlush {
        connection.needsFlush = true
        touched.append(connection)
      }
    case .close(let id, let code, let reason):
      connections[id]?.flush()
      connections[id]?.close(WebSocketErrorCode(codeNumber: code), reason, on: loop)
    case .stop: stop()
    }
  }

  private func stop() {
    let reason = "The transport was shut down."
    for id in connections.keys.sorted() { connections[id]?.abandon(reason) }
    for case .open(let id, _) in commands.close() {
      fail(id, TransportFailure(.cancelled, reason))
    }
  }

  private func fail(_ id: TransportID, _ failure: TransportFailure) {
    sink.deliver(TransportEvent(connection: id, at: MonotonicClock.now(), kind: .failed(failure)))
  }

  // MARK: Opening

  private func open(_ id: TransportID, _ request: WebSocketRequest) {
    if connections[id] != nil {
      return fail(id, TransportFailure(.invalidRequest, "Connection \(id.number) is still in use."))
    }
    do throws(TransportFailure) {
      let address = try WebSocketAddress(request.url)
      if let header = request.headers.first(where: { !$0.isWellFormed }) {
        throw TransportFailure(
          .invalidRequest, "The request header \(header.name.debugDescription) cannot be sent.")
      }
      begin(id, request, address)
    } catch {
      fail(id, error)
    }
  }

  private func begin(_ id: TransportID, _ request: WebSocketRequest, _ address: WebSocketAddress) {
    let connection = WebSocketConnection(id: id, settings: settings, sink: sink) { [weak self] in
      self?.connections[$0] = nil
    }
    connections[id] = connection
    guard address.isSecure else { return connect(connection, request, address, tls: nil) }
    secureContext().assumeIsolated().whenComplete { [self] result in
      switch result {
      case .success(let context): connect(connection, request, address, tls: context)
      case .failure(let error):
        let failure = TransportFailure(.tls, "TLS could not be set up: \(error).")
        connection.fail(failure, at: MonotonicClock.now())
      }
    }
  }

  /// Reading the certificates to trust takes tens of milliseconds, so it is done once, and not on the event
  /// loop.
  private func secureContext() -> EventLoopFuture<NIOSSLContext> {
    if let tlsContext { return tlsContext }
    let file = settings.certificateAuthorityFile
    let context = NIOSingletons.posixBlockingThreadPool.runIfActive(eventLoop: loop) {
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.applicationProtocols = ["http/1.1"]
      if let file { configuration.trustRoots = .file(file) }
      return try NIOSSLContext(configuration: configuration)
    }
    tlsContext = context
    return context
  }

  private func connect(
    _ connection: WebSocketConnection, _ request: WebSocketRequest, _ address: WebSocketAddress,
    tls: NIOSSLContext?
  ) {
    if connection.isEnded { return }
    connection.begin()
    connection.setConnectTimeout(
      loop.assumeIsolated().scheduleTask(in: TimeAmount(request.connectTimeout)) {
        let failure = TransportFailure(.connectTimedOut, "The WebSocket was not open in time.")
        connection.fail(failure, at: MonotonicClock.now())
      })
    let pipeline = WebSocketPipeline(
      request: request, address: address, tls: tls, settings: settings, connection: connection)
    let bootstrap = ClientBootstrap(group: loop)
      .resolver(TimedResolver(loop: loop) { connection.nameResolved(at: $0) })
      .connectTimeout(TimeAmount(request.connectTimeout))
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try pipeline.prepare(channel) }
      }
    let channel =
      address.literal.map { bootstrap.connect(to: $0) }
      ?? bootstrap.connect(host: address.host, port: address.port)
    channel.assumeIsolated().whenFailure { error in
      connection.fail(TransportFailure(networkError: error), at: MonotonicClock.now())
    }
  }
}
