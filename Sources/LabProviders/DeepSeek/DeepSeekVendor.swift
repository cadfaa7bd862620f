extension Vendor {
  /// DeepSeek, whose service speaks OpenAI's Chat Completions. Its models think before they answer unless
  /// told not to; here they do so only where a plan asks for an effort, because a caller is waiting.
  ///
  /// Source: api-docs.deepseek.com, pages on chat completions, thinking mode and models, as of July 2026.
  package static let deepSeek = Vendor.chatCompletions(
    id: "deepseek", name: "DeepSeek", keyVariable: "DEEPSEEK_API_KEY",
    address: ServiceAddress(endpoint: .service("api.deepseek.com"), basePath: ""),
    documentation: "https://api-docs.deepseek.com/api/create-chat-completion",
    models: [
      ChatModel("deepseek-v4-flash", "V4 Flash", reasons: true),
      ChatModel("deepseek-v4-pro", "V4 Pro", reasons: true),
    ],
    adapting: { options in
      options.usesOldTokenLimit = true
      guard (options.reasoningEffort ?? "none") == "none" else { return }
      options.reasoningEffort = nil
      options.furtherFields.append(RequestField(name: "thinking", json: #"{"type":"disabled"}"#))
    })
}
