public import LabProviders
import LabStatistics
public import LabTimeline

/// All emulated services behind one address: finds the one that a request is meant for.
public struct EmulatedProviders: Sendable {
  private let seed: UInt64
  private let profiles: EmulationProfiles
  private let book: TranscriptBook

  /// - Parameters:
  ///   - seed: Every connection draws from a stream of its own, named after the service and the session.
  ///   - profiles: How the services behave in time.
  ///   - book: What speech to text can recognise.
  public init(seed: UInt64, profiles: EmulationProfiles = .shipped, book: TranscriptBook) {
    self.seed = seed
    self.profiles = profiles
    self.book = book
  }

  /// The server half that answers a request; for an unknown route, one that says so.
  public func exchange(for request: ConnectionRequest) -> any EmulatedExchange {
    let path = request.target.prefix { $0 != "?" }
    let query = QueryString(target: request.target)
    let isWebSocket = request.transport == .webSocket
    switch (path, isWebSocket) {
    case ("/v1/listen", true):
      let provider = "deepgram/" + (query["model"] ?? "")
      guard let profile = profiles.speechToText[provider] else { break }
      return EmulatedListen(
        request: request, profile: profile, book: book, generator: generator(provider, request))
    case ("/v1/speak", _):
      let provider = isWebSocket ? "deepgram/aura-2" : "deepgram/aura-2-http"
      guard let profile = profiles.textToSpeech[provider] else { break }
      let generator = generator(provider, request)
      return isWebSocket
        ? EmulatedSpeakWebSocket(request: request, profile: profile, generator: generator)
        : EmulatedSpeakHTTP(request: request, profile: profile, generator: generator)
    case ("/v1/chat/completions", false), ("/openai/v1/chat/completions", false):
      struct Asked: Decodable { var model: String }
      let model = (try? JSONText.decode(Asked.self, from: request.body))?.model ?? ""
      let provider = "openai/" + model
      return EmulatedChatCompletions(
        request: request, profile: profiles.languageModels[provider], generator: generator(provider, request))
    default: break
    }
    return EmulatedNotFound(path: String(path))
  }

  /// A stream that depends on the service and the session alone, so that it is the same offline and on sockets and
  /// whatever else a run measures. A request that names no session is known by its content.
  private func generator(_ provider: String, _ request: ConnectionRequest) -> SeededGenerator {
    let session =
      request.headers.value(of: "X-Client-Request-Id")
      ?? request.headers.value(of: "x-deepgram-session-id")
    let content = session == nil || request.transport == .webSocket ? "" : Self.fingerprint(request.body)
    return SeededGenerator(seed: seed, stream: "\(provider)/\(session ?? request.target)/\(content)")
  }

  /// FNV-1a of a body, as text.
  private static func fingerprint(_ bytes: [UInt8]) -> String {
    String(bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}

/// Answers a request that no emulated service is there for.
struct EmulatedNotFound: EmulatedExchange {
  let path: String

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    guard input == .opened else { return }
    let message = JSONText.quoted("No emulated service answers at \(path) with this model.")
    actions.append(.respond(status: 404, headers: [HeaderField("Content-Type", "application/json")]))
    actions.append(
      .body(Array("{\"error\":{\"message\":\(message),\"type\":\"not_found\"}}".utf8), received: nil))
    actions.append(.endBody)
  }
}
