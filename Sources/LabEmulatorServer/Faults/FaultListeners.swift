public import LabEmulation
public import LabProviders

/// The addresses at which a loopback run finds what goes wrong before there is a connection: a port that
/// refuses, one that fails TLS, and one for each slow handshake. The client goes there in place of the
/// emulator's own port, so that real sockets fail as the plan says, and no other request is touched.
public final class FaultListeners: Sendable {
  private let closed: ClosedPort?
  private let failing: Listener?
  private let slow: [Duration: Listener]

  private struct Listener: Sendable {
    let server: EmulatorServer
    let port: Int

    init(
      _ fault: ConnectionFault, exchange: @escaping @Sendable (ConnectionRequest) -> any EmulatedExchange
    ) throws {
      server = EmulatorServer(connectionFault: { _ in fault }, exchange: exchange)
      port = try server.start()
    }
  }

  /// Opens what a plan needs.
  ///
  /// - Parameters:
  ///   - rules: What goes wrong; rules about other things are left aside.
  ///   - exchange: Answers where a connection comes about at last.
  /// - Throws: `EmulatorServerError` when the system has no port to give.
  public init(
    rules: [FaultRule], exchange: @escaping @Sendable (ConnectionRequest) -> any EmulatedExchange
  ) throws {
    let faults = Set(rules.map(\.fault))
    closed = faults.contains(.refused) ? try ClosedPort() : nil
    failing = faults.contains(.tlsFailure) ? try Listener(.plainText, exchange: exchange) : nil
    var slow: [Duration: Listener] = [:]
    for rule in rules where rule.fault == .slowHandshake {
      let delay = rule.duration ?? FaultRule.standardHandshake
      if slow[delay] == nil { slow[delay] = try Listener(.slow(delay), exchange: exchange) }
    }
    self.slow = slow
  }

  /// The request as it is sent to its listener.
  public func redirect(_ request: ConnectionRequest, _ rule: FaultRule) -> ConnectionRequest {
    var request = request
    switch rule.fault {
    case .refused: request.endpoint.port = closed?.port ?? request.endpoint.port
    case .tlsFailure:
      request.endpoint.port = failing?.port ?? request.endpoint.port
      request.endpoint.isSecure = true
    case .slowHandshake:
      let listener = slow[rule.duration ?? FaultRule.standardHandshake]
      request.endpoint.port = listener?.port ?? request.endpoint.port
    default: break
    }
    return request
  }

  /// Closes all of them.
  public func stop() throws {
    try failing?.server.stop()
    for (_, listener) in slow { try listener.server.stop() }
  }
}
