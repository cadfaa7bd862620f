import LabEmulation
import LabTimeline

/// The way between the pipeline and the services, as far as it is planted; all times in nanoseconds.
struct PlantedNetworkPath: Hashable {
  /// How long a message travels.
  var oneWay: Int64
  /// How long looking up a name takes.
  var nameLookup: Int64

  /// On 127.0.0.1 nothing is planted: what the way takes is this machine's doing, and counts as error.
  static let loopback = PlantedNetworkPath(oneWay: 0, nameLookup: 0)

  /// A network profile of fixed delays; `nil` for any other.
  init?(profile name: String) {
    guard let profile = NetworkProfile.named(name), case .fixed(let oneWay) = profile.oneWay,
      case .fixed(let nameLookup) = profile.nameLookup
    else { return nil }
    self.init(oneWay: oneWay.nanoseconds, nameLookup: nameLookup.nanoseconds)
  }

  init(oneWay: Int64, nameLookup: Int64) {
    self.oneWay = oneWay
    self.nameLookup = nameLookup
  }

  /// There and back.
  var roundTrip: Int64 { 2 * oneWay }

  /// A name lookup, one round trip for TCP and one for TLS 1.3, as an emulated network connects.
  var setup: Int64 { nameLookup + 2 * roundTrip }
}
