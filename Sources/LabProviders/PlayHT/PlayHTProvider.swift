extension Vendor {
  /// PlayHT; its protocols and models stand below.
  package static let playHT = Vendor(
    id: "playht", name: "PlayHT", keyVariable: PlayHTProvider.keyVariable,
    documentation: "https://docs.play.ht",
    entries: PlayHTProvider.entries)
}

/// What the lab knows of PlayHT, which is available emulated only: the service has ended.
enum PlayHTProvider {
  static let keyVariable = "PLAYHT_API_KEY"

  static let entries: [ProviderEntry] = [("play3.0-mini", "Play3.0-mini"), ("playdialog", "PlayDialog")]
    .map { id, model in
      ProviderEntry(
        id: "playht/" + id, displayName: "PlayHT " + model, model: model, wireProtocol: stream,
        address: ServiceAddress(endpoint: .service("api.play.ht"), basePath: "/api/v2"),
        keyVariable: keyVariable, capabilities: [.streaming],
        sampleRates: [8000, 16_000, 22_050, 24_000, 44_100, 48_000], status: .retired(on: "2025-12-31"),
        documentation: "https://docs.play.ht/reference/api-generate-tts-audio-stream")
    }

  private static let stream = WireProtocol(
    "playht.tts.http", over: .http,
    makes: .textToSpeech {
      StreamedSpeechSession(
        PlayHTSpeechRequest(model: $0.model, address: $1, configuration: $2), configuration: $2)
    })
}
