import LabEmulation
import LabProviders
import LabTimeline
import NIOCore

/// What the handlers of one connection know and share.
final class ConnectionFacts {
  /// The connection's number, counted from 0 in the order of acceptance.
  let number: Int
  let settings: EmulatorServer.Settings
  let clock: ServerClock
  /// The server's own address, as the client reached it.
  let endpoint: Endpoint
  let exchange: @Sendable (ConnectionRequest) -> any EmulatedExchange
  /// When bytes last arrived, before TLS and decoding.
  var lastArrival: LabInstant

  init(
    number: Int, settings: EmulatorServer.Settings, clock: ServerClock, endpoint: Endpoint,
    exchange: @escaping @Sendable (ConnectionRequest) -> any EmulatedExchange
  ) {
    self.number = number
    self.settings = settings
    self.clock = clock
    self.endpoint = endpoint
    self.exchange = exchange
    lastArrival = clock.now()
  }
}

/// The first handler of a connection: notes when bytes arrive.
final class ArrivalStamp: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let facts: ConnectionFacts

  init(_ facts: ConnectionFacts) {
    self.facts = facts
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    facts.lastArrival = facts.clock.now()
    context.fireChannelRead(data)
  }
}
