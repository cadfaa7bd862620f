public import LabEmulation
public import LabProviders
public import LabStatistics

/// The addresses behind which a loopback run finds the legs of its networks: one for each leg of each
/// network, where bytes take as long as packets over that leg would.
public final class LegListeners: Sendable {
  private struct Listener: Sendable {
    let network: NetworkProfile
    let servers: [EmulatorServer]
    let ports: [Int]
  }

  private let listeners: [Listener]

  /// Opens what a run needs.
  ///
  /// - Parameters:
  ///   - networks: The networks of the run; those without legs are left aside.
  ///   - seed: Every connection draws from a stream named after the network, the leg and its own number.
  ///   - exchange: Answers at the end of every leg.
  /// - Throws: `EmulatorServerError` when the system has no port to give.
  public init(
    networks: [NetworkProfile], seed: UInt64,
    exchange: @escaping @Sendable (ConnectionRequest) -> any EmulatedExchange
  ) throws {
    listeners = try networks.compactMap { network in
      guard let legs = network.legs else { return nil }
      let servers = legs.all.enumerated().map { index, leg in
        var settings = EmulatorServer.Settings()
        settings.leg = EmulatorServer.Leg(
          profile: leg, generator: SeededGenerator(seed: seed, stream: "network/\(network.name)/leg \(index)")
        )
        return EmulatorServer(settings: settings, exchange: exchange)
      }
      return Listener(network: network, servers: servers, ports: try servers.map { try $0.start() })
    }
  }

  /// Where a provider is reached over a network; `nil` when the network has no legs.
  public func endpoint(network: String, provider: String) -> Endpoint? {
    guard let listener = listeners.first(where: { $0.network.name == network }),
      let legs = listener.network.legs
    else {
      return nil
    }
    return Endpoint(isSecure: false, host: "127.0.0.1", port: listener.ports[legs.index(of: provider)])
  }

  /// Closes all of them.
  public func stop() throws {
    for listener in listeners { for server in listener.servers { try server.stop() } }
  }
}

extension EmulatorServer {
  /// The leg that a server's clients come over.
  public struct Leg: Sendable {
    public var profile: LegProfile
    /// Each connection's draws are derived from it by the connection's number.
    public var generator: SeededGenerator

    public init(profile: LegProfile, generator: SeededGenerator) {
      self.profile = profile
      self.generator = generator
    }
  }
}
