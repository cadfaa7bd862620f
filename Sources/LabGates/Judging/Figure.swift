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

  /// A share in per cent, with as many decimals as it takes to tell it from zero.
  static func percent(_ share: Double) -> String {
    let decimals = share.magnitude >= 0.0995 ? 1 : 2
    return shortened(FixedPoint.text(share * 100, decimals: decimals)) + " %"
  }

  /// A relative change with its sign.
  static func change(_ share: Double) -> String {
    let text = percent(share)
    return text.hasPrefix("-") || text == "0 %" ? text.replacing("-", with: "−") : "+" + text
  }

  /// A probability: rounded, or that it is very small.
  static func probability(_ value: Double) -> String {
    value < 0.0001 ? "p < 0.0001" : "p = " + shortened(FixedPoint.text(value, decimals: 4))
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
