public import LabProviders
import LabTimeline

/// All emulated services behind one address: finds the one that a request is meant for.
public struct EmulatedProviders: Sendable {
  private let seed: UInt64
  private let profiles: EmulationProfiles
  private let transcripts: TranscriptIndex
  private let count = CallCount()
  private let crowd = CapacityRegistry()
  /// Where the drivers say which turn each conversation is at, for faults that strike in one of them.
  public let turns: TurnRegistry

  /// - Parameters:
  ///   - seed: Every connection draws from a stream of its own, named after the service and the session.
  ///   - profiles: How the services behave in time.
  ///   - transcripts: What speech to text can recognise.
  ///   - turns: The turns of the conversations, which whoever drives them keeps.
  public init(
    seed: UInt64, profiles: EmulationProfiles = .shipped, transcripts: TranscriptIndex,
    turns: TurnRegistry = TurnRegistry()
  ) {
    self.turns = turns
    self.seed = seed
    self.profiles = profiles
    self.transcripts = transcripts
  }

  /// Where the drivers say which recordings are in sound that was altered on its way.
  public var sounds: SoundRegistry { transcripts.sounds }

  private static let routes = EmulatedVendor.all.flatMap(\.routes)

  /// The server half that answers a request; for an unknown route, one that says so.
  public func exchange(for request: ConnectionRequest) -> any EmulatedExchange {
    let exchange = steadyExchange(for: request)
    return profiles.drift.map { DriftingExchange(exchange, drift: $0) } ?? exchange
  }

  private func steadyExchange(for request: ConnectionRequest) -> any EmulatedExchange {
    let call = EmulatedCall(request: request, profiles: profiles, transcripts: transcripts, seed: seed)
    guard let answer = call.compatibleAnswer ?? Self.answer(to: call, among: Self.routes) else {
      return EmulatedNotFound(path: String(request.target.prefix { $0 != "?" }))
    }
    var exchange = answer.exchange
    // Whoever announces itself knows better than the wire, which may not name the model or the policy.
    let provider = AnnouncedCall(request)?.provider ?? answer.provider
    if let provider, let capacity = profiles.capacities[provider] {
      exchange = CrowdedExchange(
        exchange, request: request, provider: provider, capacity: capacity, registry: crowd)
    }
    guard !profiles.faults.isEmpty, let provider,
      let faulty = faultyCall(request, provider: provider)
    else { return exchange }
    return FaultyExchange(exchange, call: faulty)
  }

  /// Several vendors may answer at one path, as those do that copy OpenAI's protocols: then the one that has
  /// the model, or else the first, which refuses it.
  static func answer(to call: EmulatedCall, among routes: [EmulatedRoute]) -> EmulatedAnswer? {
    let path = call.request.target.prefix { $0 != "?" }
    let transport = EmulatedRoute.Transport(call.request.transport)
    let answers = routes.filter { $0.transport == transport && $0.matches(path) }.compactMap {
      $0.answer(call)
    }
    return answers.first { answer in
      answer.provider.map { call.profiles.stage(of: $0) != nil } ?? false
    } ?? answers.first
  }

  /// What goes wrong with a request before it has a connection: one of ``Fault/refused``,
  /// ``Fault/tlsFailure`` and ``Fault/slowHandshake``. Whoever connects sees to it. Only calls that announce
  /// themselves can be told.
  public func connectionFault(for request: ConnectionRequest) -> FaultRule? {
    guard !profiles.faults.isEmpty, let announced = AnnouncedCall(request) else { return nil }
    return faultyCall(request, provider: announced.provider)?.connectionFault
  }

  private func faultyCall(_ request: ConnectionRequest, provider: String) -> FaultyCall? {
    guard let stage = profiles.stage(of: provider) else { return nil }
    let number = AnnouncedCall(request)?.number ?? count.next(provider)
    return FaultyCall(
      request, provider: provider, stage: stage, number: number, plan: profiles.faults, seed: seed,
      turns: turns)
  }
}

/// Answers a request that no emulated service is there for.
struct EmulatedNotFound: EmulatedExchange {
  let path: String

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    guard input == .opened else { return }
    let message = JSONText.quoted("No emulated service answers at \(path) with this model.")
    actions.answer(status: 404, json: "{\"error\":{\"message\":\(message),\"type\":\"not_found\"}}")
  }
}
