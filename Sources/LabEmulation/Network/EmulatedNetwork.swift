public import LabProviders
public import LabStatistics

/// Connections that may take each other's place once they are idle.
public enum ConnectionPool: String, Hashable, Sendable {
  /// Those on which all goes well.
  case ordinary
  /// Those on which something goes wrong before there is a connection. As in loopback they are set up apart.
  case faulty
}

/// The network of one conversation: connects, keeps connections for reuse, and delays what travels.
public struct EmulatedNetwork: Sendable {
  private let profile: NetworkProfile
  private let seed: UInt64
  private let session: String
  private var opened = 0
  private var idle: [String: Int] = [:]
  private var generator: SeededGenerator
  var legs: EmulatedLegs?

  /// - Parameters:
  ///   - profile: How slow the way is.
  ///   - seed: The seed of the run.
  ///   - session: The conversation; every connection of it draws from a stream of its own.
  public init(profile: NetworkProfile, seed: UInt64, session: String) {
    self.profile = profile
    self.seed = seed
    self.session = session
    generator = SeededGenerator(seed: seed, stream: "network/\(profile.name)/\(session)")
    legs = profile.legs.map { EmulatedLegs($0, generator: generator) }
  }

  /// Connects for a request, or takes a connection of the same endpoint and pool that is idle.
  ///
  /// A new connection costs a name lookup, one round trip for TCP and one more for TLS 1.3 (RFC 8446, section
  /// 2). WebSockets are never reused. To an engine on this machine there is no way to go.
  public mutating func connect(
    _ request: ConnectionRequest, from pool: ConnectionPool = .ordinary
  ) -> (ConnectionSetup, NetworkLeg) {
    opened += 1
    let leg = NetworkLeg(
      oneWay: profile.oneWay,
      generator: SeededGenerator(seed: seed, stream: "network/\(profile.name)/\(session)/\(opened)"))
    if case .engine = request.transport {
      return (ConnectionSetup(isReused: false), NetworkLeg(oneWay: .fixed(.zero), generator: generator))
    }
    let key = Self.key(request.endpoint, pool)
    if request.transport != .webSocket, let count = idle[key], count > 0 {
      idle[key] = count - 1
      return (.reused, leg)
    }
    func roundTrip() -> Duration {
      profile.oneWay.draw(using: &generator) + profile.oneWay.draw(using: &generator)
    }
    let setup = ConnectionSetup(
      isReused: false, nameLookup: profile.nameLookup.draw(using: &generator), connect: roundTrip(),
      tls: request.endpoint.isSecure ? roundTrip() : nil)
    return (setup, leg)
  }

  /// An HTTP exchange is complete: its connection can be used again.
  public mutating func release(_ endpoint: Endpoint, to pool: ConnectionPool = .ordinary) {
    idle[Self.key(endpoint, pool), default: 0] += 1
  }

  private static func key(_ endpoint: Endpoint, _ pool: ConnectionPool) -> String {
    "\(endpoint.host):\(endpoint.port) \(pool.rawValue)"
  }
}

/// The way of one connection.
public struct NetworkLeg: Sendable {
  private let oneWay: LatencyModel
  private var generator: SeededGenerator

  public init(oneWay: LatencyModel, generator: SeededGenerator) {
    self.oneWay = oneWay
    self.generator = generator
  }

  /// How long the next message travels.
  public mutating func delay() -> Duration {
    oneWay.draw(using: &generator)
  }
}
