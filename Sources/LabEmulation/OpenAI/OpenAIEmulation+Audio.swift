/// How the emulated OpenAI's models for audio behave in time.
extension OpenAIEmulation {
  /// Commit to completed transcript of gpt-4o-transcribe in a Realtime session: Pipecat STT benchmark,
  /// 2026-06-22 (1,000 utterances, its network included), p50 437, p95 765, p99 1455 ms. Uploads over REST:
  /// our assumption, which agrees with the p99 of about 2 s that Pipecat's defaults name. The other models,
  /// and gpt-realtime-whisper, were not measured: assumed.
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

  /// First audio of tts-1-hd: p50 of Coval, 2026-05-04; its spread and the other models were not published:
  /// assumed.
  static let speech: [String: TextToSpeechProfile] = [
    "openai/gpt-4o-mini-tts": voice(median: 600, sigma: 0.4),
    "openai/tts-1": voice(median: 700, sigma: 0.4),
    "openai/tts-1-hd": voice(median: 2295, sigma: 0.3),
  ]

  /// Derived from aiewf-eval's voice-to-voice medians of 2026-08-18 (1,536 ms for gpt-realtime, 1,152 for
  /// 1.5, 1,504 for 2.1), less the 500 ms of silence that end a turn by default and the mean silence in front
  /// of the replies (341, 96 and 75 ms, as published); its network is inside. gpt-realtime-mini was not
  /// measured; it and the spreads are our assumptions.
  static let voices: [String: SpeechToSpeechProfile] = [
    "openai/gpt-realtime": reply(median: 695, silence: 341),
    "openai/gpt-realtime-semantic-vad": reply(median: 695, silence: 341),
    "openai/gpt-realtime-mini": reply(median: 560, silence: 200),
    "openai/gpt-realtime-1.5": reply(median: 556, silence: 96),
    "openai/gpt-realtime-2.1": reply(median: 929, silence: 75),
  ]

  /// Voice to voice is less the silence that ends a turn and the silence in front of the replies.
  static let sources: [String: LatencySource] = [
    "gpt-*": .aiewfEval, "gpt-5.4-mini*": .assumed,
    "gpt-4o-transcribe-realtime": .pipecat, "gpt-4o-transcribe*": .assumed,
    "gpt-4o-mini-transcribe*": .assumed, "gpt-realtime-whisper": .assumed, "whisper*": .assumed,
    "gpt-4o-mini-tts": .assumed, "tts-1": .assumed, "tts-1-hd": .covalMedian,
    "gpt-realtime*": LatencySource(
      title: "derived from aiewf-eval, voice to voice", url: LatencySource.aiewfEval.url, date: "2026-08-18"),
    "gpt-realtime-mini": .assumed,
  ]

  private static func reply(median: Double, silence: Double) -> SpeechToSpeechProfile {
    SpeechToSpeechProfile(
      firstAudio: .mixture([
        .init(weight: 0.98, model: .lognormal(median: .milliseconds(median), sigma: 0.25)),
        .init(weight: 0.02, model: .uniform(min: .milliseconds(2000), max: .milliseconds(3500))),
      ]),
      leadingSilence: .lognormal(median: .milliseconds(silence), sigma: 0.2))
  }

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
