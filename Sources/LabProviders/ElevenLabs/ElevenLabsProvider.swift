extension Vendor {
  /// ElevenLabs; its protocols and models stand below.
  package static let elevenLabs = Vendor(
    id: "elevenlabs", name: "ElevenLabs", keyVariable: ElevenLabsProvider.keyVariable,
    documentation: "https://elevenlabs.io/docs",
    entries: ElevenLabsProvider.entries)
}

/// What the lab knows of ElevenLabs: its protocols and its models.
enum ElevenLabsProvider {
  static let entries: [ProviderEntry] = [scribe] + voices

  private static let address = ServiceAddress(endpoint: .service("api.elevenlabs.io"), basePath: "/v1")
  static let keyVariable = "ELEVENLABS_API_KEY"

  private static let streamInput = WireProtocol(
    "elevenlabs.tts.stream-input", over: .webSocket,
    makes: .textToSpeech {
      ElevenLabsStreamSession(model: $0.model, address: $1, configuration: $2)
    })
  private static let stream = WireProtocol(
    "elevenlabs.tts.http", over: .http,
    makes: .textToSpeech {
      StreamedSpeechSession(
        ElevenLabsSpeechRequest(model: $0.model, address: $1, configuration: $2), configuration: $2)
    })
  private static let scribeRealtime = WireProtocol(
    "elevenlabs.stt.realtime", over: .webSocket,
    makes: .speechToText { ScribeSession(model: $0.model, address: $1, configuration: $2) })

  private static let scribe = ProviderEntry(
    id: "elevenlabs/scribe-v2-realtime", displayName: "ElevenLabs Scribe v2 Realtime",
    model: "scribe_v2_realtime", wireProtocol: scribeRealtime, address: address, keyVariable: keyVariable,
    capabilities: [.streaming, .partials, .ownEndpointing, .finalize, .persistentConnection],
    sampleRates: [8000, 16_000, 22_050, 24_000, 44_100, 48_000], status: .current,
    documentation: "https://elevenlabs.io/docs/api-reference/speech-to-text/v-1-speech-to-text-realtime")

  private static let voices = [
    ("flash-v2.5", "ElevenLabs Flash v2.5", "eleven_flash_v2_5"),
    ("turbo-v2.5", "ElevenLabs Turbo v2.5", "eleven_turbo_v2_5"),
    ("multilingual-v2", "ElevenLabs Multilingual v2", "eleven_multilingual_v2"),
  ].flatMap { id, name, model in
    [
      voice("elevenlabs/" + id, name, model, streamInput),
      voice("elevenlabs/\(id)-http", name + " (HTTP)", model, stream),
    ]
  }

  private static func voice(
    _ id: String, _ name: String, _ model: String, _ wireProtocol: WireProtocol
  ) -> ProviderEntry {
    ProviderEntry(
      id: id, displayName: name, model: model, wireProtocol: wireProtocol, address: address,
      keyVariable: keyVariable, capabilities: [.streaming],
      sampleRates: [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000], status: .current,
      documentation: "https://elevenlabs.io/docs/api-reference/text-to-speech")
  }
}
