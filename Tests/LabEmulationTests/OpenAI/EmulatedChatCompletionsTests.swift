import LabEmulation
import LabProviders
import LabTimeline
import Testing

@Suite("An emulated language model")
struct EmulatedChatCompletionsTests {
  @Test("streams its first token after its latency and the others at their interval")
  func timing() throws {
    let asker = try Asker(Services.providers())
    asker.pump.wait(until: .ms(1000))
    asker.ask("What is the area of a circle?")
    asker.pump.wait(until: .ms(60_000))
    #expect(asker.tokens.count > 5)
    for (index, token) in asker.tokens.enumerated() { #expect(token.at == .ms(1350 + 10 * Int64(index))) }
    #expect(asker.usage?.output == asker.tokens.count)
    #expect(asker.failure == nil)
  }

  @Test(
    "gives the same answer, and the client the same tokens, however its bytes are cut",
    arguments: [1, 2, 7, 100])
  func splits(pieceSize: Int) throws {
    let whole = try Asker(Services.providers())
    let cut = try Asker(Services.providers(), pieceSize: pieceSize)
    for asker in [whole, cut] {
      asker.ask("Was ist das? Ich möchte das verstehen und die Lösung – „genau“ – hören.")
      asker.pump.wait(until: .ms(60_000))
    }
    #expect(!whole.text.isEmpty)
    #expect(cut.tokens.map(\.text) == whole.tokens.map(\.text))
    #expect(cut.tokens.map(\.at) == whole.tokens.map(\.at))
    #expect(cut.usage == whole.usage)
  }

  @Test("answers in sentences of the language that it is spoken to in")
  func language() throws {
    for (question, sign) in [
      ("Ich weiß nicht, was ist das und die?", "ie"), ("Che cosa è la forza, per il corpo?", "a"),
    ] {
      let asker = try Asker(Services.providers())
      asker.ask(question)
      asker.pump.wait(until: .ms(60_000))
      #expect(asker.text.contains(sign))
      #expect(!asker.text.contains(" the "))
    }
  }

  @Test("says the words that it is told to, one a token")
  func reply() throws {
    var profiles = Services.profiles
    profiles.languageModels["openai/gpt-4o-mini"]?.reply = "Yes. That is right."
    let asker = try Asker(Services.providers(profiles: profiles))
    asker.ask("Hello")
    asker.pump.wait(until: .ms(60_000))
    #expect(asker.text == "Yes. That is right.")
  }

  static func body(_ extra: String) -> String {
    #"{"model":"gpt-4o-mini","messages":[{"role":"user","content":"Hello"}]\#(extra)}"#
  }

  /// What the service sends for a body, as one text, and its status.
  static func answer(_ body: String, key: String = "Bearer key", path: String = "/v1/chat/completions") -> (
    Int?, String
  ) {
    let request = ConnectionRequest(
      transport: .http(method: "POST"), endpoint: .service("api.openai.com"), target: path,
      headers: [HeaderField("Authorization", key)], body: Array(body.utf8))
    var exchange = Services.providers().exchange(for: request)
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

  @Test("counts its tokens only when asked to, in a chunk of its own before the end")
  func usage() {
    let (_, silent) = Self.answer(Self.body(#","stream":true"#))
    #expect(!silent.contains("usage"))
    #expect(silent.hasSuffix("data: [DONE]\n\n"))
    let (_, counting) = Self.answer(Self.body(#","stream":true,"stream_options":{"include_usage":true}"#))
    #expect(counting.matches(of: #/"choices":\[\],"usage":\{"prompt_tokens":6,/#).count == 1)
    #expect(counting.hasSuffix("data: [DONE]\n\n"))
  }

  @Test("answers as a whole when no stream is asked for")
  func whole() {
    let (status, text) = Self.answer(Self.body(""))
    #expect(status == 200)
    #expect(text.contains(#""object":"chat.completion""#))
    #expect(!text.contains("data:"))
  }

  @Test("refuses what it cannot answer, with the service's status")
  func refusals() throws {
    #expect(Self.answer(Self.body(""), key: "").0 == 401)
    #expect(Self.answer("{").0 == 400)
    #expect(Self.answer(#"{"model":"gpt-4o-mini","messages":[]}"#).0 == 400)
    let (status, text) = Self.answer(Self.body("").replacing("gpt-4o-mini", with: "gpt-9"))
    #expect(status == 404)
    #expect(text.contains("model_not_found"))
    let asker = try Asker(Services.providers(), model: "openai/gpt-4o")
    asker.ask("Hello")
    asker.pump.wait(until: .ms(1000))
    #expect(asker.failure?.status == 404)
  }

  @Test("says nothing more once it was cancelled")
  func cancel() throws {
    let asker = try Asker(Services.providers())
    asker.ask("Hello")
    asker.pump.wait(until: .ms(375))
    #expect(asker.tokens.count == 3)
    asker.pump.act { asker.session.cancel(RequestID(0), at: $0, into: &$1) }
    let served = asker.pump.served.count
    asker.pump.wait(until: .ms(60_000))
    #expect(asker.tokens.count == 3)
    #expect(asker.pump.served.count == served)
  }
}
