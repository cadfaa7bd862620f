import LabProviders

extension EmulatedVendor {
  static let playHT = EmulatedVendor(
    client: .playHT, routes: PlayHTEmulation.routes, profiles: PlayHTEmulation.profiles,
    sources: ["*": .assumed])
}

/// The emulated PlayHT: where it answered and how it behaved in time.
enum PlayHTEmulation {
  static let routes = [
    EmulatedRoute(.http, "/api/v2/tts/stream", "/api/v1/tts/stream") { speech($0, needsKey: true) },
    // The addresses that the service handed out had the key in them.
    EmulatedRoute(.http, PlayHTAccount.streamPath) { speech($0, needsKey: false) },
    EmulatedRoute(.webSocket, PlayHTAccount.webSocketPath) { call in
      call.answer("playht") {
        EmulatedPlayHTWebSocket(profiles: call.profiles.textToSpeech, generator: $0)
      }
    },
    account("/api/v2/leases", .lease), account("/api/v4/sdk-auth", .addresses),
    account("/api/v4/websocket-auth", .webSocketAddresses),
  ]

  /// No trustworthy measurement is known; the figures are assumed.
  static let profiles = EmulationProfiles(
    textToSpeech: [
      "playht/play3.0-mini": voice(median: 250), "playht/playdialog": voice(median: 350),
    ])

  private static func voice(median milliseconds: Double) -> TextToSpeechProfile {
    TextToSpeechProfile(
      firstAudio: .lognormal(median: .milliseconds(milliseconds), sigma: 0.3),
      leadingSilence: .lognormal(median: .milliseconds(80), sigma: 0.3))
  }

  private static func account(_ path: String, _ answers: PlayHTAccount.Answer) -> EmulatedRoute {
    EmulatedRoute(.http, path) { call in
      EmulatedAnswer(provider: nil, exchange: PlayHTAccount(request: call.request, answers: answers))
    }
  }

  private static func speech(_ call: EmulatedCall, needsKey: Bool) -> EmulatedAnswer {
    // A body that cannot be read is refused by the exchange.
    let body = JSONText.read(PlayHTBody.self, from: call.request.body)
    let provider = body?.provider ?? "playht"
    return call.answer(provider) {
      EmulatedPlayHT(
        request: call.request, body: body, profile: call.profiles.textToSpeech[provider], needsKey: needsKey,
        generator: $0)
    }
  }

  /// The request names a user and carries a key.
  static func hasKey(_ request: ConnectionRequest) -> Bool {
    let key = request.headers.value(of: "Authorization")?.split(separator: " ") ?? []
    return key.count == 2 && key[0].lowercased() == "bearer"
      && request.headers.value(of: "X-User-Id")?.isEmpty == false
  }

  /// Answers with an error.
  static func refuse(
    status: Int, _ code: String, _ message: String, into actions: inout [ServerAction]
  ) {
    actions.answer(
      status: status,
      json: "{\"error_message\":\(JSONText.quoted(message)),\"error_id\":\(JSONText.quoted(code))}")
  }
}
