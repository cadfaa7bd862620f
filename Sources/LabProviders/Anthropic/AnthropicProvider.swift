extension Vendor {
  /// Anthropic; its protocols and models stand below.
  package static let anthropic = Vendor(
    id: "anthropic", name: "Anthropic", keyVariable: AnthropicProvider.keyVariable,
    documentation: "https://docs.anthropic.com",
    entries: AnthropicProvider.entries)
}

/// What the lab knows of Anthropic: its protocol and its models.
enum AnthropicProvider {
  static let keyVariable = "ANTHROPIC_API_KEY"

  static let entries: [ProviderEntry] = [
    model("claude-haiku-4-5", "Claude Haiku 4.5"), model("claude-sonnet-4-6", "Claude Sonnet 4.6"),
    model("claude-sonnet-5", "Claude Sonnet 5"), model("claude-haiku-5-5", "Claude Haiku 5.5"),
  ]

  private static let messages = WireProtocol(
    "anthropic.messages", over: .serverSentEvents,
    makes: .languageModel {
      StreamedLanguageModelSession<MessagesDialect>(model: $0.model, address: $1, configuration: $2)
    })

  private static func model(_ model: String, _ name: String) -> ProviderEntry {
    ProviderEntry(
      id: "anthropic/" + model, displayName: "Anthropic " + name, model: model, wireProtocol: messages,
      address: ServiceAddress(endpoint: .service("api.anthropic.com"), basePath: "/v1"),
      keyVariable: keyVariable, capabilities: [.streaming, .usage, .reasoning], sampleRates: [],
      status: .current, documentation: "https://docs.anthropic.com/en/api/messages-streaming")
  }
}
