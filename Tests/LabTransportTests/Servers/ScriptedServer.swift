import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on 127.0.0.1 that answers each request with whatever bytes a test wants, when it wants.
final class ScriptedServer: Sendable {
  let port: Int
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel

  /// - Parameter script: called on the server's event loop for every complete request.
  init(tls: NIOSSLContext? = nil, script: @escaping @Sendable (Exchange) -> Void) throws {
    let accepted = Counter()
    counter = accepted
    channel = try ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          accepted.increment()
          if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
          try channel.pipeline.syncOperations.addHandler(RequestReader(script))
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
    port = channel.localAddress?.port ?? 0
  }

  private let counter: Counter

  /// How many connections were accepted so far.
  var connectionCount: Int { counter.value }

  func stop() throws { try group.syncShutdownGracefully() }

  /// A request that is complete, and the means to answer it.
  struct Exchange: Sendable {
    let request: String
    let channel: any Channel

    var path: String { String(request.split(separator: " ").dropFirst().first ?? "") }

    func send(_ text: String) { channel.writeAndFlush(ByteBuffer(string: text), promise: nil) }

    /// Sends one chunk of a chunked body.
    func sendChunk(_ text: String) { send(String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n") }

    func after(milliseconds: Int64, _ body: @escaping @Sendable () -> Void) {
      channel.eventLoop.scheduleTask(in: .milliseconds(milliseconds), body)
    }

    func close() { channel.close(promise: nil) }

    func reset() { channel.reset() }
  }

  final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func increment() { count.withLock { $0 += 1 } }
  }
}

extension Channel {
  /// Breaks the connection instead of ending it.
  func reset() {
    guard let options = self as? any SocketOptionProvider else { return close(promise: nil) }
    options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in self.close(promise: nil) }
  }
}

/// Collects the bytes of requests until each is complete.
private final class RequestReader: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  private let script: @Sendable (ScriptedServer.Exchange) -> Void
  private var received = ByteBuffer()
  /// The size of the request that is being received, once its head is complete.
  private var expected: Int?

  init(_ script: @escaping @Sendable (ScriptedServer.Exchange) -> Void) { self.script = script }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received.writeImmutableBuffer(Self.unwrapInboundIn(data))
    if expected == nil { expected = sizeOfRequest() }
    guard let expected, let request = received.readString(length: expected) else { return }
    received.clear()
    self.expected = nil
    script(ScriptedServer.Exchange(request: request, channel: context.channel))
  }

  private func sizeOfRequest() -> Int? {
    let text = String(buffer: received)
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    let head = text[..<end.upperBound]
    let length =
      head.lowercased().components(separatedBy: "\r\n").first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst(15).trimmingPrefix(" ")) }
    return head.utf8.count + (length ?? 0)
  }
}
