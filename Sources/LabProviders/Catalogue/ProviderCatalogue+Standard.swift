extension ProviderCatalogue {
  /// The providers that come with the lab. States of models as published up to 21 November 2026.
  public static let standard = ProviderCatalogue(entries: speechToText + languageModels + textToSpeech)

  private static let deepgram = ServiceAddress(endpoint: .service("api.deepgram.com"), basePath: "/v1")
  private static let openAI = ServiceAddress(endpoint: .service("api.openai.com"), basePath: "/v1")

  private static let speechToText = [("nova-3", "Nova-3"), ("nova-2", "Nova-2")].map { model, name in
    ProviderEntry(
      id: "deepgram/" + model, kind: .speechToText, displayName: "Deepgram " + name, model: model,
      wireProtocol: .deepgramListen, address: deepgram, keyVariable: "DEEPGRAM_API_KEY",
      capabilities: [.streaming, .partials, .ownEndpointing, .finalize, .persistentConnection],
      sampleRates: [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000], status: .current,
      documentation: "https://developers.deepgram.com/reference/speech-to-text/listen-streaming")
  }

  // Ends as the vendor's client library (3.52.0, November 2026) documents them.
  private static let languageModels: [ProviderEntry] = [
    model("gpt-4o-mini", "GPT-4o mini", .ending(on: "2027-01-14")),
    model("gpt-4.1-mini", "GPT-4.1 mini", .ending(on: "2027-01-14")),
    model("gpt-4o", "GPT-4o", .ending(on: "2027-01-14")),
    model("gpt-4.1", "GPT-4.1", .ending(on: "2027-01-14")),
    model("gpt-4.1-nano", "GPT-4.1 nano", .retired(on: "2026-10-23")),
    model("gpt-5-mini", "GPT-5 mini", .ending(on: "2026-12-11"), reasons: true),
    model("gpt-5.1", "GPT-5.1", .ending(on: "2027-04-01"), reasons: true),
    model("gpt-5.4-nano", "GPT-5.4 nano", .ending(on: "2027-04-01"), reasons: true),
    model("gpt-5.4-mini", "GPT-5.4 mini", .current, reasons: true),
    model("gpt-5.4", "GPT-5.4", .current, reasons: true),
    model("gpt-5.6-luna", "GPT-5.6 Luna", .current, reasons: true),
    model("gpt-5.6-terra", "GPT-5.6 Terra", .current, reasons: true),
  ]

  private static func model(
    _ model: String, _ name: String, _ status: ProviderEntry.Status, reasons: Bool = false
  ) -> ProviderEntry {
    ProviderEntry(
      id: "openai/" + model, kind: .languageModel, displayName: "OpenAI " + name, model: model,
      wireProtocol: .chatCompletions, address: openAI, keyVariable: "OPENAI_API_KEY",
      capabilities: reasons ? [.streaming, .usage, .reasoning] : [.streaming, .usage], sampleRates: [],
      status: status, documentation: "https://platform.openai.com/docs/api-reference/chat-streaming")
  }

  private static let textToSpeech = [
    voice("deepgram/aura-2", "Deepgram Aura-2", .auraWebSocket, [.streaming, .clear, .persistentConnection]),
    voice("deepgram/aura-2-http", "Deepgram Aura-2 (HTTP)", .auraHTTP, [.streaming]),
  ]

  private static func voice(
    _ id: String, _ name: String, _ wireProtocol: ProviderEntry.WireProtocol,
    _ capabilities: ProviderEntry.Capabilities
  ) -> ProviderEntry {
    ProviderEntry(
      id: id, kind: .textToSpeech, displayName: name, model: "aura-2", wireProtocol: wireProtocol,
      address: deepgram, keyVariable: "DEEPGRAM_API_KEY", capabilities: capabilities,
      sampleRates: [8000, 16_000, 24_000, 32_000, 48_000], status: .current,
      documentation: "https://developers.deepgram.com/reference/text-to-speech/speak-streaming")
  }
}
