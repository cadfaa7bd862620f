import LabEmulation
public import LabProviders

/// What the axes of a matrix can name: what is shipped, and what the plan describes itself.
public struct MatrixNames: Sendable {
  public var catalogue: ProviderCatalogue
  /// The programs of the plan that are detectors.
  var detectors: [String] = []
  /// Devices, shipped or of the plan, which then stand beside the shipped ones.
  var devices = DeviceProfile.shipped
  /// The presets of the plan's own.
  var presets: [PlanPreset] = []
  /// The networks that the plan describes itself.
  var networks: [NetworkProfile] = []

  public init(catalogue: ProviderCatalogue = .standard) {
    self.catalogue = catalogue
  }

  init(
    catalogue: ProviderCatalogue, detectors: [String], devices: [DeviceProfile], presets: [PlanPreset],
    networks: [NetworkProfile]
  ) {
    self.catalogue = catalogue
    self.detectors = detectors
    self.devices = devices
    self.presets = presets
    self.networks = networks
  }
}
