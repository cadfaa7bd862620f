/// How the emulated OpenAI's models for audio behave in time.
extension OpenAIEmulation {
  /// Commit to completed transcript of gpt-4o-transcribe in a Realtime session: Pipecat STT benchmark, 2026-06-22 (1,000
  /// utterances, its network included), p50 437, p95 765, p99 1455 ms. Uploads over REST: our assumption, which agrees with the p99
  /// of about 2 s that Pipecat's defaults name. The other models, and gpt-realtime-whisper, were not measured: assumed.
  static let transcription: [String: SpeechToTextProfile] = [
    "openai/gpt-4o-transcribe": uploads(median: 900, sigma: 0.35),
    "openai/gpt-4o-mini-transcribe": uploads(median: 750, sigma: 0.35),
    "openai/whisper-1": uploads(median: 1000, sigma: 0.4),
    "openai/gpt-4o-transcribe-realtime": realtime(median: 437),
    "openai/gpt-4o-mini-transcribe-realtime": realtime(median: 380),
    "openai/whisper-1-realtime": realtime(median: 550),
    "openai/gpt-realtime-whisper": SpeechToTextProfile(
      interim: .lognormal(median: .milliseconds(250), sigma: 0.3),
      final: .lognormal(median: .milliseconds(150), sigma: 0.4)),
  ]

  /// First audio of tts-1-hd: p50 of Coval, 2026-05-04; its spread and the other models were not published: assumed.
  static let speech: [String: TextToSpeechProfile] = [
    "openai/gpt-4o-mini-tts": voice(median: 600, sigma: 0.4),
    "openai/tts-1": voice(median: 700, sigma: 0.4),
    "openai/tts-1-hd": voice(median: 2295, sigma: 0.3),
  ]

  // A long tail for one upload in a hundred.
  private static func uploads(median: Double, sigma: Double) -> SpeechToTextProfile {
    SpeechToTextProfile(
      interim: .fixed(.zero),
      final: .mixture([
        .init(weight: 0.99, model: .lognormal(median: .milliseconds(median), sigma: sigma)),
        .init(weight: 0.01, model: .uniform(min: .seconds(2), max: .seconds(4))),
      ]))
  }

  // The benchmark's p99 is out of reach of a lognormal through its p50 and p95.
  private static func realtime(median: Double) -> SpeechToTextProfile {
    SpeechToTextProfile(
      interim: .lognormal(median: .milliseconds(200), sigma: 0.3),
      final: .mixture([
        .init(weight: 0.98, model: .lognormal(median: .milliseconds(median), sigma: 0.34)),
        .init(weight: 0.02, model: .uniform(min: .milliseconds(1200), max: .milliseconds(2000))),
      ]))
  }

  private static func voice(median: Double, sigma: Double) -> TextToSpeechProfile {
    TextToSpeechProfile(
      firstAudio: .lognormal(median: .milliseconds(median), sigma: sigma),
      leadingSilence: .lognormal(median: .milliseconds(120), sigma: 0.3))
  }
}
