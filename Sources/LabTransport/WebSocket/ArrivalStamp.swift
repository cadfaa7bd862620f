import NIOCore

/// Notes when bytes came from the socket, before TLS or any decoder spends time on them.
///
/// First in the pipeline. Frames are decoded within the read that completed them, so what a later handler
/// finds here is the arrival of the message's last bytes.
final class ArrivalStamp: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private(set) var last: MonotonicInstant

  init(_ start: MonotonicInstant) {
    last = start
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    last = MonotonicClock.now()
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    last = MonotonicClock.now()
    context.fireChannelInactive()
  }
}
