public import LabProviders
import LabTimeline
import LabTransport

/// Finds out whether a provider answers, with a minimal request: two words to a language model,
/// one word to speak, a second of silence to write down, or a session that is opened and closed.
public struct ProviderCheck: Sendable {
  private let catalogue: ProviderCatalogue
  private let patience: Duration

  /// - Parameters:
  ///   - catalogue: Where providers are, and how they are spoken to.
  ///   - patience: How long to wait for each of them.
  public init(catalogue: ProviderCatalogue, patience: Duration = .seconds(10)) {
    self.catalogue = catalogue
    self.patience = patience
  }

  /// What was found out.
  public struct Finding: Hashable, Sendable {
    /// What setting up the connection took; `nil` when there was none, or when it was not measured.
    public var connect: Duration?
    /// From the beginning to the first answer: a token, a piece of sound, a transcript, or a session that is
    /// ready.
    public var firstAnswer: Duration?
    /// Why there was no answer; `nil` when there was one.
    public var failure: ProviderFailure?
  }

  /// Calls a provider.
  ///
  /// - Parameter key: The provider's key; empty for one that needs none.
  /// - Throws: `ProviderError` when the catalogue has no such provider, and a `TransportFailure` when this
  ///   machine has no sockets.
  public func check(_ id: String, key: APIKey) throws -> Finding {
    let entry = try catalogue.entry(id)
    let rate = entry.sampleRates.contains(24_000) ? 24_000 : entry.sampleRates.first ?? 24_000
    var asked = SessionConfiguration(
      apiKey: key, sampleRate: rate, sessionID: "turnlab-doctor", patience: patience)
    switch entry.stage {
    case .stt:
      var session = try catalogue.makeSpeechToText(id, configuration: asked)
      return try run(
        begin: { now, actions in
          session.open(at: now, into: &actions)
          guard session.sendsUtterances else { return }
          session.speechStarted(at: now, into: &actions)
          session.append(audio: [UInt8](repeating: 0, count: 2 * rate), at: now, into: &actions)
          session.finalize(at: now, into: &actions)
        },
        receive: { session.receive($0, on: $1, at: $2, into: &$3) },
        timerFired: { session.timerFired($0, at: $1, into: &$2) }, news: Self.news)
    case .llm:
      // The least that OpenAI's Responses take.
      asked.languageModel.maximumTokens = 16
      var session = try catalogue.makeLanguageModel(id, configuration: asked)
      return try run(
        begin: {
          session.request(
            RequestID(0), messages: [.init(role: .user, content: "Say yes.")], at: $0, into: &$1)
        },
        receive: { session.receive($0, on: $1, at: $2, into: &$3) },
        timerFired: { session.timerFired($0, at: $1, into: &$2) }, news: Self.news)
    case .tts:
      var session = try catalogue.makeTextToSpeech(id, configuration: asked)
      return try run(
        begin: {
          session.open(at: $0, into: &$1)
          session.speak(RequestID(0), text: "Yes.", at: $0, into: &$1)
        },
        receive: { session.receive($0, on: $1, at: $2, into: &$3) },
        timerFired: { session.timerFired($0, at: $1, into: &$2) }, news: Self.news)
    case .s2s:
      var session = try catalogue.makeSpeechToSpeech(id, configuration: asked)
      return try run(
        begin: { session.open(at: $0, into: &$1) },
        receive: { session.receive($0, on: $1, at: $2, into: &$3) },
        timerFired: { session.timerFired($0, at: $1, into: &$2) }, news: Self.news)
    }
  }

  private func run<Event>(
    begin: (LabInstant, inout [SessionAction<Event>]) -> Void,
    receive: (WireArrival, ConnectionKey, LabInstant, inout [SessionAction<Event>]) -> Void,
    timerFired: (SessionTimer, LabInstant, inout [SessionAction<Event>]) -> Void,
    news: (Event) -> CheckNews?
  ) throws -> Finding {
    let inbox = DriverInbox()
    let transports = try LiveTransports(settings: TransportSettings(), sink: inbox)
    var loop = CheckLoop<Event>(transports: transports, inbox: inbox, patience: patience)
    let finding = loop.run(begin: begin, receive: receive, timerFired: timerFired, news: news)
    try transports.shutdown()
    return finding
  }

  private static func news(_ event: SpeechToTextEvent) -> CheckNews? {
    switch event {
    // A session that is ready has taken the key.
    case .ready(let setup): .answered(setup)
    case .connected(let setup): .connected(setup)
    case .final, .nothingToSettle: .answered(nil)
    case .failed(let failure): .failed(failure)
    default: nil
    }
  }

  private static func news(_ event: LanguageModelEvent) -> CheckNews? {
    switch event {
    case .connected(_, let setup): .connected(setup)
    case .token, .reasoning, .toolCall, .finished: .answered(nil)
    case .failed(_, let failure): .failed(failure)
    default: nil
    }
  }

  private static func news(_ event: TextToSpeechEvent) -> CheckNews? {
    switch event {
    case .connected(_, let setup): .connected(setup)
    case .audio, .finished: .answered(nil)
    case .failed(_, let failure), .lost(let failure): .failed(failure)
    default: nil
    }
  }

  private static func news(_ event: SpeechToSpeechEvent) -> CheckNews? {
    switch event {
    case .ready(let setup): .answered(setup)
    case .failed(_, let failure), .lost(let failure): .failed(failure)
    default: nil
    }
  }
}
