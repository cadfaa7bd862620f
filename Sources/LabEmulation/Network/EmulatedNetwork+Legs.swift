public import LabProviders
import LabStatistics
public import LabTimeline

/// The packetwise part of a network.
struct EmulatedLegs: Sendable {
  let profile: NetworkLegs
  private let generator: SeededGenerator
  /// One for each leg to providers.
  private var shared: [SharedLeg]
  private var idle: [String: [LegConnection]] = [:]
  private var opened: [String: Int] = [:]

  init(_ profile: NetworkLegs, generator: SeededGenerator) {
    self.profile = profile
    self.generator = generator
    shared = profile.all.enumerated().map { index, leg in
      SharedLeg(leg, generator: generator.derived(name: "leg \(index)"))
    }
  }

  mutating func connect(
    _ request: ConnectionRequest, to provider: String?, from pool: ConnectionPool, hold: Duration,
    at now: LabInstant
  ) -> LegConnection {
    let key = EmulatedNetwork.key(request.endpoint, provider: provider, pool)
    if request.transport != .webSocket, var connection = idle[key]?.popLast() {
      connection.isReused = true
      return connection
    }
    // Each provider's connections are counted by themselves, so that another provider beside it changes none
    // of its draws.
    let name = provider ?? request.endpoint.host
    let number = opened[name, default: 0]
    opened[name] = number + 1
    let index = profile.index(of: provider)
    return LegConnection(
      leg: index, key: key,
      stream: StreamConnection(
        shared[index].profile, isSecure: request.endpoint.isSecure,
        generator: generator.derived(name: "\(name)/\(number)"), hold: hold, at: now))
  }

  mutating func release(_ connection: LegConnection) {
    idle[connection.key, default: []].append(connection)
  }

  mutating func advance(
    _ connection: inout LegConnection, to now: LabInstant, into events: inout [StreamConnection.Event]
  ) {
    connection.stream.advance(to: now, over: &shared[connection.leg], into: &events)
  }

  var outageCount: Int { shared.reduce(0) { $0 + $1.outageCount } }
}

/// A connection of a network's legs.
public struct LegConnection: Sendable {
  let leg: Int
  let key: String
  var stream: StreamConnection
  /// Whether it was open before the request that it carries.
  public internal(set) var isReused = false

  /// When it has something to do if nothing is written.
  public var due: LabInstant? { stream.due }

  /// How many segments were sent more than once so far.
  public var retransmissions: Int { stream.repairs.retransmissions }

  /// Writes; ``EmulatedNetwork/advance(_:to:into:)`` follows.
  public mutating func write(_ bytes: Int, _ direction: LegDirection, at now: LabInstant) {
    stream.write(bytes, direction, at: now)
  }
}

extension EmulatedNetwork {
  /// Whether packets are followed one by one; then ``connect(_:to:hold:at:)`` takes the place of
  /// ``connect(_:)``.
  public var hasLegs: Bool { legs != nil }

  /// Connects over a leg, or takes an idle connection; `nil` to an engine on this machine, and without legs.
  ///
  /// - Parameters:
  ///   - request: What is asked.
  ///   - provider: Of whom, by id, which decides on the leg.
  ///   - pool: Which idle connections may be taken.
  ///   - hold: How much longer than usual the last handshake takes.
  public mutating func connect(
    _ request: ConnectionRequest, to provider: String?, from pool: ConnectionPool = .ordinary,
    hold: Duration = .zero, at now: LabInstant
  ) -> LegConnection? {
    if case .engine = request.transport { return nil }
    return legs?.connect(request, to: provider, from: pool, hold: hold, at: now)
  }

  /// An HTTP exchange is complete: its connection can be used again.
  public mutating func release(_ connection: LegConnection) { legs?.release(connection) }

  /// Does what is due on a connection.
  public mutating func advance(
    _ connection: inout LegConnection, to now: LabInstant, into events: inout [StreamConnection.Event]
  ) {
    legs?.advance(&connection, to: now, into: &events)
  }

  /// How many outages were met so far.
  public var outageCount: Int { legs?.outageCount ?? 0 }

  static func key(_ endpoint: Endpoint, provider: String?, _ pool: ConnectionPool) -> String {
    "\(provider ?? "")@\(endpoint.host):\(endpoint.port) \(pool.rawValue)"
  }
}

extension EmulatedNetwork {
  /// What a packet takes there and back when nothing holds it up.
  public func roundTrip(to provider: String?) -> Duration { legs?.roundTrip(to: provider) ?? .zero }
}

extension EmulatedLegs {
  func roundTrip(to provider: String?) -> Duration {
    let leg = profile.all[profile.index(of: provider)]
    return leg.up.delay + leg.down.delay
  }
}
