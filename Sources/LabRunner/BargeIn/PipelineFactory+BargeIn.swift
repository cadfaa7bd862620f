import LabConversation
import LabRecord
import LabTimeline
import LabVoiceActivity

/// What processes the voice of a conversation, and what is recorded of interruptions.
extension PipelineFactory {
  /// The setup with voice processing and the books that its plan asks for.
  ///
  /// - Throws: a `VoiceActivityError` where the library of voice processing is missing.
  func withBargeIn(_ setup: PipelineSetup, in cell: Cell) throws -> PipelineSetup {
    var setup = setup
    setup.voice = try setup.settings.voiceProcessor()
    setup.tracksInterruptions =
      plan.showsBargeIn || setup.settings.canBeInterrupted && setup.script.hasSoundOverReplies
    setup.announcesSounds =
      services.isEmulated && (setup.settings.enableEcho || setup.settings.processesVoice)
    return setup
  }
}

extension RunPlan {
  /// Whether the plan names any setting that the barge-in panel is about, whatever its value.
  var showsBargeIn: Bool {
    (settings + (baseline?.settings ?? [])).contains { SettingField.ofBargeInPanel.contains($0.field.key) }
  }
}

extension SessionSettings {
  /// Whether sound over a reply can end it.
  var canBeInterrupted: Bool { enableBargeIn && enableInterruptions }

  /// What processes the microphone; nil when nothing is asked for.
  func voiceProcessor() throws -> VoiceProcessor? {
    guard processesVoice else { return nil }
    let levels: [NoiseSuppression] = [.low, .moderate, .high, .veryHigh]
    return try VoiceProcessor(
      .init(
        cancelsEcho: voiceEchoCancellation, noiseLevel: levels.firstIndex(of: voiceNoiseSuppression),
        controlsGain: voiceGainControl, delay: Int(echoDelay.nanoseconds / 1_000_000)))
  }
}
