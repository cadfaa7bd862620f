import LabProviders
import LabTimeline
import Testing

@Suite("The catalogue")
struct ProviderCatalogueTests {
  private let catalogue = ProviderCatalogue.standard
  private let configuration = SessionConfiguration(apiKey: "k", sampleRate: 16_000, sessionID: "s")

  @Test("has ids that occur once, and a session for every entry")
  func isComplete() throws {
    #expect(Set(catalogue.entries.map(\.id)).count == catalogue.entries.count)
    for entry in catalogue.entries {
      var configuration = configuration
      if let rate = entry.sampleRates.first, !entry.sampleRates.contains(16_000) {
        configuration.sampleRate = rate
      }
      switch entry.stage {
      case .stt: _ = try catalogue.makeSpeechToText(entry.id, configuration: configuration)
      case .llm: _ = try catalogue.makeLanguageModel(entry.id, configuration: configuration)
      case .tts:
        let session = try catalogue.makeTextToSpeech(entry.id, configuration: configuration)
        #expect(session.sampleRate == configuration.sampleRate)
      case .s2s:
        let session = try catalogue.makeSpeechToSpeech(entry.id, configuration: configuration)
        #expect(session.sampleRate == configuration.sampleRate)
      }
    }
  }

  @Test(
    "suggests what was probably meant",
    arguments: [
      ("deepgram/nova3", ["deepgram/nova-3", "deepgram/nova-2"]), ("nova-3", ["deepgram/nova-3"]),
      ("openai/gpt4o-mini", ["openai/gpt-4o-mini"]),
    ])
  func suggests(id: String, expected: [String]) {
    let error = #expect(throws: ProviderError.self) { try catalogue.entry(id) }
    #expect(error?.code == .unknownProvider)
    #expect(error?.suggestions.first == expected.first)
    #expect(Set(expected).isSubset(of: error?.suggestions ?? []))
  }

  @Test("lists everything of the kind when nothing is near")
  func listsAll() {
    let error = #expect(throws: ProviderError.self) {
      try catalogue.makeTextToSpeech("zzzzzzzzzzzz", configuration: configuration)
    }
    #expect(error?.suggestions == [])
    let all = catalogue.entries.filter { $0.stage == .tts }.map(\.id)
    #expect(error?.hint == "Choose one of: \(all.joined(separator: ", ")).")
  }

  @Test("refuses an id of another kind and a rate that the service does not take")
  func refuses() {
    let kind = #expect(throws: ProviderError.self) {
      try catalogue.makeSpeechToText("openai/gpt-4o", configuration: configuration)
    }
    #expect(kind?.code == .wrongKind)
    var odd = configuration
    odd.sampleRate = 11_025
    let rate = #expect(throws: ProviderError.self) {
      try catalogue.makeTextToSpeech("deepgram/aura-2", configuration: odd)
    }
    #expect(rate?.code == .unsupportedSampleRate)
  }

  @Test("points a session at another service when asked")
  func redirects() throws {
    var configuration = configuration
    configuration.redirect(to: try ServiceAddress(url: "http://127.0.0.1:9/openai/v1"))
    var session = try catalogue.makeLanguageModel("openai/gpt-4o-mini", configuration: configuration)
    var actions: [LanguageModelAction] = []
    session.request(RequestID(1), messages: [], at: .origin, into: &actions)
    guard case .open(_, let request) = actions.first else {
      Issue.record("no request")
      return
    }
    #expect(request.url == "http://127.0.0.1:9/openai/v1/chat/completions")
  }
}
