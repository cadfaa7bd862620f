import LabEmulation
import LabProviders
import LabVoiceActivity
import LabYAML

/// What a plan file describes itself, to be named in its matrix.
struct OwnDefinitions {
  private let programs: CommandReader.Programs
  private let services: [ProviderEntry]
  /// What is shipped, with the plan's own.
  private(set) var names: MatrixNames

  init(_ root: YAMLMapping) {
    programs = root.optionalMapping("commands").map(CommandReader.read) ?? .init()
    services = root.optionalMapping("services").map(ServiceReader.read) ?? []
    names = MatrixNames(
      catalogue: ProviderCatalogue.standard.adding(programs.entries).replacing(services))
    names.detectors = programs.detectors.map(\.name)
    if let devices = root.optionalMapping("devices") { names.devices = DeviceReader.read(devices) }
    if let presets = root.optionalMapping("presets") { names.presets = PlanPreset.read(presets) }
    if let networks = root.optionalMapping("networks") {
      names.networks = NetworkReader.read(networks, providers: names.catalogue.entries.map(\.id))
    }
  }

  func define(in plan: inout RunPlan) {
    plan.commands = programs.entries
    plan.detectors = programs.detectors
    plan.services = services
    for service in services { plan.emulation.add(service) }
    plan.devices = names.devices
    plan.presets = names.presets
    plan.networks = names.networks
  }
}
