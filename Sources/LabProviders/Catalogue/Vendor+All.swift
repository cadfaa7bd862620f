import LabTimeline

extension Vendor {
  /// Every vendor that comes with the lab, in the order in which lists show them; engines on this machine
  /// stand last. States of models as published up to 21 November 2026.
  package static let all: [Vendor] =
    [
      .deepgram, .assemblyAI, .openAI, .anthropic, .google, .groq, .deepSeek, .elevenLabs, .cartesia, .playHT,
    ] + EngineProvider.vendors
}

extension ProviderCatalogue {
  /// The providers that come with the lab, kind by kind.
  public static let standard: ProviderCatalogue = {
    let entries = Vendor.all.flatMap(\.entries)
    return ProviderCatalogue(
      entries: Stage.allCases.flatMap { stage in entries.filter { $0.stage == stage } })
  }()
}
