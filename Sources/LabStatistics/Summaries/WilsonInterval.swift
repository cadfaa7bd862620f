/// The interval of a share that was counted: E. B. Wilson, “Probable inference, the law of succession, and
/// statistical inference”, JASA 22(158), 1927.
///
/// It stays inside 0 to 1 and is honest for few cases and for shares near its ends, where the usual interval
/// has no width. It takes the cases for independent.
public enum WilsonInterval {
  /// The 95 % interval of `count` among `total`; nil of nothing.
  public static func interval95(_ count: Int, of total: Int) -> ConfidenceInterval? {
    guard total > 0 else { return nil }
    let z = 1.959_963_984_540_054
    let n = Double(total)
    let share = Double(count) / n
    let middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    let half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    return ConfidenceInterval(
      lower: count == 0 ? 0 : max(0, middle - half), upper: count == total ? 1 : min(1, middle + half),
      level: 0.95)
  }
}
