import LabConversation
public import LabEmulation
import LabProviders
import LabTimeline

/// The caller's device as a conversation has it.
public struct DeviceSetup: Hashable, Sendable {
  public var profile: DeviceProfile
  /// What the radio turns into heat, in watts.
  public var radio: Double
  /// The stages whose engines run on the device.
  public var engines: Set<ProviderStage>

  public init(profile: DeviceProfile, radio: Double, engines: Set<ProviderStage> = []) {
    self.profile = profile
    self.radio = radio
    self.engines = engines
  }
}
