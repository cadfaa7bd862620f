extension Vendor {
  /// Cartesia; its protocols and models stand below.
  package static let cartesia = Vendor(
    id: "cartesia", name: "Cartesia", keyVariable: CartesiaProvider.keyVariable,
    documentation: "https://docs.cartesia.ai",
    entries: CartesiaProvider.entries)
}

/// What the lab knows of Cartesia: its protocols and its models.
enum CartesiaProvider {
  static let keyVariable = "CARTESIA_API_KEY"

  static let entries: [ProviderEntry] = models.flatMap { model, name in
    [
      voice("cartesia/" + model, name, model, webSocket, [.streaming, .clear, .persistentConnection]),
      voice("cartesia/\(model)-http", name + " (HTTP)", model, http, [.streaming]),
    ]
  }

  private static let models = [("sonic-3", "Cartesia Sonic 3"), ("sonic-3.5", "Cartesia Sonic 3.5")]

  private static let webSocket = WireProtocol(
    "cartesia.tts.websocket", over: .webSocket,
    makes: .textToSpeech {
      let request = CartesiaSpeechRequest(model: $0.model, address: $1, configuration: $2)
      return SpeechChannelSession(CartesiaChannel(request: request), configuration: $2)
    })
  private static let http = WireProtocol(
    "cartesia.tts.bytes", over: .http,
    makes: .textToSpeech {
      StreamedSpeechSession(
        CartesiaSpeechRequest(model: $0.model, address: $1, configuration: $2), configuration: $2)
    })

  private static func voice(
    _ id: String, _ name: String, _ model: String, _ wireProtocol: WireProtocol,
    _ capabilities: ProviderEntry.Capabilities
  ) -> ProviderEntry {
    ProviderEntry(
      id: id, displayName: name, model: model, wireProtocol: wireProtocol,
      address: ServiceAddress(endpoint: .service("api.cartesia.ai"), basePath: ""),
      keyVariable: keyVariable, capabilities: capabilities,
      sampleRates: [8000, 16_000, 22_050, 24_000, 44_100, 48_000], status: .current,
      documentation: "https://docs.cartesia.ai/api-reference/tts/websocket")
  }
}
