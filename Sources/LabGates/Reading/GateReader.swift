import LabAnalysis
import LabRecord
import LabTimeline
import LabYAML

/// Reads one gate of a gate file.
enum GateReader {
  static func read(_ mapping: YAMLMapping) -> Gate? {
    let id = mapping.required("id").flatMap { GateFileReader.text($0, called: "id") }
    let selection = mapping.optionalMapping("select").map(GateFileReader.selection) ?? CellPattern()
    let metric =
      mapping.optional("metric").map { BudgetReader.metric($0) } ?? MetricCatalogue.voiceToVoice
    let turns = mapping.optional("turns").map { $0.choice(of: TurnSelection.self) } ?? .all
    let budgets = budgets(in: mapping, metric: metric, turns: turns ?? .all)
    let confidence = confidence(in: mapping, budgets: budgets)
    let relative = mapping.optionalMapping("relative").flatMap(RelativeGateReader.read)
    let onInconclusive =
      mapping.optional("on_inconclusive").map { $0.choice(of: Gate.OnInconclusive.self) } ?? .extend
    let onMissing = mapping.optional("on_missing").map { $0.choice(of: Gate.OnMissing.self) } ?? .error
    let severity = mapping.optional("severity").map { $0.choice(of: Gate.Severity.self) } ?? .fail
    checkThatItAsks(mapping)
    checkArm(mapping)
    mapping.finish()
    guard let id, let metric, let turns, let onInconclusive, let onMissing, let severity else { return nil }
    return Gate(
      id: id, selection: selection, metric: metric, turns: turns, budgets: budgets,
      needsBudgetConfidence: confidence, relative: relative, onInconclusive: onInconclusive,
      onMissing: onMissing, severity: severity)
  }

  private static func budgets(
    in mapping: YAMLMapping, metric: LatencyMetric?, turns: TurnSelection
  ) -> [Budget] {
    guard let list = mapping.optional("budget"), let items = list.sequence() else { return [] }
    if items.isEmpty { list.report("“budget” is empty; leave it out or write a limit") }
    var lines: [Limit: Int] = [:]
    return items.compactMap { item in
      guard let budget = BudgetReader.read(item, metric: metric ?? MetricCatalogue.voiceToVoice, turns: turns)
      else { return nil }
      let limit = Limit(quantity: budget.quantity, isUpper: budget.comparison.limitsFromAbove)
      if let line = lines[limit] {
        item.report("“\(budget.text)” limits what line \(line) limits already; keep one of them")
      } else {
        lines[limit] = item.line
      }
      return budget
    }
  }

  /// What two budgets of one gate must not share; a quantity may have a limit on either side.
  private struct Limit: Hashable {
    var quantity: Budget.Quantity
    var isUpper: Bool
  }

  private static func confidence(in mapping: YAMLMapping, budgets: [Budget]) -> Bool {
    guard let value = mapping.optional("budget_confidence") else { return false }
    guard let share = Share.readPercent(value, called: "budget_confidence") else { return false }
    if share != 0.95 { value.report("“budget_confidence” can only be 95%, the level of every interval here") }
    let hasPercentile = budgets.contains {
      if case .latency(_, let statistic) = $0.quantity { statistic.probability != nil } else { false }
    }
    if !hasPercentile {
      value.report("“budget_confidence” has no effect here: it is about budgets of percentiles")
    }
    return true
  }

  private static func checkThatItAsks(_ mapping: YAMLMapping) {
    if mapping.optional("budget") == nil, mapping.optional("relative") == nil {
      mapping.value.report("the gate asks for nothing; give it a “budget”, a “relative” or both")
    }
  }

  private static func checkArm(_ mapping: YAMLMapping) {
    guard mapping.optional("relative") != nil, let arm = mapping.optional("select")?.child("arm"),
      arm.isText, arm.string() != Cell.Arm.candidate.rawValue
    else { return }
    arm.report("a gate with “relative” judges candidates; leave “arm” out")
  }
}
