import LabConversation
import LabTimeline
import LabYAML

/// Reads what clients do of themselves when a provider fails: `retries:`, `reconnect:` and `patience_ms:`.
enum RecoveryReader {
  static let keys = ["retries", "reconnect", "patience_ms"]

  /// - Parameter policy: What holds where the mapping says nothing.
  static func read(_ mapping: YAMLMapping, over policy: RecoveryPolicy = .none) -> RecoveryPolicy {
    var policy = policy
    if let value = mapping.optional("retries") {
      policy.retries = attempts(value, stages: [.llm, .tts], reasons: AttemptPolicy.passingReasons)
    }
    if let value = mapping.optional("reconnect") {
      policy.reconnect = attempts(value, stages: [.stt], reasons: AttemptPolicy.sessionReasons)
    }
    if let milliseconds = mapping.optionalDouble("patience_ms", in: 100...3_600_000) {
      policy.patience = Duration(milliseconds: milliseconds)
    }
    return policy
  }

  /// Reads `off`, or how often and after which waits.
  private static func attempts(
    _ value: YAMLValue, stages: [Stage], reasons: [String]
  ) -> AttemptPolicy? {
    guard value.isMapping, let mapping = value.mapping() else {
      if value.scalarText().map({ $0 != "off" && $0 != "false" }) ?? false {
        value.report("this must be off, or a mapping such as {count: 2, first_ms: 500}")
      }
      return nil
    }
    var policy = AttemptPolicy(count: mapping.int("count", in: 1...20) ?? 1, stages: stages, reasons: reasons)
    if let first = mapping.optionalDouble("first_ms", in: 0...600_000) {
      policy.firstDelay = Duration(milliseconds: first)
    }
    if let factor = mapping.optionalDouble("factor", in: 1...10) { policy.factor = factor }
    let longest = mapping.optional("longest_ms")
    if let most = longest?.double(in: 0...600_000) { policy.longestDelay = Duration(milliseconds: most) }
    if let jitter = mapping.optionalDouble("jitter", in: 0...1) { policy.jitter = jitter }
    if let obeys = mapping.optionalBool("obey_retry_after") { policy.obeysRetryAfter = obeys }
    if stages.count > 1, let list = mapping.optional("stages") {
      policy.stages = names(list, among: stages.map(\.rawValue), as: "stage").compactMap(
        Stage.init(rawValue:))
    }
    if let list = mapping.optional("on") {
      policy.reasons = names(list, among: AttemptPolicy.knownReasons, as: "reason of a failure")
    }
    mapping.finish()
    if policy.longestDelay < policy.firstDelay {
      (longest ?? value).report("“longest_ms” is shorter than the first wait")
    }
    return policy
  }

  private static func names(_ list: YAMLValue, among known: [String], as what: String) -> [String] {
    guard let items = list.sequence() else { return [] }
    if items.isEmpty {
      list.report("this list is empty, so that nothing is ever tried again; write off instead")
    }
    return items.compactMap { PlanReader.known($0, among: known, as: what) }
  }
}
