import LabStatistics
import LabTimeline

/// Everything that goes wrong with the emulated services of a run. Of several rules that strike a call in the
/// same phase, the first one counts.
public struct FaultPlan: Hashable, Sendable {
  public var rules: [FaultRule]

  public init(_ rules: [FaultRule] = []) {
    self.rules = rules
  }

  /// Nothing goes wrong.
  public static let none = FaultPlan()

  public var isEmpty: Bool { rules.isEmpty }

  /// What goes wrong with a connection that a server accepts, by its number from 0: nobody knows yet who is
  /// called, so that only rules without a provider and a stage can hold.
  public func connectionFault(number: Int, seed: UInt64) -> FaultRule? {
    let call = Occurrence(provider: "", stage: .stt, session: "-", number: number)
    let rules = FaultPlan(rules.filter { $0.provider == nil && $0.stage == nil })
    return rules.strike(.connecting, call, seed: seed)
  }

  /// A call, as far as it matters for what goes wrong with it.
  struct Occurrence {
    var provider: String
    var stage: Stage
    /// Who calls; whatever is drawn is drawn for the caller by name.
    var session: String
    /// Its number among the calls of the conversation to the stage, or the turn of a WebSocket, from 0.
    var number: Int
    /// Whether `number` counts turns.
    var countsTurns = false
    /// The turn that it belongs to, when that is known.
    var turn: Int?
  }

  /// What goes wrong with a call in a phase; `nil` when nothing does.
  ///
  /// Draws depend on the seed, the rule and the call by name, so that neither another rule nor another call
  /// changes them.
  ///
  /// - Parameter allows: Whether a rule may strike once more.
  func strike(
    _ phase: Fault.Phase, _ call: Occurrence, seed: UInt64, allows: (FaultRule) -> Bool = { _ in true }
  ) -> FaultRule? {
    for (index, rule) in rules.enumerated() where rule.fault.phase == phase && allows(rule) {
      guard rule.concerns(provider: call.provider, stage: call.stage) else { continue }
      if strikes(rule, at: index, call, seed: seed) { return rule }
    }
    return nil
  }

  private func strikes(_ rule: FaultRule, at index: Int, _ call: Occurrence, seed: UInt64) -> Bool {
    switch rule.occasion {
    case .always: return true
    case .every(let count): return (call.number + 1).isMultiple(of: max(1, count))
    case .turn(let turn): return call.turn == turn
    case .probability(let probability):
      let earlier = rules[..<index].count { $0.fault == rule.fault && $0.provider == rule.provider }
      let name =
        "fault/\(rule.fault.rawValue)/\(rule.provider ?? "*")/\(earlier)/\(call.session)/\(call.stage.rawValue)/"
        + "\(call.countsTurns ? "turn " : "")\(call.number)"
      var generator = SeededGenerator(seed: seed, stream: name)
      return generator.unit() < probability
    }
  }
}
