import LabProviders

extension EmulatedVendor {
  static let google = EmulatedVendor(
    client: .google, routes: GoogleEmulation.routes, profiles: GoogleEmulation.profiles,
    sources: [
      "*": .aiewfEval,
      "gemini-2.5-flash-lite": LatencySource(
        title: "an hourly probe of 17 samples", url: nil, date: "2026"),
    ],
    faults: GoogleFaults())
}

/// The emulated Gemini: where it answers and how it behaves in time.
enum GoogleEmulation {
  static let routes = [
    EmulatedRoute(
      .http, where: { GenerateContentCodec.model(inPath: $0) != nil },
      answer: { call in call.languageModel(LanguageModelService<GenerateContentCodec>()) { "google/" + $0 } })
  ]

  /// First answer token in 30-turn voice conversations, aiewf-eval, 2026-08-18, as lognormals through the
  /// published p50 and p95; little or no thinking. Flash-Lite is measured by an hourly probe of 17 samples
  /// only: its p95 is assumed.
  static let profiles = EmulationProfiles(
    languageModels: [
      "google/gemini-2.5-flash": .through(p50: 550, p95: 850, tokenMilliseconds: 6),
      "google/gemini-2.5-flash-lite": .through(p50: 321, p95: 640, tokenMilliseconds: 5),
      "google/gemini-3.5-flash": .through(p50: 892, p95: 1183, tokenMilliseconds: 6),
      "google/gemini-3.6-flash": .through(p50: 798, p95: 984, tokenMilliseconds: 6),
    ])
}
