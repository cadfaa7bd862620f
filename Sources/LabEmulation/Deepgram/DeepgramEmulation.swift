import LabProviders

/// The emulated Deepgram: where it answers and how it behaves in time.
enum DeepgramEmulation {
  static let routes = [
    EmulatedRoute(.webSocket, "/v1/listen") { call in
      let provider = "deepgram/" + (call.query["model"] ?? "")
      return call.profiles.speechToText[provider].map { profile in
        EmulatedListen(
          request: call.request, profile: profile, book: call.book, generator: call.generator(provider))
      }
    },
    EmulatedRoute(.webSocket, "/v1/speak") { call in
      call.profiles.textToSpeech["deepgram/aura-2"].map { profile in
        EmulatedSpeakWebSocket(
          request: call.request, profile: profile, generator: call.generator("deepgram/aura-2"))
      }
    },
    EmulatedRoute(.http, "/v1/speak") { call in
      call.profiles.textToSpeech["deepgram/aura-2-http"].map { profile in
        EmulatedSpeakHTTP(
          request: call.request, profile: profile, generator: call.generator("deepgram/aura-2-http"))
      }
    },
  ]

  /// Speech to text: finalise request to final transcript, from the Pipecat STT benchmark of 2026-06-22 (1,000
  /// utterances), which includes the benchmark's own network. Synthesis: first audio, Coval, 2026-05-04; the spread
  /// is derived from inter-quartile ranges.
  static let profiles = EmulationProfiles(
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
    textToSpeech: [
      "deepgram/aura-2": TextToSpeechProfile(
        firstAudio: .lognormal(median: .milliseconds(313), sigma: 0.16),
        leadingSilence: .lognormal(median: .milliseconds(90), sigma: 0.3)),
      "deepgram/aura-2-http": TextToSpeechProfile(
        firstAudio: .lognormal(median: .milliseconds(330), sigma: 0.18),
        leadingSilence: .lognormal(median: .milliseconds(90), sigma: 0.3)),
    ])
}
