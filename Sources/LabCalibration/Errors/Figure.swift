/// Milliseconds as text, the same under every locale.
enum Figure {
  /// Three decimals; whole numbers without, and what three decimals would round to zero in nanoseconds.
  static func text(_ milliseconds: Double) -> String {
    let nanoseconds = Int64((milliseconds * 1e6).rounded())
    if nanoseconds != 0, nanoseconds.magnitude < 500 { return "\(plain(nanoseconds * 1_000_000)) × 10⁻⁶" }
    let micro = Int64((milliseconds * 1000).rounded())
    let sign = micro < 0 ? "-" : ""
    let rest = String(micro.magnitude % 1000)
    let decimals = String(repeating: "0", count: 3 - rest.count) + rest
    return sign + "\(micro.magnitude / 1000)" + (decimals == "000" ? "" : "." + decimals)
  }

  private static func plain(_ value: Int64) -> String { "\(value / 1_000_000)" }
}
