import LabProviders
import LabTimeline
import Testing

@testable import LabEmulation

@Suite("Emulated services that go wrong")
struct FaultyExchangeTests {
  private static func providers(_ rules: FaultRule..., reply: String? = nil) -> EmulatedProviders {
    var profiles = EmulationProfiles.shipped
    for name in profiles.languageModels.keys { profiles.languageModels[name]?.reply = reply }
    profiles.faults = FaultPlan(rules)
    return Services.providers(profiles: profiles)
  }

  /// The failure that a client of a provider sees first.
  private static func failure(of provider: String, _ providers: EmulatedProviders) throws -> ProviderFailure?
  {
    switch EmulationProfiles.shipped.stage(of: provider) {
    case .stt:
      let listener = try Listener(providers, model: provider)
      // A service over HTTP hears of the utterance only when it is over.
      listener.begin()
      listener.stream(Array(repeating: 500, count: 8000))
      listener.finalize()
      listener.pump.wait(until: .ms(60_000))
      return listener.failure
    case .llm:
      let asker = try Asker(providers, model: provider)
      asker.ask("Hello?")
      asker.pump.wait(until: .ms(60_000))
      return asker.failure
    case .tts:
      let speaker = try Speaker(providers, model: provider)
      speaker.speak("Good morning to you.", id: 1)
      speaker.pump.wait(until: .ms(60_000))
      return speaker.failures.first
    case .s2s, nil: return nil
    }
  }

  /// Engines and services of speech to speech take no faults; OpenAI's realtime sessions name their model only after the connection, too late for a
  /// fault that is planned for one; names that stand for the latest of a family are not in the catalogue.
  static let faulty = EmulationProfiles.shipped.names.filter { name in
    let entry = ProviderCatalogue.standard.entries.first { $0.id == name }
    return entry.map {
      $0.engine == nil && $0.stage != .s2s
        && $0.wireProtocol.name != "openai.realtime.transcription"
    } ?? false
  }

