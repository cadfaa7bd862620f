import NIOCore
import NIOHTTP1
import NIOTLS

/// Asks for the WebSocket once connected, and takes the answer when it is a refusal.
final class HandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let request: HTTPRequestHead
  private let connection: WebSocketConnection
  private let stamp: ArrivalStamp
  /// Whether this channel is the connection's; several may try to connect at once.
  private var isChosen = false
  private var head: HTTPResponseHead?
  private var headArrived: MonotonicInstant?
  private var body = ByteBuffer()
  /// What is kept of a refusal's body.
  private let bodyByteLimit = 64 << 10

  init(_ request: HTTPRequestHead, for connection: WebSocketConnection, stamp: ArrivalStamp) {
    self.request = request
    self.connection = connection
    self.stamp = stamp
  }

  func channelActive(context: ChannelHandlerContext) {
    guard connection.connected(over: context.channel) else { return context.close(promise: nil) }
    isChosen = true
    // With TLS this waits in the TLS handler until the handshake is complete.
    context.write(Self.wrapOutboundOut(.head(request)), promise: nil)
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).assumeIsolated().whenSuccess { [connection] in
      connection.requestSent()
    }
    context.fireChannelActive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case TLSUserEvent.handshakeCompleted = event { connection.secured() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch Self.unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      headArrived = stamp.last
    case .body(let part):
      var part = part
      let room = bodyByteLimit - body.readableBytes
      if let kept = part.readSlice(length: min(room, part.readableBytes)) { body.writeImmutableBuffer(kept) }
    case .end:
      refuse(context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    refuse(context)
    if isChosen {
      connection.lost("The connection was closed before the WebSocket was open.", at: stamp.last)
    }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if isChosen { connection.lost(error, at: stamp.last) }
    context.close(promise: nil)
  }

  /// Reports the refusal, once, when the head of one is here.
  private func refuse(_ context: ChannelHandlerContext) {
    guard let head else { return }
    self.head = nil
    connection.refused(
      head, [UInt8](body.readableBytesView), headArrived: headArrived ?? stamp.last, at: stamp.last)
    context.close(promise: nil)
  }
}
