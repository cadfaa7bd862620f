public import LabProviders

/// The emulator of a server of the user's own that speaks OpenAI's protocols: where it answers and what is
/// odd about it.
public struct EmulatedServer: Hashable, Sendable {
  /// What its paths begin with, e.g. `/vllm/qwen/v1`.
  public var basePath: String
  /// The server's own name for its one model.
  public var model: String
  /// Whether it refuses requests without a key.
  public var needsKey: Bool
  /// Of its speech, in Hz.
  public var sampleRate: Int
  /// What is odd about its chat completions.
  public var quirks: ChatQuirks

  public init(
    basePath: String, model: String, needsKey: Bool, sampleRate: Int = 24_000,
    quirks: ChatQuirks = ChatQuirks()
  ) {
    self.basePath = basePath
    self.model = model
    self.needsKey = needsKey
    self.sampleRate = sampleRate
    self.quirks = quirks
  }

  /// What stands in front of the paths of a service whose arm no key can tell.
  static let baselinePrefix = "/~baseline"

  /// Where the emulator of a provider answers: below its name, so that no two of them can be confused.
  ///
  /// - Parameter isBaseline: Whether a baseline asks that has no key to be known by.
  public static func basePath(
    of provider: String, at address: ServiceAddress, isBaseline: Bool = false
  ) -> String {
    (isBaseline ? baselinePrefix : "") + "/" + provider + address.basePath
  }

  /// Whether a request was sent by a baseline that has no key to be known by.
  public static func isOfBaseline(_ request: ConnectionRequest) -> Bool {
    request.target.hasPrefix(baselinePrefix + "/")
  }

  /// What stands behind the base path in a request's target; `nil` when it is not for this server.
  func route(of target: String) -> Substring? {
    let path = target.prefix { $0 != "?" }
    let bare = path.hasPrefix(Self.baselinePrefix + "/") ? path.dropFirst(Self.baselinePrefix.count) : path
    guard bare.hasPrefix(basePath + "/") else { return nil }
    return bare.dropFirst(basePath.count)
  }
}

extension EmulatedCall {
  /// What a server of the user's own answers; `nil` when the request is for none of them.
  var compatibleAnswer: EmulatedAnswer? {
    // In order, although no two of them answer at one path.
    for (provider, server) in profiles.servers.sorted(by: { $0.key < $1.key }) {
      guard let route = server.route(of: request.target) else { continue }
      var call = self
      call.server = (provider, server)
      switch route {
      case "/chat/completions" where request.transport == .http(method: "POST"):
        return call.chatServer(provider, server)
      case "/audio/speech" where profiles.textToSpeech[provider] != nil:
        return EmulatedSpeech.answer(to: call) { _ in provider }
      case "/audio/transcriptions" where profiles.speechToText[provider] != nil:
        return EmulatedTranscription.answer(to: call) { _ in provider }
      default: return nil
      }
    }
    return nil
  }

  private func chatServer(_ provider: String, _ server: EmulatedServer) -> EmulatedAnswer {
    let asked = ChatCompletionsCodec.read(request)?.model
    let isKnown = asked == nil || asked == server.model
    return answer(provider) {
      EmulatedLanguageModel(
        request: request, profile: isKnown ? profiles.languageModels[provider] : nil, generator: $0,
        service: .quirky(server.quirks, isAuthorised: { !server.needsKey || ChatError.isAuthorised($0) }))
    }
  }
}

extension LanguageModelService<QuirkyChatCodec> {
  /// A service that speaks Chat Completions with quirks.
  static func quirky(
    _ quirks: ChatQuirks,
    isAuthorised: @escaping @Sendable (ConnectionRequest) -> Bool = { ChatError.isAuthorised($0) }
  ) -> LanguageModelService {
    LanguageModelService(
      isAuthorised: isAuthorised,
      refusal: { QuirkyChatCodec.refusal($0, request: $1, quirks: quirks) },
      codec: { QuirkyChatCodec(request: $0, name: $1, quirks: quirks) },
      keepAlive: quirks.keepAliveEvery.map { .init(comment: quirks.keepAlive, every: $0) })
  }
}
