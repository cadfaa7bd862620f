package import LabConversation
import LabTimeline
package import LabVoiceActivity

extension SessionSettings {
  /// Whether sound over a reply can end it.
  package var canBeInterrupted: Bool { enableBargeIn && enableInterruptions }

  /// What processes the microphone; nil when nothing is asked for.
  package func voiceProcessor() throws -> VoiceProcessor? {
    guard processesVoice else { return nil }
    let levels: [NoiseSuppression] = [.low, .moderate, .high, .veryHigh]
    return try VoiceProcessor(
      .init(
        cancelsEcho: voiceEchoCancellation, noiseLevel: levels.firstIndex(of: voiceNoiseSuppression),
        controlsGain: voiceGainControl, delay: Int(echoDelay.nanoseconds / 1_000_000)))
  }
}
