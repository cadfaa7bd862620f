import LabConversation
public import LabEmulation
import LabProviders
public import LabTimeline

/// The caller's device as a conversation has it.
public struct DeviceSetup: Hashable, Sendable {
  public var profile: DeviceProfile
  /// What the radio turns into heat, in watts.
  public var radio: Double
  /// The stages whose engines run on the device.
  public var engines: Set<Stage>

  public init(profile: DeviceProfile, radio: Double, engines: Set<Stage> = []) {
    self.profile = profile
    self.radio = radio
    self.engines = engines
  }
}
