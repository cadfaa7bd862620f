/// A leg: the way between two ends of a conversation, there and back.
public struct LegProfile: Hashable, Sendable {
  /// From the client, or the caller, to the service.
  public var up: PathProfile
  /// The way back.
  public var down: PathProfile
  /// When nothing gets through.
  public var outages: OutageModel
  /// How long a resolver takes to answer, beside the way to it and back, when a name is looked up.
  public var nameLookup: LatencyModel
  /// How both ends send streams.
  public var tcp: TCPSettings

  public init(
    up: PathProfile, down: PathProfile, outages: OutageModel = OutageModel(),
    nameLookup: LatencyModel = .fixed(.milliseconds(2)), tcp: TCPSettings = TCPSettings()
  ) {
    self.up = up
    self.down = down
    self.outages = outages
    self.nameLookup = nameLookup
    self.tcp = tcp
  }

  /// The same in both directions.
  public init(
    _ path: PathProfile, outages: OutageModel = OutageModel(),
    nameLookup: LatencyModel = .fixed(.milliseconds(2)), tcp: TCPSettings = TCPSettings()
  ) {
    self.init(up: path, down: path, outages: outages, nameLookup: nameLookup, tcp: tcp)
  }
}

/// Where something travels.
public enum LegDirection: Int, Hashable, Sendable, CaseIterable {
  /// From the client to the service.
  case up
  /// From the service to the client.
  case down

  /// The other way.
  public var opposite: LegDirection { self == .up ? .down : .up }
}
