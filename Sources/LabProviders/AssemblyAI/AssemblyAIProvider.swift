extension Vendor {
  /// AssemblyAI; its protocols and models stand below.
  package static let assemblyAI = Vendor(
    id: "assemblyai", name: "AssemblyAI", keyVariable: AssemblyAIProvider.keyVariable,
    documentation: "https://www.assemblyai.com/docs",
    entries: AssemblyAIProvider.entries)
}

/// What the lab knows of AssemblyAI: its streaming protocol and models.
enum AssemblyAIProvider {
  static let keyVariable = "ASSEMBLYAI_API_KEY"

  static let entries = [
    entry("universal-streaming-english", "Universal-Streaming (English)"),
    entry("universal-streaming-multilingual", "Universal-Streaming (multilingual)"),
    entry("u3-rt-pro", "Universal-3 Pro Streaming"),
  ]

  private static let streamingV3 = WireProtocol(
    "assemblyai.streaming.v3", over: .webSocket,
    makes: .speechToText { AssemblyAISession(model: $0.model, address: $1, configuration: $2) })

  private static func entry(_ model: String, _ name: String) -> ProviderEntry {
    var capabilities: ProviderEntry.Capabilities = [
      .streaming, .partials, .ownEndpointing, .finalize, .persistentConnection,
    ]
    // It says the words up to a pause; Universal-3 says them at the end only.
    if model.hasPrefix("universal-streaming") { capabilities.insert(.eagerEndOfTurn) }
    return ProviderEntry(
      id: "assemblyai/" + model, displayName: "AssemblyAI " + name, model: model, wireProtocol: streamingV3,
      address: ServiceAddress(endpoint: .service("streaming.assemblyai.com"), basePath: "/v3"),
      keyVariable: keyVariable,
      capabilities: capabilities,
      sampleRates: [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000], status: .current,
      documentation: "https://www.assemblyai.com/docs/streaming/message-sequence")
  }
}
