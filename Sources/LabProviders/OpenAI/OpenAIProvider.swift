extension Vendor {
  /// OpenAI; its protocols and models stand below.
  package static let openAI = Vendor(
    id: "openai", name: "OpenAI", keyVariable: OpenAIProvider.keyVariable,
    documentation: "https://platform.openai.com/docs",
    entries: OpenAIProvider.entries)
}

/// What the lab knows of OpenAI: its protocols and its models.
enum OpenAIProvider {
  static let entries: [ProviderEntry] =
    languageModels + responseModels + transcription + speech
    + realtimeVoices

  static let address = ServiceAddress(endpoint: .service("api.openai.com"), basePath: "/v1")
  static let keyVariable = "OPENAI_API_KEY"

  static let chatCompletions = WireProtocol(
    "openai.chat-completions", over: .serverSentEvents,
    makes: .languageModel { ChatCompletionsSession(model: $0.model, address: $1, configuration: $2) })

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

  private static let responses = WireProtocol(
    "openai.responses", over: .serverSentEvents,
    makes: .languageModel {
      StreamedLanguageModelSession<ResponsesDialect>(model: $0.model, address: $1, configuration: $2)
    })

  private static let responseModels = [
    ("gpt-5.4-mini", "GPT-5.4 mini"), ("gpt-5.6-terra", "GPT-5.6 Terra"),
  ].map { model, name in
    ProviderEntry(
      id: "openai/\(model)-responses", displayName: "OpenAI \(name) (Responses)", model: model,
      wireProtocol: responses, address: address, keyVariable: keyVariable,
      capabilities: [.streaming, .usage, .reasoning], sampleRates: [], status: .current,
      documentation: "https://platform.openai.com/docs/api-reference/responses-streaming")
  }

  private static func model(
    _ model: String, _ name: String, _ status: ProviderEntry.Status, reasons: Bool = false
  ) -> ProviderEntry {
    ProviderEntry(
      id: "openai/" + model, displayName: "OpenAI " + name, model: model, wireProtocol: chatCompletions,
      address: address, keyVariable: keyVariable,
      capabilities: reasons ? [.streaming, .usage, .reasoning] : [.streaming, .usage], sampleRates: [],
      status: status, documentation: "https://platform.openai.com/docs/api-reference/chat-streaming")
  }
}
