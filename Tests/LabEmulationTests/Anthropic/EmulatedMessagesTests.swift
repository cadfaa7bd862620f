import LabEmulation
import LabProviders
import LabTimeline
import Testing

@Suite("An emulated Anthropic model")
struct EmulatedMessagesTests {
  /// What the service sends for a body, as one text, and its status.
  private static func answer(
    _ body: String,
    headers: [HeaderField] = [.init("x-api-key", "k"), .init("anthropic-version", "2023-06-01")]
  ) -> (Int?, String) {
    let request = ConnectionRequest(
      transport: .http(method: "POST"), endpoint: .service("api.anthropic.com"), target: "/v1/messages",
      headers: headers, body: Array(body.utf8))
    let providers = EmulatedProviders(seed: 1, transcripts: TranscriptIndex(utterances: []))
    var exchange = providers.exchange(for: request)
    var actions: [ServerAction] = []
    exchange.handle(.opened, at: .origin, into: &actions)
    exchange.handle(.timer(ServerTimer(0)), at: .ms(600_000), into: &actions)
    var status: Int?
    var text = ""
    for action in actions {
      switch action {
      case .respond(let code, _): status = code
      case .body(let bytes, _): text += String(decoding: bytes, as: UTF8.self)
      default: break
      }
    }
    return (status, text)
  }

  private static func body(_ extra: String) -> String {
    #"{"model":"claude-haiku-4-5","max_tokens":99,"system":[{"type":"text","text":"Be brief."}],"#
      + #""messages":[{"role":"user","content":[{"type":"text","text":"Hello"}]}]\#(extra)}"#
  }

  @Test("is understood by the lab's own session, token by token")
  func speaksToOurClient() throws {
    let asker = try Asker(
      EmulatedProviders(seed: 3, transcripts: TranscriptIndex(utterances: [])),
      model: "anthropic/claude-haiku-4-5")
    asker.ask("What is the area of a circle?")
    asker.pump.wait(until: .ms(60_000))
    #expect(asker.failure == nil)
    #expect(asker.tokens.count > 5)
    #expect(asker.usage?.output == asker.tokens.count)
  }

  @Test("sends its events in the order that the vendor's client needs, under their names")
  func order() {
    let (status, text) = Self.answer(Self.body(#","stream":true"#))
    #expect(status == 200)
    let names = text.split(separator: "\n").filter { $0.hasPrefix("event: ") }.map { $0.dropFirst(7) }
    #expect(names.prefix(4) == ["message_start", "content_block_start", "ping", "content_block_delta"])
    #expect(names.suffix(3) == ["content_block_stop", "message_delta", "message_stop"])
    #expect(!text.contains("[DONE]"))
  }

  @Test("answers as a whole when no stream is asked for")
  func whole() {
    let (status, text) = Self.answer(Self.body(""))
    #expect(status == 200)
    #expect(text.hasPrefix(#"{"id":"msg_"#))
    #expect(text.contains(#""stop_reason":"end_turn""#))
  }

  @Test("refuses what it cannot answer, with the service's status and error type")
  func refusals() {
    #expect(Self.answer(Self.body(""), headers: [.init("anthropic-version", "2023-06-01")]).0 == 401)
    #expect(Self.answer(Self.body(""), headers: [.init("x-api-key", "k")]).0 == 400)
    #expect(Self.answer("{").0 == 400)
    #expect(Self.answer(Self.body("").replacing(#""max_tokens":99,"#, with: "")).0 == 400)
    #expect(Self.answer(Self.body("").replacing(#""role":"user""#, with: #""role":"assistant""#)).0 == 400)
    let (status, text) = Self.answer(Self.body("").replacing("claude-haiku-4-5", with: "claude-9"))
    #expect(status == 404)
    #expect(text.contains("not_found_error"))
  }
}
