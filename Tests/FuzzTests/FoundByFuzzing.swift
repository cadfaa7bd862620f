import LabEmulation
import LabProviders
import LabTimeline
import Testing

@Suite("What fuzzing found")
struct FoundByFuzzing {
  private let providers = EmulatedProviders(seed: 1, transcripts: TranscriptIndex(utterances: []))

  /// What a emulator answers to a request and a few messages, all at one instant.
  private func answer(_ request: ConnectionRequest, _ messages: [String] = []) -> [ServerAction] {
    var exchange = providers.exchange(for: request)
    var actions: [ServerAction] = []
    exchange.handle(.opened, at: .origin, into: &actions)
    for message in messages { exchange.handle(.message(.text(message)), at: .origin, into: &actions) }
    return actions
  }

  @Test(
    "Deepgram’s emulator refuses a sample rate that overflows sums",
    arguments: [ConnectionRequest.Transport.webSocket, .http(method: "POST")])
  func sampleRate(transport: ConnectionRequest.Transport) {
    let request = ConnectionRequest(
      transport: transport, endpoint: .service("api.deepgram.com"),
      target: "/v1/speak?model=aura-2-thalia-en&encoding=linear16&sample_rate=9007199254740992",
      headers: [HeaderField("Authorization", "Token key")], body: Array(#"{"text":"Hi"}"#.utf8))
    let statuses = answer(request).compactMap { if case .respond(let status, _) = $0 { status } else { nil } }
    #expect(statuses == [400])
  }

  @Test("Cartesia’s client takes the smallest and the largest number that a flush can have")
  func flush() throws {
    var session = try ProviderCatalogue.standard.makeTextToSpeech(
      "cartesia/sonic-3",
      configuration: SessionConfiguration(apiKey: "key", sampleRate: 24_000, sessionID: "a.0"))
    var actions: [TextToSpeechAction] = []
    session.open(at: .origin, into: &actions)
    let key = ConnectionKey(0)
    session.receive(
      WireArrival(.opened(ResponseHead(status: 101, headers: [], setup: .reused))), on: key, at: .origin,
      into: &actions)
    session.speak(RequestID(0), text: "Hi.", at: .origin, into: &actions)
    let context = actions.compactMap { action -> String? in
      guard case .send(_, .text(let text)) = action else { return nil }
      return text.split(separator: "\"context_id\":\"").dropFirst().first.map {
        String($0.prefix { $0 != "\"" })
      }
    }.last
    let messages = [
      #""type":"chunk","data":"AAAA","flush_id":-9223372036854775808"#,
      #""type":"flush_done","done":false,"flush_id":9223372036854775807"#,
    ]
    let finishes = messages.map { message in
      actions = []
      let text = "{\(message),\"context_id\":\"\(context ?? "")\"}"
      session.receive(WireArrival(.message(.text(text))), on: key, at: .origin, into: &actions)
      return actions.contains(.emit(.finished(RequestID(0))))
    }
    #expect(finishes == [false, true])
  }

  @Test("OpenAI’s Realtime emulator refuses a message that is nested without end")
  func nesting() {
    let request = ConnectionRequest(
      transport: .webSocket, endpoint: .service("api.openai.com"), target: "/v1/realtime?model=gpt-realtime",
      headers: [HeaderField("Authorization", "Bearer key")])
    let depth = 500
    let message =
      #"{"type":"#
      + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    var exchange = providers.exchange(for: request)
    var actions: [ServerAction] = []
    exchange.handle(.opened, at: .origin, into: &actions)
    actions = []
    exchange.handle(.message(.text(message)), at: .origin, into: &actions)
    let said = actions.compactMap { if case .send(.text(let text), _) = $0 { text } else { nil } }
    #expect(said.contains { $0.contains("invalid_event") } || said.isEmpty)
  }

  @Test("Counts and times that no service can mean are cut to what can be reckoned with")
  func extremes() {
    let usage = TokenUsage(input: .max, cachedInput: .min, output: .max, reasoning: 3)
    #expect(usage.input + usage.output + usage.reasoning > 0)
    #expect(usage.cachedInput == 0)
    #expect(Duration.milliseconds(Int.max).nanoseconds == .max)
    #expect(Duration.milliseconds(Int.min).nanoseconds == .min)
    #expect(Duration(milliseconds: 1e308).nanoseconds == .max)
    #expect(Duration(milliseconds: -1e308).nanoseconds == .min)
    #expect(Duration(milliseconds: .nan) == .zero)
    #expect(LabInstant(nanoseconds: 5) + .milliseconds(Int.max) == LabInstant(nanoseconds: .max))
    #expect(LabInstant(nanoseconds: .max) - LabInstant(nanoseconds: -1) == .nanoseconds(Int64.max))
  }
}