  @Test("refuse in words that every client of ours understands", arguments: faulty)
  func refusals(provider: String) throws {
    let expected: [(Fault, Set<String>)] = [
      (.unauthorized, ["unauthorized"]), (.paymentRequired, ["payment_required", "bad_request"]),
      (.rateLimited, ["rate_limited"]), (.serverError, ["server_error"]), (.overloaded, ["overloaded"]),
    ]
    for (fault, codes) in expected {
      let failure = try #require(try Self.failure(of: provider, Self.providers(FaultRule(fault))), "\(fault)")
      #expect(codes.contains(failure.code), "\(fault): \(failure)")
    }
    #expect(
      try Self.failure(of: provider, Self.providers(FaultRule(.connectionLost, position: .messages(0))))
        != nil)
  }

  @Test(
    "use the vendor's own status, body and headers",
    arguments: [
      ("openai/gpt-4o", Fault.rateLimited, 429, #""code":"rate_limit_exceeded""#),
      ("openai/gpt-4o", .paymentRequired, 429, #""code":"insufficient_quota""#),
      ("anthropic/claude-haiku-4-5", .overloaded, 529, #""type":"overloaded_error""#),
      ("anthropic/claude-haiku-4-5", .paymentRequired, 402, #""type":"billing_error""#),
      ("google/gemini-2.5-flash", .rateLimited, 429, #""retryDelay":"2s""#),
      ("google/gemini-2.5-flash", .overloaded, 503, #""status":"UNAVAILABLE""#),
      ("deepgram/nova-3", .unauthorized, 401, #""err_code":"INVALID_AUTH""#),
      ("deepgram/nova-3", .rateLimited, 429, #""err_code":"TOO_MANY_REQUESTS""#),
      ("deepgram/aura-2-http", .rateLimited, 429, #""err_code":"Too Many Requests""#),
      ("somebody/new", .overloaded, 503, #""type":"overloaded""#),
    ])
  func vendorsWords(provider: String, fault: Fault, status: Int, words: String) {
    let path = provider.hasSuffix("http") ? "/v1/speak" : "/v1/listen"
    let request = ConnectionRequest(
      transport: provider.hasSuffix("3") ? .webSocket : .http(method: "POST"), endpoint: .service("h"),
      target: path, headers: [])
    let answer = EmulatedVendor.faults(of: provider).refusal(fault, of: request, retryAfter: .seconds(2))
    guard case .response(let found, let headers, let body) = answer else {
      Issue.record("not a response")
      return
    }
    #expect(found == status)
    #expect(body.contains(words), "\(body)")
    if !provider.hasPrefix("google") { #expect(headers.value(of: "retry-after") == "2") }
  }

  @Test("tear characters apart, and a client puts them together")
  func splitUTF8() throws {
    let reply = "Größe und Fläche: ¼ der Höhe – 円の面積 🙂."
    for model in EmulationProfiles.shipped.languageModels.keys.sorted() where Self.faulty.contains(model) {
      let asker = try Asker(Self.providers(FaultRule(.splitUTF8), reply: reply), model: model)
      asker.ask("Wie groß?")
      asker.pump.wait(until: .ms(60_000))
      #expect(asker.text == reply, "\(model)")
      #expect(
        asker.pump.served.contains { action in
          if case .body(let bytes, _) = action { bytes.last.map { $0 >= 0xC0 } ?? false } else { false }
        }, "\(model): a piece ends inside a character")
    }
  }

  @Test("send speech that was taken back, which a client drops and tells")
  func answerAfterCancel() throws {
    let speaker = try Speaker(Self.providers(FaultRule(.answerAfterCancel)))
    speaker.pump.wait(until: .ms(100))
    speaker.speak("This is a sentence that is long enough to be interrupted.", id: 1)
    speaker.pump.wait(until: .ms(1500))
    #expect(!speaker.audio(of: 1).isEmpty)
    let heard = speaker.audio(of: 1).count
    speaker.clear()
    speaker.pump.wait(until: .ms(3000))
    #expect(speaker.audio(of: 1).count == heard || speaker.finished == [RequestID(1)])
    speaker.speak("Another one, said at once and without a pause.", id: 2)
    speaker.clear()
    speaker.pump.wait(until: .ms(6000))
    #expect(speaker.pump.events.contains { $0.event == .unasked })
    #expect(speaker.audio(of: 2).isEmpty)
  }

  @Test("strike after a time, a number of bytes or a number of messages")
  func positions() throws {
    func tokens(_ position: FaultRule.Position) throws -> [LabInstant] {
      let asker = try Asker(
        Services.providers(
          profiles: {
            var profiles = Services.profiles
            profiles.languageModels["openai/gpt-4o-mini"]?.reply = "One two three four five six seven eight."
            profiles.faults = FaultPlan([FaultRule(.connectionLost, position: position)])
            return profiles
          }()))
      asker.ask("Count.")
      asker.pump.wait(until: .ms(10_000))
      #expect(asker.failure?.code == "reset")
      return asker.tokens.map(\.at)
    }
    // The role is the first message; then tokens follow, the first of them after 350 ms.
    #expect(try tokens(.messages(4)) == [.ms(350), .ms(360), .ms(370)])
    #expect(try tokens(.time(.milliseconds(375))) == [.ms(350), .ms(360), .ms(370)])
    #expect(try tokens(.bytes(1)).isEmpty)
  }

  @Test("are counted for programs that say nothing of themselves")
  func unannounced() throws {
    let providers = Self.providers(FaultRule(.serverError, occasion: .every(2)), reply: "Yes.")
    let failures = try (0..<4).map { _ in
      let asker = try Asker(providers)
      asker.ask("Hello?")
      asker.pump.wait(until: .ms(60_000))
      return asker.failure?.code
    }
    #expect(failures == [nil, "server_error", nil, "server_error"])
  }

  @Test("know a call by its announcement, whatever stands in it")
  func announcement() throws {
    let call = AnnouncedCall(
      conversation: "7", session: "tutor;x y.0", provider: "deepgram/nova-3", stage: .stt, number: 3, turn: 2)
    let request = ConnectionRequest(
      transport: .webSocket, endpoint: .service("h"), target: "/", headers: [call.header])
    let read = try #require(AnnouncedCall(request))
    #expect((read.conversation, read.session, read.number, read.turn) == ("7", "tutor_x_y.0", 3, 2))
    #expect((read.provider, read.stage) == ("deepgram/nova-3", .stt))
  }

  @Test(
    "are meant by patterns",
    arguments: [
      ("deepgram/*", "deepgram/nova-3", true), ("*", "a/b", true), ("*/nova-3", "deepgram/nova-3", true),
      ("deepgram/nova-3", "deepgram/nova-2", false), ("d*n*3", "deepgram/nova-3", true),
      ("openai/*", "deepgram/nova-3", false), ("*nova", "deepgram/nova-3", false),
    ])
  func patterns(pattern: String, name: String, matches: Bool) {
    #expect(FaultRule.matches(pattern, name) == matches)
  }
}
