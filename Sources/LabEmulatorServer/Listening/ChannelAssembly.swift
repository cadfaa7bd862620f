import LabEmulation
import LabProviders
import LabStatistics
import NIOCore
import NIOHTTP1
import NIOSSL

/// Puts the handlers of a new connection together.
struct ChannelAssembly: Sendable {
  let settings: EmulatorServer.Settings
  let clock: ServerClock
  let tls: NIOSSLContext?
  let registry: ConnectionRegistry
  let connectionFault: @Sendable (Int) -> ConnectionFault?
  let exchange: @Sendable (ConnectionRequest) -> any EmulatedExchange

  /// Prepares an accepted connection, or fails when there are too many, upon which it is closed.
  func prepare(_ channel: any Channel) -> EventLoopFuture<Void> {
    guard let number = registry.add(channel) else {
      return channel.eventLoop.makeFailedFuture(TooManyConnections())
    }
    channel.closeFuture.whenComplete { [registry] _ in registry.remove(number) }
    switch connectionFault(number) {
    case nil: return channel.eventLoop.makeCompletedFuture { try addHandlers(to: channel, number: number) }
    case .broken:
      channel.resetOnClose()
      return channel.eventLoop.makeFailedFuture(BrokenByPlan())
    case .plainText:
      return channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(PlainTextAnswer())
      }
    case .slow(let delay):
      // Nothing is read before the handlers are there.
      return channel.eventLoop.scheduleTask(in: TimeAmount(delay)) {
        try addHandlers(to: channel, number: number)
      }.futureResult
    }
  }

  private func addHandlers(to channel: any Channel, number: Int) throws {
    let facts = ConnectionFacts(
      number: number, settings: settings, clock: clock, endpoint: endpoint(of: channel), exchange: exchange)
    let pipeline = channel.pipeline.syncOperations
    let encoder = HTTPResponseEncoder()
    let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes))
    if let leg = settings.leg {
      let generator = leg.generator.derived(name: "\(number)")
      try pipeline.addHandler(LegHandler(leg.profile, generator: generator, clock: clock))
    }
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
