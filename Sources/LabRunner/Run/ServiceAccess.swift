public import LabEmulation
public import LabProviders
public import LabRecord

/// How services are reached: where they are and with which keys.
public struct ServiceAccess: Sendable {
  /// Where all services are, in place of their own addresses.
  public var endpoint: Endpoint?
  /// The key of a provider; the environment variable's name and the arm are given.
  public var key: @Sendable (String, Cell.Arm) -> String?
  /// Whether the services are emulated, and may therefore go wrong by plan.
  public var isEmulated = false
  /// Where a provider is reached over a network, by their names, when that is not where all services are.
  public var overLeg: @Sendable (_ network: String, _ provider: String) -> Endpoint? = { _, _ in nil }
  /// Where a request is really sent, given what goes wrong with it before it has a connection.
  public var door: @Sendable (ConnectionRequest, FaultRule) -> ConnectionRequest = { request, _ in request }

  public init(endpoint: Endpoint?, key: @escaping @Sendable (String, Cell.Arm) -> String?) {
    self.endpoint = endpoint
    self.key = key
  }

  /// Emulated services, which take any key, and tell arms apart by it.
  public static func emulated(at endpoint: Endpoint? = nil) -> ServiceAccess {
    var access = ServiceAccess(endpoint: endpoint) { _, arm in EmulatedArms.key(of: arm) }
    access.isEmulated = true
    return access
  }
}
