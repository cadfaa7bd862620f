import LabProviders
import LabTimeline

/// A call to an emulated service that may go wrong: whose it is and what is planned for it.
struct FaultyCall: Sendable {
  let request: ConnectionRequest
  let provider: String
  let stage: Stage
  let responses: any FaultResponses
  private let announced: AnnouncedCall?
  private let number: Int
  private let plan: FaultPlan
  private let seed: UInt64
  private let turns: TurnRegistry

  /// - Parameters:
  ///   - provider: The provider that answers.
  ///   - number: The number of a call that does not announce itself.
  init(
    _ request: ConnectionRequest, provider: String, stage: Stage, number: Int, plan: FaultPlan,
    seed: UInt64, turns: TurnRegistry
  ) {
    self.request = request
    self.provider = provider
    self.stage = stage
    announced = AnnouncedCall(request)
    responses = EmulatedVendor.faults(of: provider)
    self.number = announced?.number ?? number
    self.plan = plan
    self.seed = seed
    self.turns = turns
  }

  /// The turn of the conversation, as far as it matters: 0 for a call that says nothing of turns.
  var turn: Int {
    guard let announced else { return 0 }
    guard isLasting else { return announced.turn }
    return turns.turn(of: announced.conversation) ?? 0
  }

  /// Whether one connection serves all turns of a conversation that tells its turns.
  private var isLasting: Bool { announced != nil && request.transport == .webSocket }

  private func occurrence(number: Int, countsTurns: Bool, turn: Int?) -> FaultPlan.Occurrence {
    .init(
      provider: provider, stage: stage, session: announced?.session ?? "-", number: number,
      countsTurns: countsTurns, turn: announced == nil ? nil : turn)
  }

  /// Whose faults are counted: the conversation's, or those of all other programs together.
  private var conversation: String { announced?.conversation ?? "-" }

  private func strike(_ phase: Fault.Phase, _ call: FaultPlan.Occurrence) -> FaultRule? {
    plan.strike(phase, call, seed: seed) { turns.allows($0, in: conversation) }
  }

  /// A fault has struck.
  func note(_ rule: FaultRule) { turns.note(rule, in: conversation) }

  /// The vendor's no; `nil` when the call is answered.
  var refusal: FaultAnswer? {
    let call = occurrence(number: number, countsTurns: false, turn: announced?.turn)
    guard let rule = strike(.answering, call) else { return nil }
    note(rule)
    return responses.refusal(rule.fault, of: request, retryAfter: rule.duration)
  }

  /// What goes wrong before there is a connection; whoever asks lets it happen.
  var connectionFault: FaultRule? {
    let rule = strike(.connecting, occurrence(number: number, countsTurns: false, turn: announced?.turn))
    if let rule { note(rule) }
    return rule
  }

  /// What goes wrong with the stream in a turn; noted when it strikes, if it strikes at one place.
  func streamFault(inTurn turn: Int) -> FaultRule? {
    let rule = strike(
      .streaming, occurrence(number: isLasting ? turn : number, countsTurns: isLasting, turn: turn))
    if let rule, !rule.fault.hasPosition { note(rule) }
    return rule
  }
}
