import LabEmulation
import LabProviders
import LabRecord
import LabTimeline
import Testing

@Suite("A server of one's own that speaks Chat Completions")
struct CompatibleServerTests {
  private static let id = "own/model"

  private static func entry(
    _ kind: CompatibleServer.Kind = .openAI, key: String? = nil
  ) throws -> ProviderEntry {
    try #require(
      .compatible(
        id, stage: .llm, model: "Qwen/Qwen3-8B",
        address: try ServiceAddress(url: "http://127.0.0.1:8000/gateway/v1/"),
        server: CompatibleServer(like: kind), keyVariable: key))
  }

  /// A caller of the server's twin, joined to it by the session that would speak to the server itself.
  private static func asker(
    _ kind: CompatibleServer.Kind = .openAI, key: String? = nil, sent: APIKey = "", pieceSize: Int = .max,
    tools: [ToolDefinition] = [], _ change: (inout ChatQuirks) -> Void = { _ in }
  ) throws -> Asker {
    let entry = try entry(kind, key: key)
    var profiles = EmulationProfiles()
    profiles.add(entry)
    profiles.languageModels[id]?.firstToken = .fixed(.milliseconds(400))
    profiles.languageModels[id]?.tokenInterval = .fixed(.milliseconds(10))
    profiles.languageModels[id]?.reply = "Yes. That is right."
    let path = try #require(profiles.servers[id]).basePath
    #expect(path == "/own/model/gateway/v1")
    change(&profiles.servers[id]!.quirks)
    var configuration = Services.configuration(key: sent)
    configuration.basePath = path
    configuration.languageModel.tools = tools
    return try Asker(
      Services.providers(profiles: profiles), configuration: configuration, model: id, pieceSize: pieceSize,
      catalogue: ProviderCatalogue(entries: [entry]))
  }

  private static func ask(_ asker: Asker) -> Asker {
    asker.ask("Is that right?")
    asker.pump.wait(until: .ms(60_000))
    return asker
  }

  @Test(
    "is understood whatever it is like, in whatever pieces it arrives",
    arguments: CompatibleServer.Kind.allCases, [Int.max, 5])
  func kinds(kind: CompatibleServer.Kind, pieceSize: Int) throws {
    let asker = Self.ask(try Self.asker(kind, pieceSize: pieceSize))
    #expect(asker.failure == nil)
    #expect(asker.text == "Yes. That is right.")
    #expect(asker.tokens.map(\.at) == [.ms(400), .ms(410), .ms(420), .ms(430)])
    #expect(asker.finish == .stop)
    #expect(asker.usage?.output == 4)
  }

  @Test(
    "calls a tool that it is offered, in one piece or in many, and whatever it says of the end",
    arguments: CompatibleServer.Kind.allCases, [true, false])
  func tools(kind: CompatibleServer.Kind, saysSo: Bool) throws {
    let tool = ToolDefinition(
      name: "weather", description: "",
      parameters: #"{"type":"object","properties":{"place":{"type":"string"}}}"#)
    let asker = Self.ask(try Self.asker(kind, tools: [tool]) { $0.saysToolCalls = saysSo })
    #expect(asker.failure == nil)
    #expect(asker.calls.map(\.arguments) == [#"{"place":"Is that right?"}"#])
    #expect(asker.calls.map(\.name) == ["weather"])
    #expect(asker.finish == .toolCalls)
    #expect(asker.tokens.isEmpty)
  }

  @Test(
    "keeps its thoughts apart from its answer, wherever they stand",
    arguments: ChatQuirks.Thinking.allCases, [Int.max, 3])
  func thoughts(place: ChatQuirks.Thinking, pieceSize: Int) throws {
    let asker = Self.ask(
      try Self.asker(pieceSize: pieceSize) {
        $0.thinking = place
        $0.thinkingTokens = 5
      })
    #expect(asker.text == "Yes. That is right.")
    #expect(asker.thoughts.map(\.text).joined() == "The caller asks something,")
    // Marks are tokens of their own: one before the thoughts and one behind them.
    let marks: Int64 = place == .inline ? 2 : 0
    #expect(asker.thoughts.first?.at == .ms(400 + (marks > 0 ? 10 : 0)))
    #expect(asker.tokens.first?.at == .ms(450 + 10 * marks))
    #expect(asker.usage?.output == 9)
  }

  @Test("may say its role anywhere or nowhere", arguments: ChatQuirks.Role.allCases)
  func roles(role: ChatQuirks.Role) throws {
    let asker = Self.ask(try Self.asker { $0.role = role })
    #expect(asker.text == "Yes. That is right.")
    #expect(asker.tokens.first?.at == .ms(400))
  }

  @Test("may tell what was consumed anywhere or nowhere", arguments: ChatQuirks.Usage.allCases)
  func usage(usage: ChatQuirks.Usage) throws {
    let asker = Self.ask(try Self.asker { $0.usage = usage })
    #expect(asker.finish == .stop)
    #expect(asker.usage?.output == (usage == .never ? nil : 4))
  }

  @Test("may leave out its terminator and the space")
  func bareStream() throws {
    let asker = Self.ask(
      try Self.asker {
        $0.terminates = false
        $0.hasSpace = false
      })
    #expect(asker.failure == nil)
    #expect(asker.finish == .stop)
    #expect(asker.text == "Yes. That is right.")
  }

  @Test("keeps a connection alive with comments, which are no tokens")
  func keepAlive() throws {
    let asker = Self.ask(
      try Self.asker {
        $0.keepAlive = " wait"
        $0.keepAliveEvery = .milliseconds(150)
      })
    let firstByte = asker.pump.events.first { if case .firstByte = $0.event { true } else { false } }
    #expect(firstByte?.at == .ms(150))
    #expect(asker.tokens.first?.at == .ms(400))
    #expect(asker.text == "Yes. That is right.")
  }

  @Test("refuses in many shapes, all of which are understood", arguments: ChatQuirks.ErrorShape.allCases)
  func refusals(shape: ChatQuirks.ErrorShape) throws {
    let asker = Self.ask(try Self.asker(key: "OWN_KEY") { $0.errors = shape })
    #expect(asker.failure?.code == "unauthorized")
    #expect(asker.failure?.status == 401)
    #expect(asker.failure?.message.contains("The API key is missing or wrong") == true)
  }

  @Test("asks for a key only where it has one")
  func keys() throws {
    #expect(Self.ask(try Self.asker(key: "OWN_KEY", sent: "secret")).failure == nil)
    #expect(Self.ask(try Self.asker(sent: "")).failure == nil)
  }

  @Test("has the one model that it serves, and answers below its own name only")
  func routes() throws {
    var profiles = EmulationProfiles()
    profiles.add(try Self.entry())
    func status(_ target: String, model: String = "Qwen/Qwen3-8B") -> Int? {
      let request = ConnectionRequest(
        transport: .http(method: "POST"), endpoint: .service("localhost"), target: target, headers: [],
        body: Array(#"{"model":"\#(model)","messages":[{"role":"user","content":"Hello"}]}"#.utf8))
      var service = Service(request, Services.providers(profiles: profiles))
      service.wait(until: .ms(60_000))
      return service.status
    }
    #expect(status("/own/model/gateway/v1/chat/completions") == 200)
    #expect(status("/~baseline/own/model/gateway/v1/chat/completions") == 200)
    #expect(status("/own/model/gateway/v1/chat/completions", model: "other") == 404)
    #expect(status("/own/model/gateway/v1/completions") == 404)
    #expect(status("/gateway/v1/chat/completions") == 404)
  }
}
