import LabEmulation
import LabPipeline
import LabProviders
import LabRecord
import LabTimeline

extension PipelineFactory {
  /// The caller's device in a cell; nil when it takes no time and never gets warm.
  func device(of cell: Cell) throws -> DeviceSetup? {
    guard let profile = plan.devices.first(where: { $0.name == cell.device }) else { return nil }
    let catalogue = plan.catalogue
    let stages: [(ProviderStage, String)] =
      cell.isSpeechToSpeech ? [(.s2s, cell.llm)] : [(.stt, cell.stt), (.llm, cell.llm), (.tts, cell.tts)]
    var engines: Set<ProviderStage> = []
    for (stage, service) in stages where try catalogue.entry(service).engine != nil { engines.insert(stage) }
    return DeviceSetup(
      profile: profile, radio: Self.radio(of: profile, network: cell.network), engines: engines)
  }

  /// What the radio turns into heat on a network: nothing by wire, else by its kind.
  private static func radio(of profile: DeviceProfile, network: String) -> Double {
    if ["none", "steady", "wired", "cable"].contains(network) { return 0 }
    // Behind a dish, and in a train, stands a router like any other.
    let isLocal = ["wifi", "wlan", "satellite", "geostationary", "train"].contains { network.hasPrefix($0) }
    return isLocal ? profile.power.wifi : profile.power.mobile
  }
}
