/// Milliseconds as text, the same under every locale.
enum Figure {
  /// Three decimals, six below a microsecond, none for whole numbers.
  static func text(_ milliseconds: Double) -> String {
    let isFine = milliseconds.magnitude < 0.001 && milliseconds != 0
    let scale: UInt64 = isFine ? 1_000_000 : 1000
    let units = UInt64((milliseconds.magnitude * Double(scale)).rounded())
    let sign = milliseconds < 0 && units > 0 ? "-" : ""
    let rest = String(units % scale)
    let decimals = String(repeating: "0", count: (isFine ? 6 : 3) - rest.count) + rest
    return "\(sign)\(units / scale)" + (units.isMultiple(of: scale) ? "" : "." + decimals)
  }
}
