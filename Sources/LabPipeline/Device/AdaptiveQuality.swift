import LabConversation
import LabRecord
import LabTimeline

/// The microphone of a hot device, as the tutoring application has it: at the threshold it captures 24 kHz in
/// buffers of 2048 frames, in the critical state 16 kHz in buffers of 4096.
struct AdaptiveQuality: Hashable, Sendable {
  /// Hertz that are captured; never more than the session's own.
  let sampleRate: Int
  /// Frames of a buffer at that rate.
  let bufferSize: Int

  private static let criticalRate = 16_000
  private static let criticalBuffer = 4096
  private static let hotRate = 24_000

  init(_ settings: SessionSettings, state: ThermalState) {
    let pressure = ThermalPressure(rawValue: state.rawValue) ?? .nominal
    guard settings.enableAdaptiveQuality, pressure >= settings.thermalThrottleThreshold else {
      (sampleRate, bufferSize) = (settings.sampleRate, settings.bufferSize)
      return
    }
    let isCritical = state == .critical
    sampleRate = min(settings.sampleRate, isCritical ? Self.criticalRate : Self.hotRate)
    bufferSize =
      isCritical ? max(Self.criticalBuffer, settings.throttledBufferSize) : settings.throttledBufferSize
  }

  /// How many samples of the session a buffer holds. The session keeps its rate, towards the detector and the
  /// service; what was captured at a lower one is brought up to it.
  func samples(ofSession settings: SessionSettings) -> Int {
    bufferSize * settings.sampleRate / sampleRate
  }

  /// By which share waking up less often for longer buffers spares the microphone's power: our assumption is
  /// half of it per second and buffer.
  func relief(from settings: SessionSettings) -> Double {
    let before = Double(settings.bufferSize) / Double(settings.sampleRate)
    let after = Double(bufferSize) / Double(sampleRate)
    return after > before ? 0.5 * (1 - before / after) : 0
  }
}
