import LabProviders

extension EmulatedVendor {
  /// Groq. First answer token of gpt-oss-120b in 30-turn voice conversations, aiewf-eval, 2026-08-18, as a
  /// lognormal through the published p50 and p95. The Llama models were not measured there: their figures are
  /// our assumptions.
  static let groq = EmulatedVendor(
    client: .groq,
    routes: [
      .chatCompletions(
        "/openai/v1/chat/completions", of: .groq, service: LanguageModelService<ChatCompletionsCodec>())
    ],
    profiles: EmulationProfiles(
      languageModels: [
        "groq/gpt-oss-120b": .through(p50: 98, p95: 217, tokenMilliseconds: 3),
        "groq/llama-3.3-70b-versatile": .through(p50: 180, p95: 420, tokenMilliseconds: 4),
        "groq/llama-3.1-8b-instant": .through(p50: 110, p95: 260, tokenMilliseconds: 2),
      ]),
    sources: ["*": .assumed, "gpt-oss-120b": .aiewfEval], faults: OpenAIFaults())
}
