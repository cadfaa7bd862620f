import LabProviders

extension EmulatedVendor {
  static let deepgram = EmulatedVendor(
    client: .deepgram, routes: DeepgramEmulation.routes, profiles: DeepgramEmulation.profiles,
    sources: [
      "nova-3": .pipecat, "nova-2": .assumed,
      "flux*": LatencySource(title: "the vendor", url: "https://deepgram.com", date: "2026"),
      "aura-2": .coval, "aura-2-http": .coval,
    ],
    faults: DeepgramFaults())
}

/// The emulated Deepgram: where it answers and how it behaves in time.
enum DeepgramEmulation {
  static let routes: [EmulatedRoute] = [
    EmulatedRoute(.webSocket, "/v1/listen") { call in
      let model = call.query["model"] ?? ""
      // Flux answers at version 2 only.
      guard !model.hasPrefix("flux-") else { return nil }
      let provider = "deepgram/" + model
      return call.profiles.speechToText[provider].map { profile in
        call.answer(provider) {
          EmulatedListen(
            request: call.request, profile: profile, transcripts: call.transcripts, generator: $0)
        }
      }
    },
    EmulatedRoute(.webSocket, "/v2/listen") { call in
      let provider = "deepgram/" + (call.query["model"] ?? "")
      let known = provider.hasPrefix("deepgram/flux-") ? call.profiles.speechToText[provider] : nil
      return call.answer(provider) {
        EmulatedFlux(
          request: call.request, profile: known ?? flux, isKnown: known != nil, transcripts: call.transcripts,
          generator: $0
        )
      }
    },
    EmulatedRoute(.webSocket, "/v1/speak") { call in
      call.profiles.textToSpeech["deepgram/aura-2"].map { profile in
        call.answer("deepgram/aura-2") {
          EmulatedSpeakWebSocket(request: call.request, profile: profile, generator: $0)
        }
      }
    },
    EmulatedRoute(.http, "/v1/speak") { call in
      call.profiles.textToSpeech["deepgram/aura-2-http"].map { profile in
        call.answer("deepgram/aura-2-http") {
          EmulatedSpeakHTTP(request: call.request, profile: profile, generator: $0)
        }
      }
    },
  ]

  /// Flux: 260 ms at the median from the end of speech to EndOfTurn, p95 about 1.5 s (Deepgram's own figures,
  /// read 2026-11-21); that 60 of them are work and the rest is silence is our assumption, as is the time
  /// from ForceEndTurn to its answer, which nobody has published.
  private static let flux = SpeechToTextProfile(
    interim: .lognormal(median: .milliseconds(60), sigma: 0.3),
    final: .lognormal(median: .milliseconds(60), sigma: 0.45), interimCadence: .milliseconds(250),
    endOfTurn: .mixture([
      .init(weight: 0.94, model: .lognormal(median: .milliseconds(200), sigma: 0.55)),
      .init(weight: 0.06, model: .uniform(min: .milliseconds(1200), max: .milliseconds(2500))),
    ]))

  /// Speech to text: finalise request to final transcript, from the Pipecat STT benchmark of 2026-06-22
  /// (1,000 utterances), which includes the benchmark's own network. Synthesis: first audio, Coval,
  /// 2026-05-04; the spread is derived from inter-quartile ranges.
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
      "deepgram/flux-general-en": flux,
      "deepgram/flux-general-multi": flux,
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
