import LabProviders
import LabStatistics

/// A path that an emulated service answers at, and what answers there.
struct EmulatedRoute: Sendable {
  let transport: Transport
  /// Whether a path, without its query, is meant.
  let matches: @Sendable (_ path: Substring) -> Bool
  /// Who answers and how; `nil` when the service has no such model.
  let answer: @Sendable (EmulatedCall) -> EmulatedAnswer?

  enum Transport: Sendable {
    case http, webSocket, engine

    init(_ transport: ConnectionRequest.Transport) {
      self =
        switch transport {
        case .http: .http
        case .webSocket: .webSocket
        case .engine: .engine
        }
    }
  }

  /// A route at one path, or at several that mean the same.
  init(
    _ transport: Transport, _ paths: String...,
    answer: @escaping @Sendable (EmulatedCall) -> EmulatedAnswer?
  ) {
    self.transport = transport
    matches = { path in paths.contains { path == $0 } }
    self.answer = answer
  }

  /// A route at every path that a rule accepts.
  init(
    _ transport: Transport, where matches: @escaping @Sendable (Substring) -> Bool,
    answer: @escaping @Sendable (EmulatedCall) -> EmulatedAnswer?
  ) {
    self.transport = transport
    self.matches = matches
    self.answer = answer
  }
}

/// Who answers a request, and how.
struct EmulatedAnswer {
  /// The provider, for faults and capacities; `nil` for a route that belongs to no model, such as one that
  /// hands out keys.
  var provider: String?
  var exchange: any EmulatedExchange
}

/// A request to an emulated service, with all that its answer depends on.
struct EmulatedCall: Sendable {
  let request: ConnectionRequest
  let profiles: EmulationProfiles
  let transcripts: TranscriptIndex
  let seed: UInt64
  /// The server of the user's own that is meant; `nil` when a vendor's service is.
  var server: (provider: String, server: EmulatedServer)?

  var query: QueryString { QueryString(target: request.target) }

  /// Whether a request that OpenAI's protocols carry has the key that it needs.
  var isAuthorised: Bool { server?.server.needsKey == false || ChatError.isAuthorised(request) }

  /// The provider behind a model's name in OpenAI's protocols; `nil` when the server has another model.
  func openAIProvider(of model: String) -> String? {
    guard let (provider, server) = server else { return OpenAIAnswer.provider(of: model) }
    return server.model == model ? provider : nil
  }

  /// The answer of a language model that is named in the body.
  ///
  /// - Parameters:
  ///   - service: How the vendor words its answers.
  ///   - provider: The provider of the service's own name for a model.
  func languageModel<Codec: LanguageModelCodec>(
    _ service: LanguageModelService<Codec>, provider: (_ model: String) -> String
  ) -> EmulatedAnswer {
    let provider = provider(Codec.read(request)?.model ?? "")
    return answer(provider) {
      EmulatedLanguageModel(
        request: request, profile: profiles.languageModels[provider], generator: $0, service: service)
    }
  }

  /// The answer of a provider, made with the stream that it draws from.
  func answer(
    _ provider: String, _ exchange: (SeededGenerator) -> any EmulatedExchange
  ) -> EmulatedAnswer {
    EmulatedAnswer(provider: provider, exchange: exchange(generator(provider)))
  }

  /// A stream that depends on the service and the session alone, so that it is the same offline and on
  /// sockets and whatever else a run measures.
  ///
  /// A request with an id of its own is known by that: arms of a comparison stay in step even where one of
  /// them has another conversation behind it. Any other HTTP request is known by its content too, because a
  /// session sends many.
  func generator(_ provider: String) -> SeededGenerator {
    if let id = request.headers.value(of: "X-Client-Request-Id") {
      return SeededGenerator(seed: seed, stream: "\(provider)/\(id)/")
    }
    let session = request.headers.value(of: "x-deepgram-session-id") ?? request.target
    let isExchange = EmulatedRoute.Transport(request.transport) == .http
    let content = isExchange ? Self.fingerprint(request.body) : ""
    return SeededGenerator(seed: seed, stream: "\(provider)/\(session)/\(content)")
  }

  /// FNV-1a of a body, as text.
  private static func fingerprint(_ bytes: [UInt8]) -> String {
    String(bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}
