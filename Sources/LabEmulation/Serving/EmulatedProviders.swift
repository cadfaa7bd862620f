public import LabProviders
import LabTimeline

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

  private static let routes =
    DeepgramEmulation.routes
    + AssemblyAIEmulation.routes
    + OpenAIEmulation.routes + AnthropicEmulation.routes + GoogleEmulation.routes
    + GroqEmulation.routes
    + ElevenLabsEmulation.routes
    + CartesiaEmulation.routes
    + PlayHTEmulation.routes
    + TemplateEmulation.routes

  /// The server half that answers a request; for an unknown route, one that says so.
  public func exchange(for request: ConnectionRequest) -> any EmulatedExchange {
    let path = request.target.prefix { $0 != "?" }
    let transport = EmulatedRoute.Transport(request.transport)
    let call = EmulatedCall(request: request, profiles: profiles, book: book, seed: seed)
    let route = Self.routes.first { $0.transport == transport && $0.matches(path) }
    return route?.exchange(call) ?? EmulatedNotFound(path: String(path))
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
