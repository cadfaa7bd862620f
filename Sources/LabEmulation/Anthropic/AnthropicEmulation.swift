import LabProviders

extension EmulatedVendor {
  static let anthropic = EmulatedVendor(
    client: .anthropic, routes: AnthropicEmulation.routes, profiles: AnthropicEmulation.profiles,
    sources: ["*": .aiewfEval, "claude-haiku-5-5": .assumed],
    faults: AnthropicFaults())
}

/// The emulated Anthropic: where it answers and how it behaves in time.
enum AnthropicEmulation {
  static let routes = [
    EmulatedRoute(.http, "/v1/messages") { call in
      call.languageModel(LanguageModelService<MessagesCodec>()) { "anthropic/" + $0 }
    }
  ]

  /// First answer token in 30-turn voice conversations, aiewf-eval, 2026-08-18, as lognormals through the
  /// published p50 and p95; thinking off. Haiku 5.5 was not measured there: its figures are those of Haiku
  /// 4.5.
  static let profiles = EmulationProfiles(
    languageModels: [
      "anthropic/claude-haiku-4-5": .through(p50: 637, p95: 1615, tokenMilliseconds: 9),
      "anthropic/claude-haiku-5-5": .through(p50: 637, p95: 1615, tokenMilliseconds: 9),
      "anthropic/claude-sonnet-4-6": .through(p50: 850, p95: 4126, tokenMilliseconds: 15),
      "anthropic/claude-sonnet-5": .through(p50: 1204, p95: 2465, tokenMilliseconds: 14),
    ])
}
