import LabReports
import LabStatistics

/// Numbers as sentences write them.
enum Figure {
  /// A number in the unit of a budget.
  static func text(_ value: Double, _ unit: BudgetUnit) -> String {
    switch unit {
    case .milliseconds: milliseconds(value)
    case .share, .ratio: percent(value)
    case .dollars: FixedPoint.text(value, decimals: 4) + " USD"
    case .megabytes: FixedPoint.text(value, decimals: 1) + " MB"
    case .number: FixedPoint.text(value, decimals: 0)
    }
  }

  /// Milliseconds with their unit.
  static func milliseconds(_ value: Double) -> String { FixedPoint.milliseconds(value) + " ms" }

  /// A share in per cent, with no more decimals than it needs, three at most.
  static func percent(_ share: Double) -> String {
    shortened(FixedPoint.text(share * 100, decimals: 3)) + " %"
  }

  /// The ends of an interval of milliseconds.
  static func range(_ interval: ConfidenceInterval) -> String {
    "\(FixedPoint.milliseconds(interval.lower)) to \(milliseconds(interval.upper))"
  }

  /// Without zeros at the end of the decimals.
  static func shortened(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var text = text[...]
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }
}
