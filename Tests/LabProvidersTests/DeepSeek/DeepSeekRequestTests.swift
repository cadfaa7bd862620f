import LabProviders
import LabTimeline
import Testing

@Suite("Requests to DeepSeek")
struct DeepSeekRequestTests {
  private func request(_ options: LanguageModelOptions) throws -> ConnectionRequest? {
    var session = try ProviderCatalogue.standard.makeLanguageModel(
      "deepseek/deepseek-v4-flash",
      configuration: SessionConfiguration(
        apiKey: "k", sampleRate: 16_000, sessionID: "s", languageModel: options))
    var actions: [LanguageModelAction] = []
    session.request(RequestID(1), messages: [], at: .origin, into: &actions)
    return actions.compactMap { if case .open(_, let request) = $0 { request } else { nil } }.first
  }

  private func body(_ options: LanguageModelOptions) throws -> String {
    String(decoding: try request(options)?.body ?? [], as: UTF8.self)
  }

  @Test("go to its own address, with its key")
  func address() throws {
    let request = try #require(try request(LanguageModelOptions()))
    #expect(request.url == "https://api.deepseek.com:443/chat/completions")
    #expect(request.headers.value(of: "Authorization") == "Bearer k")
  }

  @Test("switch thinking off unless an effort is asked for")
  func thinking() throws {
    var options = LanguageModelOptions()
    #expect(try body(options).contains(#""thinking":{"type":"disabled"}"#))
    options.reasoningEffort = "none"
    #expect(try body(options).contains(#""thinking":{"type":"disabled"}"#))
    #expect(try !body(options).contains("reasoning_effort"))
    options.reasoningEffort = "high"
    #expect(try body(options).contains(#""reasoning_effort":"high""#))
    #expect(try !body(options).contains("thinking"))
  }

  @Test("name the longest reply as its service does, and no field that it does not know")
  func fields() throws {
    var options = LanguageModelOptions()
    options.maximumTokens = 20
    #expect(try body(options).contains(#""max_tokens":20"#))
    #expect(try !body(options).contains("include_obfuscation"))
  }
}
