import LabEmulation
import LabProviders
import NIOCore
import NIOHTTP1
import NIOSSL

/// Puts the handlers of a new connection together.
struct ChannelAssembly: Sendable {
  let settings: EmulatorServer.Settings
  let clock: ServerClock
  let tls: NIOSSLContext?
  let registry: ConnectionRegistry
  let exchange: @Sendable (ConnectionRequest) -> any EmulatedExchange

  /// Prepares an accepted connection, or fails when there are too many, upon which it is closed.
  func prepare(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      guard let number = registry.add(channel) else { throw TooManyConnections() }
      channel.closeFuture.whenComplete { [registry] _ in registry.remove(number) }
      try addHandlers(to: channel, number: number)
    }
  }

  private func addHandlers(to channel: any Channel, number: Int) throws {
    let facts = ConnectionFacts(
      number: number, settings: settings, clock: clock, endpoint: endpoint(of: channel), exchange: exchange)
    let pipeline = channel.pipeline.syncOperations
    let encoder = HTTPResponseEncoder()
    let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes))
    try pipeline.addHandler(ArrivalStamp(facts))
    if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
    try pipeline.addHandler(encoder)
    try pipeline.addHandler(decoder)
    try pipeline.addHandler(HTTPHandler(facts, encoder: encoder, decoder: decoder))
  }

  private func endpoint(of channel: any Channel) -> Endpoint {
    Endpoint(
      isSecure: tls != nil, host: channel.localAddress?.ipAddress ?? settings.host,
      port: channel.localAddress?.port ?? settings.port)
  }
}

/// A connection came while as many were open as the settings allow.
private struct TooManyConnections: Error {}
