/// What the lab knows of Groq, whose service speaks OpenAI's Chat Completions.
enum GroqProvider {
  static let entries: [ProviderEntry] = [
    model("llama-3.3-70b-versatile", "Llama 3.3 70B", [.streaming, .usage]),
    model("llama-3.1-8b-instant", "Llama 3.1 8B", [.streaming, .usage]),
    model("gpt-oss-120b", "GPT-OSS 120B", [.streaming, .usage, .reasoning], service: "openai/gpt-oss-120b"),
  ]

  private static let chatCompletions = WireProtocol(
    "groq.chat-completions", over: .serverSentEvents,
    makes: .languageModel { entry, address, configuration in
      var configuration = configuration
      // The service refuses fields that it does not know.
      configuration.languageModel.disablesObfuscation = false
      return ChatCompletionsSession(model: entry.model, address: address, configuration: configuration)
    })

  private static func model(
    _ model: String, _ name: String, _ capabilities: ProviderEntry.Capabilities, service: String? = nil
  ) -> ProviderEntry {
    ProviderEntry(
      id: "groq/" + model, displayName: "Groq " + name, model: service ?? model,
      wireProtocol: chatCompletions,
      address: ServiceAddress(endpoint: .service("api.groq.com"), basePath: "/openai/v1"),
      keyVariable: "GROQ_API_KEY", capabilities: capabilities, sampleRates: [], status: .current,
      documentation: "https://console.groq.com/docs/api-reference")
  }
}
