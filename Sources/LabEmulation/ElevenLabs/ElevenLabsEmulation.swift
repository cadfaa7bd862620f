import LabProviders

extension EmulatedVendor {
  static let elevenLabs = EmulatedVendor(
    client: .elevenLabs, routes: ElevenLabsEmulation.routes, profiles: ElevenLabsEmulation.profiles,
    sources: [
      "scribe*": .pipecat, "flash*": .coval, "turbo*": .coval, "multilingual-v2*": .covalMedian,
    ])
}

/// The emulated ElevenLabs: where it answers and how it behaves in time.
enum ElevenLabsEmulation {
  static let routes = [
    EmulatedRoute(.webSocket, where: speech(endingWith: "/stream-input")) { call in
      let provider = "elevenlabs/" + model(call.query["model_id"])
      return call.answer(provider) {
        EmulatedStreamInput(
          request: call.request, profile: call.profiles.textToSpeech[provider], generator: $0)
      }
    },
    EmulatedRoute(.http, where: speech(endingWith: "/stream")) { http($0, hasTimes: false) },
    EmulatedRoute(.http, where: speech(endingWith: "")) { http($0, hasTimes: false) },
    EmulatedRoute(.http, where: speech(endingWith: "/stream/with-timestamps")) { http($0, hasTimes: true) },
    EmulatedRoute(.webSocket, "/v1/speech-to-text/realtime") { call in
      let provider = scribe(call.query["model_id"])
      return call.profiles.speechToText[provider].map { profile in
        call.answer(provider) {
          EmulatedScribe(
            request: call.request, profile: profile, transcripts: call.transcripts, generator: $0)
        }
      }
    },
  ]

  /// Synthesis: first audio, Coval, 2026-05-04; the spread is derived from inter-quartile ranges, and the
  /// tail of one percent is our assumption. The figures are the service's as a whole and are taken for both
  /// ways to speak to it. Scribe: commit to committed transcript, from the Pipecat STT benchmark of
  /// 2026-06-22 (1,000 utterances), which includes the benchmark's own network; partial transcripts are
  /// assumed.
  static let profiles = EmulationProfiles(
    speechToText: [
      "elevenlabs/scribe-v2-realtime": SpeechToTextProfile(
        interim: .lognormal(median: .milliseconds(70), sigma: 0.3),
        final: .lognormal(median: .milliseconds(81), sigma: 0.37),
        interimCadence: .milliseconds(250))
    ],
    textToSpeech: [
      "elevenlabs/flash-v2.5": flash, "elevenlabs/flash-v2.5-http": flash,
      "elevenlabs/turbo-v2.5": turbo, "elevenlabs/turbo-v2.5-http": turbo,
      "elevenlabs/multilingual-v2": multilingual, "elevenlabs/multilingual-v2-http": multilingual,
    ])

  private static let flash = voice(.lognormal(median: .milliseconds(288), sigma: 0.07))
  private static let turbo = voice(.lognormal(median: .milliseconds(264), sigma: 0.08))
  /// The median is Coval's, the spread assumed.
  private static let multilingual = voice(.lognormal(median: .milliseconds(1232), sigma: 0.15))

  private static func voice(_ firstAudio: LatencyModel) -> TextToSpeechProfile {
    TextToSpeechProfile(
      firstAudio: .mixture([
        .init(weight: 0.99, model: firstAudio),
        .init(weight: 0.01, model: .uniform(min: .milliseconds(600), max: .milliseconds(1500))),
      ]),
      leadingSilence: .lognormal(median: .milliseconds(70), sigma: 0.3))
  }

  private static func http(_ call: EmulatedCall, hasTimes: Bool) -> EmulatedAnswer {
    // A body that cannot be read is refused by the exchange.
    let named = JSONText.read(NamedModel.self, from: call.request.body)
    let provider = "elevenlabs/\(model(named?.model))-http"
    return call.answer(provider) {
      EmulatedElevenLabsHTTP(
        request: call.request, hasTimes: hasTimes, profile: call.profiles.textToSpeech[provider],
        generator: $0)
    }
  }

  private struct NamedModel: Decodable {
    var model: String?

    private enum CodingKeys: String, CodingKey {
      case model = "model_id"
    }
  }

  /// Our name for a model of speech synthesis; the service's default where none is named.
  private static func model(_ name: String?) -> String {
    switch name {
    case "eleven_flash_v2_5": "flash-v2.5"
    case "eleven_turbo_v2_5": "turbo-v2.5"
    case "eleven_multilingual_v2", nil: "multilingual-v2"
    case let other?: other
    }
  }

  private static func scribe(_ name: String?) -> String {
    name == "scribe_v2_realtime" ? "elevenlabs/scribe-v2-realtime" : "elevenlabs/" + (name ?? "")
  }

  /// Whether a path is `/v1/text-to-speech/VOICE` with an end.
  private static func speech(endingWith end: String) -> @Sendable (Substring) -> Bool {
    { path in
      let start = "/v1/text-to-speech/"
      guard path.hasPrefix(start), path.hasSuffix(end) else { return false }
      let voice = path.dropFirst(start.count).dropLast(end.count)
      return !voice.isEmpty && !voice.contains("/")
    }
  }
}
