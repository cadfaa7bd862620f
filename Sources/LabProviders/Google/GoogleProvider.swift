extension Vendor {
  /// Google; its protocols and models stand below.
  package static let google = Vendor(
    id: "google", name: "Google", keyVariable: GoogleProvider.keyVariable,
    documentation: "https://ai.google.dev/api",
    entries: GoogleProvider.entries)
}

/// What the lab knows of Google's Gemini: its protocol and its models.
enum GoogleProvider {
  static let keyVariable = "GEMINI_API_KEY"

  static let entries: [ProviderEntry] = [
    model("gemini-2.5-flash", "Gemini 2.5 Flash"), model("gemini-2.5-flash-lite", "Gemini 2.5 Flash-Lite"),
    model("gemini-3.5-flash", "Gemini 3.5 Flash"), model("gemini-3.6-flash", "Gemini 3.6 Flash"),
  ]

  private static let generateContent = WireProtocol(
    "google.generate-content", over: .serverSentEvents,
    makes: .languageModel {
      StreamedLanguageModelSession<GenerateContentDialect>(model: $0.model, address: $1, configuration: $2)
    })

  private static func model(_ model: String, _ name: String) -> ProviderEntry {
    ProviderEntry(
      id: "google/" + model, displayName: "Google " + name, model: model, wireProtocol: generateContent,
      address: ServiceAddress(endpoint: .service("generativelanguage.googleapis.com"), basePath: "/v1beta"),
      keyVariable: keyVariable, capabilities: [.streaming, .usage, .reasoning], sampleRates: [],
      status: .current, documentation: "https://ai.google.dev/api/generate-content")
  }
}
