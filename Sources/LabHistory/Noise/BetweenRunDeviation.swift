/// How much a figure differs from run to run when nothing was changed.
///
/// The median absolute deviation from the median of each stretch between changes, scaled to the standard
/// deviation of a normal distribution and corrected for few values; stretches are pooled by their degrees of
/// freedom. Up to half of a stretch may be wild without moving it far. Factors: C. Croux and P. J. Rousseeuw,
/// "Time-efficient algorithms for two highly robust estimators of scale", Computational Statistics 1, 1992.
enum BetweenRunDeviation {
  /// The fewest runs that tell.
  static let minimumRuns = 5

  /// The deviation over stretches of values; `nil` when they hold fewer than five values.
  static func of(_ stretches: [[Double]]) -> Double? {
    guard stretches.reduce(0, { $0 + $1.count }) >= minimumRuns else { return nil }
    var sum = 0.0
    var freedom = 0.0
    for stretch in stretches where stretch.count > 1 {
      let middle = stretch.median
      let deviation = stretch.map { abs($0 - middle) }.median * 1.482_602_218_505_602 * factor(stretch.count)
      sum += Double(stretch.count - 1) * deviation * deviation
      freedom += Double(stretch.count - 1)
    }
    return freedom > 0 ? (sum / freedom).squareRoot() : nil
  }

  private static func factor(_ count: Int) -> Double {
    let factors = [1.196, 1.495, 1.363, 1.206, 1.200, 1.140, 1.129, 1.107]
    return count < 10 ? factors[count - 2] : Double(count) / (Double(count) - 0.8)
  }
}
