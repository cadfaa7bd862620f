/// Numbers as text, the same under every locale.
public enum FixedPoint {
  /// What stands where there is no figure.
  public static let none = "–"

  /// A number with a fixed count of decimals, rounded half away from zero. Zero has no sign.
  public static func text(_ value: Double, decimals: Int) -> String {
    let factor = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    let scaled = (value.magnitude * factor).rounded(.toNearestOrAwayFromZero)
    guard scaled < 9e18 else { return "\(value)" }
    let digits = String(UInt64(scaled))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + padded }
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  /// Milliseconds for people: whole from 10 ms on, with one decimal below.
  public static func milliseconds(_ value: Double?) -> String {
    guard let value else { return none }
    return text(value, decimals: value.magnitude < 9.95 ? 1 : 0)
  }

  /// A change in milliseconds with its sign, and a minus as wide as a plus; nought has none.
  package static func signedMilliseconds(_ value: Double?) -> String { signed(milliseconds(value)) }

  /// A number that was written already, with its sign.
  package static func signed(_ text: String) -> String {
    guard text.contains(where: { ("1"..."9").contains($0) }) else { return text }
    return text.hasPrefix("-") ? "−" + text.dropFirst() : "+" + text
  }

  /// A share in per cent with one decimal.
  public static func percent(_ part: Int, of whole: Int) -> String {
    whole == 0 ? none : text(100 * Double(part) / Double(whole), decimals: 1) + " %"
  }
}
