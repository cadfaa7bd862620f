public import LabProviders
import LabTimeline

extension EmulationProfiles {
  /// The profiles with the emulator of a server of the user's own.
  ///
  /// Nobody publishes how fast such a server is: that depends on its machine and model. The figures are our
  /// assumptions of a small model on one graphics card; measure the server, or write its own under
  /// `emulation`.
  public mutating func add(_ entry: ProviderEntry) {
    guard let server = entry.compatible else { return }
    switch entry.stage {
    case .llm:
      languageModels[entry.id] = .through(p50: 180, p95: 420, tokenMilliseconds: 15)
    case .stt:
      speechToText[entry.id] = SpeechToTextProfile(
        interim: .fixed(.zero), final: .lognormal(median: .milliseconds(250), sigma: 0.3))
    case .tts:
      textToSpeech[entry.id] = TextToSpeechProfile(
        firstAudio: .lognormal(median: .milliseconds(250), sigma: 0.3),
        leadingSilence: .lognormal(median: .milliseconds(80), sigma: 0.3))
    case .s2s: return
    }
    servers[entry.id] = EmulatedServer(
      basePath: EmulatedServer.basePath(of: entry.id, at: entry.address), model: entry.model,
      needsKey: entry.keyVariable != nil, sampleRate: entry.sampleRates.first ?? 24_000,
      quirks: .of(server.like))
  }
}
