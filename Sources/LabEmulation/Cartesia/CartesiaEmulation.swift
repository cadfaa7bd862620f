import LabProviders

extension EmulatedVendor {
  static let cartesia = EmulatedVendor(
    client: .cartesia, routes: CartesiaEmulation.routes, profiles: CartesiaEmulation.profiles,
    sources: ["sonic*": .coval])
}

/// The emulated Cartesia: where it answers and how it behaves in time.
enum CartesiaEmulation {
  static let routes = [
    EmulatedRoute(.webSocket, "/tts/websocket") { call in
      // The service learns the model from the messages; our own client names it in a header, so that a plan
      // can change the handshake of one model.
      let provider = "cartesia/" + (call.request.headers.value(of: "X-Client-Model") ?? "sonic-3")
      return call.profiles.textToSpeech[provider].map { profile in
        call.answer(provider) {
          EmulatedCartesiaWebSocket(call, handshake: profile.handshake, generator: $0)
        }
      }
    },
    EmulatedRoute(.http, "/tts/bytes") { http($0, sendsEvents: false) },
    EmulatedRoute(.http, "/tts/sse") { http($0, sendsEvents: true) },
  ]

  /// Sonic 3: first audio, Coval, 2026-05-04; the spread is derived from the inter-quartile range. Sonic 3.5
  /// and `sonic-latest` take its figures, because nothing was measured for them.
  static let profiles = EmulationProfiles(
    textToSpeech: [
      "cartesia/sonic-3": sonic, "cartesia/sonic-3-http": sonic,
      "cartesia/sonic-3.5": sonic, "cartesia/sonic-3.5-http": sonic,
      "cartesia/sonic-latest": sonic, "cartesia/sonic-latest-http": sonic,
    ])

  private static let sonic = TextToSpeechProfile(
    firstAudio: .lognormal(median: .milliseconds(188), sigma: 0.39),
    leadingSilence: .lognormal(median: .milliseconds(60), sigma: 0.3))

  private static func http(_ call: EmulatedCall, sendsEvents: Bool) -> EmulatedAnswer {
    // A body that cannot be read is refused by the exchange.
    let generation = JSONText.read(CartesiaGeneration.self, from: call.request.body)
    let provider = "cartesia/\(generation?.model ?? "")-http"
    return call.answer(provider) {
      EmulatedCartesiaHTTP(
        request: call.request, generation: generation, profile: call.profiles.textToSpeech[provider],
        sendsEvents: sendsEvents, generator: $0)
    }
  }
}
