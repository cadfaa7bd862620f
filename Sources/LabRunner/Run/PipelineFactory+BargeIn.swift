import LabConversation
import LabPipeline
import LabRecord
import LabTimeline

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
    setup.tellsSound =
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
