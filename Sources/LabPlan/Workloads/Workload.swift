public import LabConversation

/// An application that runs on the pipeline: the conversation that people have with it.
public struct Workload: Sendable, Identifiable {
  /// The name in a plan's `workloads`, and of the conversations in a corpus that belong to the application.
  public let id: String
  /// The language that is spoken, as a BCP 47 tag, where a corpus does not say it.
  public let language: String
  /// What the language model is told.
  public let systemPrompt: String
  /// The detector of its cells when the plan names none.
  public let detector: DetectorKind
  /// What the application changes about the settings, after the preset and before the plan.
  public let changes: [SettingChange]

  /// A preset's settings with the changes that this application needs.
  public func settings(preset: Preset = .balanced) -> SessionSettings {
    var settings = preset.settings
    settings.apply(changes)
    return settings
  }
}
