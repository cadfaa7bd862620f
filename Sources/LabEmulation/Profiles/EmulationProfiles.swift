import LabStatistics

/// How all emulated services of a run behave in time, by provider.
public struct EmulationProfiles: Hashable, Sendable {
  public var speechToText: [String: SpeechToTextProfile]
  public var languageModels: [String: LanguageModelProfile]
  public var textToSpeech: [String: TextToSpeechProfile]

  /// The shipped profiles.
  ///
  /// Speech to text: finalise request to final transcript, from the Pipecat STT benchmark of 2026-06-22 (1,000
  /// utterances), which includes the benchmark's own network. Synthesis: first audio, Coval, 2026-05-04; the spread
  /// is derived from inter-quartile ranges. Language models: first answer token in 30-turn voice conversations,
  /// aiewf-eval, 2026-08-18, as lognormals through the published p50 and p95. Handshakes, token intervals, leading
  /// silence and delivery are our assumptions. No figure stands for a service of today: measure it.
  public static let shipped = EmulationProfiles(
    speechToText: [
      "deepgram/nova-3": SpeechToTextProfile(
        interim: .lognormal(median: .milliseconds(90), sigma: 0.3),
        final: .lognormal(median: .milliseconds(47), sigma: 0.45)),
      "deepgram/nova-2": SpeechToTextProfile(
        interim: .lognormal(median: .milliseconds(120), sigma: 0.35),
        final: .mixture([
          .init(weight: 0.98, model: .lognormal(median: .milliseconds(75), sigma: 0.5)),
          .init(weight: 0.02, model: .uniform(min: .milliseconds(600), max: .milliseconds(1200))),
        ])),
    ],
    languageModels: [
      "openai/gpt-4o": languageModel(p50: 546, p95: 1369, tokenMilliseconds: 14),
      "openai/gpt-4o-mini": languageModel(p50: 553, p95: 1947, tokenMilliseconds: 11),
      "openai/gpt-4.1": languageModel(p50: 536, p95: 1771, tokenMilliseconds: 12),
      "openai/gpt-4.1-mini": languageModel(p50: 851, p95: 2135, tokenMilliseconds: 10),
      "openai/gpt-5-mini": languageModel(p50: 682, p95: 1132, tokenMilliseconds: 11),
      "openai/gpt-5.1": languageModel(p50: 739, p95: 1492, tokenMilliseconds: 14),
      "openai/gpt-5.4": languageModel(p50: 689, p95: 1723, tokenMilliseconds: 13),
      "openai/gpt-5.6-luna": languageModel(p50: 671, p95: 2304, tokenMilliseconds: 11),
      "openai/gpt-5.6-terra": languageModel(p50: 621, p95: 1870, tokenMilliseconds: 12),
    ],
    textToSpeech: [
      "deepgram/aura-2": TextToSpeechProfile(
        firstAudio: .lognormal(median: .milliseconds(313), sigma: 0.16),
        leadingSilence: .lognormal(median: .milliseconds(90), sigma: 0.3)),
      "deepgram/aura-2-http": TextToSpeechProfile(
        firstAudio: .lognormal(median: .milliseconds(330), sigma: 0.18),
        leadingSilence: .lognormal(median: .milliseconds(90), sigma: 0.3)),
    ])

  public init(
    speechToText: [String: SpeechToTextProfile], languageModels: [String: LanguageModelProfile],
    textToSpeech: [String: TextToSpeechProfile]
  ) {
    self.speechToText = speechToText
    self.languageModels = languageModels
    self.textToSpeech = textToSpeech
  }

  /// The providers that have a profile, sorted.
  public var names: [String] {
    (Array(speechToText.keys) + Array(languageModels.keys) + Array(textToSpeech.keys)).sorted()
  }

  /// The lognormal that passes through two percentiles: p95 is the median times e to the 1.645 sigma.
  private static func languageModel(
    p50: Double, p95: Double, tokenMilliseconds: Double
  ) -> LanguageModelProfile {
    LanguageModelProfile(
      firstToken: .lognormal(
        median: .milliseconds(p50), sigma: PortableMath.log(p95 / p50) / 1.644_853_626_951_472_2),
      tokenInterval: .gamma(shape: 4, mean: .milliseconds(tokenMilliseconds)))
  }
}
