import LabEmulation
import LabProviders
import LabTimeline
import Testing

@Suite("Every emulated language model")
struct EveryLanguageModelTests {
  /// Each protocol once or more: all services that have a profile. An engine on this machine knows no tools.
  static let models = EmulationProfiles.shipped.languageModels.keys.sorted().filter { id in
    ProviderCatalogue.standard.entries.contains { $0.id == id && $0.engine == nil }
  }

  private static func reply(of model: String, pieceSize: Int = .max) throws -> Asker {
    let asker = try Asker(
      EmulatedProviders(seed: 3, transcripts: TranscriptIndex(utterances: [])), model: model,
      pieceSize: pieceSize)
    asker.ask("What is the area of a circle?")
    asker.pump.wait(until: .ms(60_000))
    return asker
  }

  @Test("is understood by the lab's own session, and counts the tokens that it sends", arguments: models)
  func speaksToOurClient(model: String) throws {
    let asker = try Self.reply(of: model)
    #expect(asker.failure == nil)
    #expect(asker.tokens.count > 5)
    #expect(asker.usage?.output == asker.tokens.count)
    #expect((asker.usage?.input ?? 0) > 4)
    let whole = asker.text
    #expect(whole.hasSuffix(".") || whole.hasSuffix("?"))
  }

  @Test("says the same at the same moments however its bytes are cut", arguments: models)
  func splits(model: String) throws {
    let whole = try Self.reply(of: model)
    let cut = try Self.reply(of: model, pieceSize: 3)
    #expect(cut.tokens.map(\.text) == whole.tokens.map(\.text))
    #expect(cut.tokens.map(\.at) == whole.tokens.map(\.at))
    #expect(cut.usage == whole.usage)
  }

  @Test("stands in the catalogue as a language model", arguments: models)
  func isInTheCatalogue(model: String) throws {
    #expect(try ProviderCatalogue.standard.entry(model).stage == .llm)
  }

  private static let weather = ToolDefinition(
    name: "weather", description: "Looks the weather up.",
    parameters: """
      {"type":"object","properties":{"place":{"type":"string"},"days":{"type":"integer","minimum":2},
      "unit":{"enum":["celsius","kelvin"]},"note":{"type":"string"}},"required":["place","days","unit"]}
      """)

  @Test("calls a tool that it is offered, once, and answers with the result", arguments: models)
  func callsTools(model: String) throws {
    var configuration = Services.configuration()
    configuration.languageModel.tools = [Self.weather]
    let asker = try Asker(
      EmulatedProviders(seed: 3, transcripts: TranscriptIndex(utterances: [])), configuration: configuration,
      model: model, pieceSize: 7)
    let question = ChatMessage(role: .user, content: "Oslo")
    asker.ask([question])
    asker.pump.wait(until: .ms(60_000))
    #expect(asker.failure == nil)
    #expect(asker.tokens.isEmpty)
    #expect(asker.finish == .toolCalls)
    let call = try #require(asker.calls.first)
    #expect(asker.calls.count == 1)
    #expect(call.name == "weather")
    #expect(!call.id.isEmpty)
    #expect(call.arguments == #"{"days":2,"place":"Oslo","unit":"celsius"}"#)

    asker.ask(
      [
        question, ChatMessage(role: .assistant, content: "", toolCalls: [call]),
        ChatMessage(result: "sunny", of: call),
      ], id: 1)
    asker.pump.wait(until: .ms(120_000))
    #expect(asker.failure == nil)
    #expect(asker.tokens.count > 5)
    #expect(asker.calls.count == 1)
  }
}
