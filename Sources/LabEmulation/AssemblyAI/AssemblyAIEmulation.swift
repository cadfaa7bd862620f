import LabProviders

extension EmulatedVendor {
  static let assemblyAI = EmulatedVendor(
    client: .assemblyAI, routes: AssemblyAIEmulation.routes, profiles: AssemblyAIEmulation.profiles,
    sources: ["*": .pipecat])
}

/// The emulated AssemblyAI: where it answers and how it behaves in time.
enum AssemblyAIEmulation {
  static let routes = [
    EmulatedRoute(.webSocket, "/v3/ws") { call in
      let provider = "assemblyai/" + (call.query["speech_model"] ?? "")
      let known = call.profiles.speechToText[provider]
      return call.answer(provider) {
        EmulatedStreaming(
          request: call.request, profile: known ?? universalStreaming, isKnown: known != nil,
          transcripts: call.transcripts,
          generator: $0)
      }
    },
    EmulatedRoute(.http, "/v3/token") { call in
      call.answer("assemblyai/token") { EmulatedTokenGrant(request: call.request, generator: $0) }
    },
  ]

  /// ForceEndpoint to final transcript from the Pipecat STT benchmark of 2026-06-22 (1,000 utterances), which
  /// includes the benchmark's own network; the multilingual model was not measured and is taken to be the
  /// English one. `interim` is what AssemblyAI claims from a word to its emission: 307 ms at the median, p99
  /// 1,012 ms (launch material of Universal-Streaming).
  static let profiles = EmulationProfiles(
    speechToText: [
      "assemblyai/universal-streaming-english": universalStreaming,
      "assemblyai/universal-streaming-multilingual": universalStreaming,
      "assemblyai/u3-rt-pro": SpeechToTextProfile(
        interim: .lognormal(median: .milliseconds(135), sigma: 0.55),
        final: .lognormal(median: .milliseconds(135), sigma: 0.55)),
    ])

  private static let universalStreaming = SpeechToTextProfile(
    interim: .lognormal(median: .milliseconds(307), sigma: 0.513),
    final: .lognormal(median: .milliseconds(56), sigma: 0.65))
}
