import LabProviders

extension EmulatedVendor {
  static let openAI = EmulatedVendor(
    client: .openAI, routes: OpenAIEmulation.routes, profiles: OpenAIEmulation.profiles,
    sources: OpenAIEmulation.sources,
    faults: OpenAIFaults())
}

/// The emulated OpenAI: where it answers and how it behaves in time.
enum OpenAIEmulation {
  /// A Realtime session for transcription, whose model is not known before it is open.
  static let realtimeTranscription = "openai/realtime"

  static let routes = [
    EmulatedRoute(.http, "/v1/responses") { call in
      call.languageModel(LanguageModelService<ResponsesCodec>()) { "openai/\($0)-responses" }
    },
    EmulatedRoute(.http, "/v1/chat/completions") { call in
      call.languageModel(LanguageModelService<ChatCompletionsCodec>()) { "openai/" + $0 }
    },
    EmulatedRoute(.http, "/v1/audio/speech") { call in
      EmulatedSpeech.answer(to: call) { OpenAIAnswer.provider(of: $0) }
    },
    EmulatedRoute(.http, "/v1/audio/transcriptions") { call in
      EmulatedTranscription.answer(to: call) { OpenAIAnswer.provider(of: $0) }
    },
    EmulatedRoute(.webSocket, "/v1/realtime") { call in
      let session = EmulatedRealtime(call)
      return EmulatedAnswer(provider: session.provider, exchange: session)
    },
  ]

  /// First answer token in 30-turn voice conversations, aiewf-eval, 2026-08-18, as lognormals through the
  /// published p50 and p95. Responses takes the figures of Chat Completions; gpt-5.4-mini was not measured:
  /// its figures are assumed.
  static let profiles = EmulationProfiles(
    speechToText: transcription,
    languageModels: [
      "openai/gpt-4o": .through(p50: 546, p95: 1369, tokenMilliseconds: 14),
      "openai/gpt-4o-mini": .through(p50: 553, p95: 1947, tokenMilliseconds: 11),
      "openai/gpt-4.1": .through(p50: 536, p95: 1771, tokenMilliseconds: 12),
      "openai/gpt-4.1-mini": .through(p50: 851, p95: 2135, tokenMilliseconds: 10),
      "openai/gpt-5-mini": .through(p50: 682, p95: 1132, tokenMilliseconds: 11),
      "openai/gpt-5.4-mini-responses": .through(p50: 640, p95: 1500, tokenMilliseconds: 10),
      "openai/gpt-5.6-terra-responses": .through(p50: 621, p95: 1870, tokenMilliseconds: 12),
      "openai/gpt-5.1": .through(p50: 739, p95: 1492, tokenMilliseconds: 14),
      "openai/gpt-5.4": .through(p50: 689, p95: 1723, tokenMilliseconds: 13),
      "openai/gpt-5.6-luna": .through(p50: 671, p95: 2304, tokenMilliseconds: 11),
      "openai/gpt-5.6-terra": .through(p50: 621, p95: 1870, tokenMilliseconds: 12),
    ],
    textToSpeech: speech, speechToSpeech: voices)
}
