package import LabStatistics

/// Changes as people read them.
package enum ChangeText {
  /// A share in per cent: one decimal as a rule, more for small ones, without a sign of plus.
  package static func percent(_ share: Double) -> String { number(100 * share) + " %" }

  /// A share in per cent with every decimal that means something: `1 %`, not `1.0000 %`.
  package static func exactPercent(_ share: Double) -> String {
    trimmed(FixedPoint.text(100 * share, decimals: 5)) + " %"
  }

  /// Milliseconds: whole from 10 ms on, with decimals below.
  package static func milliseconds(_ value: Double) -> String {
    (value.magnitude >= 9.95 ? minus(FixedPoint.text(value, decimals: 0)) : number(value)) + " ms"
  }

  /// Milliseconds to the nanosecond, without the noughts at the end.
  package static func exactMilliseconds(_ value: Double) -> String {
    trimmed(FixedPoint.text(value, decimals: 6)) + " ms"
  }

  /// Milliseconds with their sign: `+38 ms`.
  package static func signedMilliseconds(_ value: Double) -> String { sign(value) + milliseconds(value) }

  /// A share in per cent with its sign: `+4.2 %`.
  package static func signedPercent(_ share: Double) -> String { sign(share) + percent(share) }

  /// `2.9 to 5.6 %`.
  package static func percent(_ interval: ConfidenceInterval) -> String {
    "\(number(100 * interval.lower)) to \(number(100 * interval.upper)) %"
  }

  /// `29 to 47 ms`.
  package static func milliseconds(_ interval: ConfidenceInterval) -> String {
    "\(milliseconds(interval.lower).dropLast(3)) to \(milliseconds(interval.upper))"
  }

  /// A probability; one below a thousandth is said to be.
  package static func probability(_ value: Double) -> String {
    value < 0.001 ? "< 0.001" : FixedPoint.text(value, decimals: 3)
  }

  /// A share in whole per cent.
  package static func wholePercent(_ share: Double) -> String {
    minus(FixedPoint.text(100 * share, decimals: 0)) + " %"
  }

  /// Nothing for nothing, one decimal; below one, two digits that are not nought, or as many as six decimals
  /// hold.
  private static func number(_ value: Double) -> String {
    guard value != 0 else { return "0" }
    var decimals = 1
    var threshold = 0.995
    while value.magnitude < threshold, decimals < 6 {
      decimals += 1
      threshold /= 10
    }
    return minus(FixedPoint.text(value, decimals: decimals))
  }

  private static func sign(_ value: Double) -> String { value > 0 ? "+" : "" }

  /// A minus sign that is as wide as a plus.
  private static func minus(_ text: String) -> String {
    text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }

  private static func trimmed(_ text: String) -> String {
    var text = minus(text)
    while text.contains("."), let last = text.last, last == "0" || last == "." {
      text.removeLast()
      if last == "." { break }
    }
    return text
  }
}
