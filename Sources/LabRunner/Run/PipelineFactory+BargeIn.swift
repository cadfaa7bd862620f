import LabConversation
import LabPipeline
import LabPlan
import LabRecord
import LabTimeline

/// What processes the voice of a conversation, and what is recorded of interruptions.
extension PipelineFactory {
  /// The setup with voice processing and the books that its plan asks for.
  ///
  /// - Throws: a `VoiceActivityError` where the library of voice processing is missing.
  func withBargeIn(_ setup: PipelineSetup) throws -> PipelineSetup {
    var setup = setup
    setup.voice = try setup.settings.voiceProcessor()
    setup.tracksInterruptions =
      plan.showsBargeIn || setup.settings.canBeInterrupted && setup.script.hasSoundOverReplies
    setup.tellsSound =
      services.isEmulated && (setup.settings.enableEcho || setup.settings.processesVoice)
    return setup
  }
}
