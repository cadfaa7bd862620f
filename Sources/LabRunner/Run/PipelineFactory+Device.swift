import LabEmulation
import LabProviders
import LabTimeline

extension PipelineFactory {
  /// The caller's device in a cell; nil when it takes no time and never gets warm.
  func device(of cell: Cell) throws -> DeviceSetup? {
    guard let profile = plan.devices.first(where: { $0.name == cell.device }) else { return nil }
    let catalogue = plan.catalogue
    let engines = try cell.providers.filter { try catalogue.entry($0.value).engine != nil }
    return DeviceSetup(
      profile: profile, radio: Self.radio(of: profile, network: cell.network), engines: Set(engines.keys))
  }

  /// What the radio turns into heat on a network: nothing by wire, else by its kind.
  private static func radio(of profile: DeviceProfile, network: String) -> Double {
    if ["none", "steady", "wired", "cable"].contains(network) { return 0 }
    // Behind a dish, and in a train, stands a router like any other.
    let isLocal = ["wifi", "wlan", "satellite", "geostationary", "train"].contains { network.hasPrefix($0) }
    return isLocal ? profile.power.wifi : profile.power.mobile
  }
}
