public import LabEmulation
import LabTimeline
public import LabYAML

/// Reads what goes wrong with emulated services: a list of `{fault: …, provider: …, …}` under
/// `emulation: faults:`.
public enum FaultReader {
  /// - Parameters:
  ///   - profiles: The services that there are.
  ///   - knowsTurns: Whether callers say which turn they are at, as a run's conversations do and other
  ///     programs do not.
  public static func read(
    _ list: YAMLValue, for profiles: EmulationProfiles, knowsTurns: Bool = true
  ) -> FaultPlan {
    let plan = FaultPlan((list.sequence() ?? []).compactMap { rule($0, for: profiles) })
    if !knowsTurns { reportUnknowable(plan, list) }
    return plan
  }

  /// Reports what a server cannot know about programs that are none of the lab's.
  private static func reportUnknowable(_ plan: FaultPlan, _ list: YAMLValue) {
    for rule in plan.rules {
      if case .turn = rule.occasion {
        list.report("“turn” needs a run of the lab, which tells its turns; use probability or every")
      }
      if rule.fault.phase == .connecting, rule.provider != nil || rule.stage != nil {
        list.report(
          "“\(rule.fault.rawValue)” strikes before anybody knows who is called; leave out provider and stage")
      }
    }
  }

  /// The key that says how long a fault lasts, or when to try again.
  static func durationKey(of fault: Fault) -> String? {
    switch fault {
    case .slowHandshake: "by_ms"
    case .silence: "for_ms"
    case .rateLimited, .overloaded: "retry_after_ms"
    default: nil
    }
  }

  private static let positionKeys = ["after_ms", "after_bytes", "after_messages"]
  private static let occasionKeys = ["probability", "every", "turn"]

  private static func rule(_ value: YAMLValue, for profiles: EmulationProfiles) -> FaultRule? {
    guard value.isMapping else { return value.choice(of: Fault.self).map { FaultRule($0) } }
    guard let mapping = value.mapping() else { return nil }
    let fault = mapping.required("fault")?.choice(of: Fault.self)
    let stage = mapping.optional("stage")?.choice(of: Stage.self)
    let provider = mapping.optional("provider").flatMap { pattern($0, among: profiles) }
    let occasion = occasion(mapping)
    guard let fault else {
      // Without the fault, nobody knows which of the other keys are right.
      for key in mapping.keys { _ = mapping.optional(key) }
      return nil
    }
    var rule = FaultRule(fault, provider: provider, stage: stage, occasion: occasion)
    rule.position = position(mapping, of: fault)
    if let key = durationKey(of: fault), let value = mapping.optionalDouble(key, in: 0...3_600_000) {
      rule.duration = Duration(milliseconds: value)
    }
    rule.most = mapping.optionalInt("most", in: 1...1_000_000)
    if fault == .wrongSampleRate {
      rule.times = mapping.optionalDouble("times", in: 0.05...20) ?? FaultRule.standardTimes
    }
    mapping.finish()
    check(rule, value, among: profiles)
    return rule
  }

  private static func pattern(_ value: YAMLValue, among profiles: EmulationProfiles) -> String? {
    guard let text = value.string() else { return nil }
    guard text.contains("*") else { return PlanReader.known(value, among: profiles.names, as: "provider") }
    return text
  }

  private static func occasion(_ mapping: YAMLMapping) -> FaultRule.Occasion {
    let given = occasionKeys.filter { mapping.keys.contains($0) }
    if given.count > 1 {
      mapping.value.report(
        "\(given.map { "“\($0)”" }.joined(separator: " and ")) cannot stand together; keep one of them")
    }
    let probability = mapping.optionalDouble("probability", in: 0...1)
    let count = mapping.optionalInt("every", in: 1...1_000_000)
    let turn = mapping.optionalInt("turn", in: 0...1_000_000)
    return probability.map { .probability($0) } ?? count.map { .every($0) } ?? turn.map { .turn($0) }
      ?? .always
  }

  private static func position(_ mapping: YAMLMapping, of fault: Fault) -> FaultRule.Position? {
    let allowed = fault.hasPosition ? positionKeys : fault == .truncatedAudio ? ["after_bytes"] : []
    let given = allowed.filter { mapping.keys.contains($0) }
    if given.count > 1 {
      mapping.value.report(
        "\(given.map { "“\($0)”" }.joined(separator: " and ")) cannot stand together; keep one of them")
    }
    guard !allowed.isEmpty else { return nil }
    let bytes = mapping.optionalInt("after_bytes", in: 0...1_000_000_000)
    guard fault.hasPosition else { return bytes.map { .bytes($0) } }
    let time = mapping.optionalDouble("after_ms", in: 0...3_600_000)
    let messages = mapping.optionalInt("after_messages", in: 0...1_000_000)
    return time.map { .time(Duration(milliseconds: $0)) } ?? bytes.map { .bytes($0) }
      ?? messages.map { .messages($0) }
  }

  /// Reports a rule that can never strike.
  private static func check(_ rule: FaultRule, _ value: YAMLValue, among profiles: EmulationProfiles) {
    guard
      profiles.names.contains(where: { name in
        profiles.stage(of: name).map { rule.concerns(provider: name, stage: $0) } ?? false
      })
    else {
      let stages = Stage.allCases.filter(rule.fault.stages.contains).map(\.rawValue)
      return value.report(
        "“\(rule.fault.rawValue)” would happen to nobody: it belongs to \(stages.joined(separator: ", ")), and no "
          + "such emulated provider is meant")
    }
  }
}
