extension Vendor {
  /// Deepgram; its protocols and models stand below.
  package static let deepgram = Vendor(
    id: "deepgram", name: "Deepgram", keyVariable: DeepgramProvider.keyVariable,
    documentation: "https://developers.deepgram.com",
    entries: DeepgramProvider.entries)
}

/// What the lab knows of Deepgram: its protocols and its models.
enum DeepgramProvider {
  static let entries: [ProviderEntry] = listen + flux + speak

  private static let address = ServiceAddress(endpoint: .service("api.deepgram.com"), basePath: "/v1")
  static let keyVariable = "DEEPGRAM_API_KEY"

  private static let listenV1 = WireProtocol(
    "deepgram.listen.v1", over: .webSocket,
    makes: .speechToText { DeepgramListenSession(model: $0.model, address: $1, configuration: $2) })
  private static let listenV2 = WireProtocol(
    "deepgram.listen.v2", over: .webSocket,
    makes: .speechToText { FluxSession(model: $0.model, address: $1, configuration: $2) })
  private static let speakWebSocket = WireProtocol(
    "deepgram.speak.websocket", over: .webSocket,
    makes: .textToSpeech {
      SpeechChannelSession(
        AuraChannel(request: AuraRequest(address: $1, configuration: $2)), configuration: $2)
    })
  private static let speakHTTP = WireProtocol(
    "deepgram.speak.http", over: .http,
    makes: .textToSpeech {
      StreamedSpeechSession(AuraRequest(address: $1, configuration: $2), configuration: $2)
    })

  private static let listen = [("nova-3", "Nova-3"), ("nova-2", "Nova-2")].map { model, name in
    ProviderEntry(
      id: "deepgram/" + model, displayName: "Deepgram " + name, model: model, wireProtocol: listenV1,
      address: address, keyVariable: keyVariable,
      capabilities: [.streaming, .partials, .ownEndpointing, .finalize, .persistentConnection],
      sampleRates: [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000], status: .current,
      documentation: "https://developers.deepgram.com/reference/speech-to-text/listen-streaming")
  }

  private static let flux = [
    ("flux-general-en", "Flux (English)"), ("flux-general-multi", "Flux (multilingual)"),
  ].map { model, name in
    ProviderEntry(
      id: "deepgram/" + model, displayName: "Deepgram " + name, model: model, wireProtocol: listenV2,
      address: ServiceAddress(endpoint: address.endpoint, basePath: "/v2"), keyVariable: keyVariable,
      capabilities: [
        .streaming, .partials, .ownEndpointing, .eagerEndOfTurn, .finalize, .persistentConnection,
      ],
      sampleRates: [8000, 16_000, 24_000, 44_100, 48_000], status: .current,
      documentation: "https://developers.deepgram.com/docs/flux/state")
  }

  private static let speak = [
    voice("deepgram/aura-2", "Deepgram Aura-2", speakWebSocket, [.streaming, .clear, .persistentConnection]),
    voice("deepgram/aura-2-http", "Deepgram Aura-2 (HTTP)", speakHTTP, [.streaming]),
  ]

  private static func voice(
    _ id: String, _ name: String, _ wireProtocol: WireProtocol, _ capabilities: ProviderEntry.Capabilities
  ) -> ProviderEntry {
    ProviderEntry(
      id: id, displayName: name, model: "aura-2", wireProtocol: wireProtocol, address: address,
      keyVariable: keyVariable, capabilities: capabilities,
      sampleRates: [8000, 16_000, 24_000, 32_000, 48_000], status: .current,
      documentation: "https://developers.deepgram.com/reference/text-to-speech/speak-streaming")
  }
}
