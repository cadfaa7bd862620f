import LabAnalysis
import LabRecord
import LabTimeline
import LabYAML

/// Reads limits such as `p90 < 1500 ms` and `llm.ttft.p50 <= 0.4 s`.
enum BudgetReader {
  /// Reads a metric of the catalogue.
  static func metric(_ value: YAMLValue) -> LatencyMetric? {
    guard let name = value.string() else { return nil }
    if let metric = MetricCatalogue.metric(name) { return metric }
    value.report("“\(name)” is no metric\(guess(name, among: MetricCatalogue.all.map(\.id)))")
    return nil
  }

  /// - Parameters:
  ///   - metric: The gate's, for statistics that name none.
  ///   - turns: The gate's, because some quantities exist for all turns only.
  static func read(_ value: YAMLValue, metric: LatencyMetric, turns: TurnSelection) -> Budget? {
    guard let text = value.string() else { return nil }
    guard let parts = text.wholeMatch(of: #/\s*(.*?)\s*(<=|>=|<|>)\s*(.*?)\s*/#),
      let comparison = Budget.Comparison(rawValue: String(parts.2))
    else {
      value.report("“\(text)” is no limit; write it like “p90 < 1500 ms”, with <, <=, > or >=")
      return nil
    }
    guard let quantity = quantity(String(parts.1), metric: metric, in: value) else { return nil }
    guard let limit = number(String(parts.3), of: quantity, in: value) else { return nil }
    if turns != .all, !quantity.existsForSomeTurns {
      value.report(
        "“\(quantity.name)” is about whole conversations; a gate of \(turns.rawValue) turns has none")
    }
    return Budget(text: text, quantity: quantity, comparison: comparison, limit: limit)
  }

  private static func quantity(
    _ name: String, metric: LatencyMetric, in value: YAMLValue
  ) -> Budget.Quantity? {
    if let statistic = Budget.Statistic(rawValue: name) { return .latency(metric, statistic) }
    if let simple = simple.first(where: { $0.name == name }) { return simple }
    let pieces = name.split(separator: ".")
    if pieces.count > 1, let last = pieces.last {
      let owner = pieces.dropLast().joined(separator: ".")
      let statistic = Budget.Statistic(rawValue: String(last))
      switch (MetricCatalogue.metric(owner), statistic) {
      case (let metric?, let statistic?): return .latency(metric, statistic)
      case (.some, nil) where MetricCatalogue.metric(name) == nil:
        value.report("“\(last)” is no statistic; known are \(list)\(guess(String(last), among: statistics))")
        return nil
      case (nil, .some):
        let guess = guess(owner, among: MetricCatalogue.all.map(\.id))
        value.report("“\(owner)” is no metric\(guess)")
        return nil
      default: break
      }
    }
    if MetricCatalogue.metric(name) != nil {
      value.report("“\(name)” needs a statistic behind it, such as “\(name).p90”; known are \(list)")
      return nil
    }
    let guess = guess(name, among: statistics + simple.map(\.name) + MetricCatalogue.all.map(\.id))
    value.report("“\(name)” is nothing that a budget can limit\(guess)")
    return nil
  }

  /// Everything that has one word for its name.
  private static let simple: [Budget.Quantity] =
    [.errorRate, .usdPerHour, .usdTotal, .memoryGrowth] + CountRate.all.map { .rate($0) }
    + TurnCounts.all.map { .count($0.name) }

  private static let statistics = Budget.Statistic.allCases.map(\.rawValue)
  private static let list = statistics.joined(separator: ", ")

  private static func guess(_ word: String, among words: [String]) -> String {
    Spelling.nearest(to: word, among: words).map { "; did you mean “\($0)”?" } ?? ""
  }

  /// Reads a number with its unit; without one it is in the unit of the quantity.
  private static func number(
    _ text: String, of quantity: Budget.Quantity, in value: YAMLValue
  ) -> Double? {
    guard let parts = text.wholeMatch(of: #/(-?[0-9]+(?:\.[0-9]+)?)\s*(\S*)/#), let number = Double(parts.1)
    else {
      value.report("“\(text)” is no number with a unit")
      return nil
    }
    let units = quantity.unit.written
    guard let factor = parts.2.isEmpty ? 1 : units.first(where: { $0.name == parts.2 })?.factor else {
      let known = units.map(\.name).joined(separator: " or ")
      value.report(
        "“\(quantity.name)” is not counted in “\(parts.2)”; write "
          + (known.isEmpty ? "the number alone" : known))
      return nil
    }
    let limit = number * factor
    if let impossible = quantity.impossibility(of: limit) {
      value.report("“\(text)” can be no limit of “\(quantity.name)”: \(impossible)")
      return nil
    }
    return limit
  }
}

extension Budget.Quantity {
  /// Whether it can be told for the first turns of conversations, or all but them.
  fileprivate var existsForSomeTurns: Bool {
    switch self {
    case .usdPerHour, .usdTotal, .memoryGrowth: false
    case .latency, .count, .rate, .errorRate: true
    }
  }

  /// Why no value could ever lie at a limit; `nil` when it could.
  fileprivate func impossibility(of limit: Double) -> String? {
    switch unit {
    case .share where !(0...1).contains(limit): "it lies between 0 and 1 (0 % and 100 %)"
    case .ratio where limit < 0, .dollars where limit < 0, .number where limit < 0: "it is never negative"
    default: nil
    }
  }
}
