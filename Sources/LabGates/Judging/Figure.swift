import LabAnalysis
package import LabStatistics

/// Numbers as sentences write them.
package enum Figure {
  /// A number in the unit of a budget.
  ///
  /// - Parameter limit: A number that it is held against; rounding must not make it look like that one.
  package static func text(_ value: Double, _ unit: BudgetUnit, beside limit: Double? = nil) -> String {
    let usual = text(value, unit)
    guard let limit, limit != value, usual == text(limit, unit) else { return usual }
    let factor = unit == .share || unit == .ratio ? 100.0 : 1
    let symbol = usual.drop { !($0 == " ") }
    for decimals in 1...12 {
      let precise = FixedPoint.text(value * factor, decimals: decimals)
      if precise != FixedPoint.text(limit * factor, decimals: decimals) { return precise + symbol }
    }
    return usual
  }

  private static func text(_ value: Double, _ unit: BudgetUnit) -> String {
    switch unit {
    case .milliseconds: milliseconds(value)
    case .share, .ratio: percent(value)
    case .dollars: FixedPoint.text(value, decimals: 4) + " USD"
    case .megabytes: FixedPoint.text(value, decimals: 1) + " MB"
    case .number: FixedPoint.text(value, decimals: 0)
    }
  }

  /// Milliseconds with their unit.
  package static func milliseconds(_ value: Double) -> String { FixedPoint.milliseconds(value) + " ms" }

  /// A share in per cent, with no more decimals than it needs, three at most.
  package static func percent(_ share: Double) -> String {
    shortened(FixedPoint.text(share * 100, decimals: 3)) + " %"
  }

  /// The ends of an interval of milliseconds.
  ///
  /// - Parameter limit: A number that they are held against.
  package static func range(_ interval: ConfidenceInterval, beside limit: Double? = nil) -> String {
    let lower = text(interval.lower, .milliseconds, beside: limit)
    return "\(lower.prefix { $0 != " " }) to \(text(interval.upper, .milliseconds, beside: limit))"
  }

  /// Without zeros at the end of the decimals.
  package static func shortened(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var text = text[...]
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }
}
