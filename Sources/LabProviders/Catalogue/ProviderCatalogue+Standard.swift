import LabTimeline

extension ProviderCatalogue {
  /// The providers that come with the lab, stage by stage. States of models as published up to 21 November 2026.
  public static let standard = ProviderCatalogue(
    entries: byStage(
      DeepgramProvider.entries
        + AssemblyAIProvider.entries
        + OpenAIProvider.entries + AnthropicProvider.entries + GoogleProvider.entries
        + GroqProvider.entries
        + ElevenLabsProvider.entries
        + CartesiaProvider.entries
        + PlayHTProvider.entries
        + EngineProvider.entries))

  private static func byStage(_ entries: [ProviderEntry]) -> [ProviderEntry] {
    Stage.allCases.flatMap { stage in entries.filter { $0.stage == stage } }
  }
}
