/// The way between the pipeline and the services: how long a message travels and what connecting costs.
public struct NetworkProfile: Hashable, Sendable {
  /// The name in plans.
  public let name: String
  /// One sentence with the source of the numbers.
  public let summary: String
  /// How long a message travels in one direction.
  public let oneWay: LatencyModel
  /// How long looking up a name takes when a connection is new.
  public let nameLookup: LatencyModel
  /// The legs in full, packet by packet; `nil` when every message takes a drawn time and nothing is ever
  /// lost.
  public let legs: NetworkLegs?
  /// The radio of the caller's device that is in use, for the heat that it makes.
  public let radio: Radio

  /// A radio of a device.
  public enum Radio: String, Hashable, Sendable, CaseIterable {
    /// A cable.
    case none
    /// Wi-Fi; a satellite dish, and a train, have a router too.
    case wifi
    /// A cell.
    case mobile
  }

  public init(
    name: String, summary: String, oneWay: LatencyModel, nameLookup: LatencyModel, radio: Radio = .none
  ) {
    self.name = name
    self.summary = summary
    self.oneWay = oneWay
    self.nameLookup = nameLookup
    legs = nil
    self.radio = radio
  }

  /// A profile whose packets are followed one by one.
  public init(name: String, summary: String, legs: NetworkLegs, radio: Radio = .mobile) {
    self.name = name
    self.summary = summary
    oneWay = .fixed(legs.standard.up.delay)
    nameLookup = legs.standard.nameLookup
    self.legs = legs
    self.radio = radio
  }

  /// The profiles that plans can name.
  public static let all = simple + packetwise

  /// Those in which every message takes a drawn time.
  static let simple = [
    NetworkProfile(
      name: "none", summary: "No network: messages arrive at once. For exact plans and calibration.",
      oneWay: .fixed(.zero), nameLookup: .fixed(.zero)),
    NetworkProfile(
      name: "steady", summary: "Every message takes 8.765432 ms, every name 3.21 ms. For calibration.",
      oneWay: .fixed(.nanoseconds(8_765_432)), nameLookup: .fixed(.nanoseconds(3_210_000))),
    NetworkProfile(
      name: "wired",
      summary: "A server in a data centre of the same region; our assumption, not a measurement.",
      oneWay: .lognormal(median: .milliseconds(5), sigma: 0.1), nameLookup: .fixed(.milliseconds(2))),
    NetworkProfile(
      name: "wifi", summary: "A home network and a regional data centre; our assumption, not a measurement.",
      oneWay: .lognormal(median: .milliseconds(12), sigma: 0.3), nameLookup: .fixed(.milliseconds(8)),
      radio: .wifi),
    NetworkProfile(
      name: "mobile", summary: "A telephone on a busy cell; our assumption, not a measurement.",
      oneWay: .lognormal(median: .milliseconds(35), sigma: 0.4), nameLookup: .fixed(.milliseconds(30)),
      radio: .mobile),
  ]

  /// The profile of a name.
  public static func named(_ name: String) -> NetworkProfile? {
    all.first { $0.name == name }
  }
}
