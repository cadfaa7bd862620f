import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// A WebSocket server on 127.0.0.1 that hands every frame to the test.
final class WebSocketServer: Sendable {
  let port: Int
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel

  /// - Parameters:
  ///   - whenOpen: called on the server's event loop with the channel and the request that opened it.
  ///   - whenFrame: called on the server's event loop for every frame.
  init(
    tls: NIOSSLContext? = nil,
    whenOpen: @escaping @Sendable (any Channel, HTTPRequestHead) -> Void = { _, _ in },
    whenFrame: @escaping @Sendable (WebSocketFrame, any Channel) -> Void = { _, _ in }
  ) throws {
    channel = try ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
          let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: 1 << 24, automaticErrorHandling: false,
            shouldUpgrade: { channel, head in
              var answer = HTTPHeaders()
              if let offered = head.headers.first(name: "Sec-WebSocket-Protocol") {
                answer.add(
                  name: "Sec-WebSocket-Protocol",
                  value: offered.split(separator: ",").first.map(String.init) ?? "")
              }
              return channel.eventLoop.makeSucceededFuture(answer)
            },
            upgradePipelineHandler: { channel, head in
              channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(FrameForwarder(whenFrame))
                whenOpen(channel, head)
              }
            })
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
    port = channel.localAddress?.port ?? 0
  }

  func stop() throws { try group.syncShutdownGracefully() }

  /// A server that sends every message back.
  static func echo(tls: NIOSSLContext? = nil) throws -> WebSocketServer {
    try WebSocketServer(
      tls: tls,
      whenFrame: { frame, channel in
        switch frame.opcode {
        case .text, .binary, .connectionClose: channel.send(frame.opcode, frame.unmaskedData)
        default: break
        }
      })
  }
}

extension Channel {
  /// Writes one frame.
  func send(_ opcode: WebSocketOpcode, _ payload: ByteBuffer, isFinal: Bool = true) {
    writeAndFlush(WebSocketFrame(fin: isFinal, opcode: opcode, data: payload), promise: nil)
  }

  func send(_ opcode: WebSocketOpcode, _ text: String, isFinal: Bool = true) {
    send(opcode, ByteBuffer(string: text), isFinal: isFinal)
  }
}

private final class FrameForwarder: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  private let whenFrame: @Sendable (WebSocketFrame, any Channel) -> Void

  init(_ whenFrame: @escaping @Sendable (WebSocketFrame, any Channel) -> Void) { self.whenFrame = whenFrame }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    whenFrame(Self.unwrapInboundIn(data), context.channel)
  }
}
