extension ProviderCatalogue {
  /// The providers that come with the lab, kind by kind. States of models as published up to 21 November 2026.
  public static let standard = ProviderCatalogue(
    entries: byKind(
      DeepgramProvider.entries
        + AssemblyAIProvider.entries
        + OpenAIProvider.entries + AnthropicProvider.entries + GoogleProvider.entries
        + GroqProvider.entries
        + ElevenLabsProvider.entries
        + CartesiaProvider.entries
        + PlayHTProvider.entries
        + EngineProvider.entries))

  private static func byKind(_ entries: [ProviderEntry]) -> [ProviderEntry] {
    let kinds: [ProviderEntry.Kind] = [.speechToText, .languageModel, .textToSpeech]
    return kinds.flatMap { kind in entries.filter { $0.kind == kind } }
  }
}
