extension Vendor {
  /// Groq, whose service speaks OpenAI's Chat Completions.
  package static let groq = Vendor.chatCompletions(
    id: "groq", name: "Groq", keyVariable: "GROQ_API_KEY",
    address: ServiceAddress(endpoint: .service("api.groq.com"), basePath: "/openai/v1"),
    documentation: "https://console.groq.com/docs/api-reference",
    models: [
      ChatModel("llama-3.3-70b-versatile", "Llama 3.3 70B"),
      ChatModel("llama-3.1-8b-instant", "Llama 3.1 8B"),
      ChatModel("gpt-oss-120b", "GPT-OSS 120B", model: "openai/gpt-oss-120b", reasons: true),
    ])
}
