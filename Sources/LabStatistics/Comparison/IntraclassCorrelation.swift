/// How alike values of the same group are: the share of all variance that lies between groups.
///
/// The one-way estimate ICC(1) of P. E. Shrout and J. L. Fleiss, "Intraclass correlations", Psychological
/// Bulletin 86, 1979, with the mean group size of unequal groups. 0 for independent values, 1 when a group's
/// values are all the same, negative when a group's values differ more than values of different groups.
public struct IntraclassCorrelation: Sendable, Hashable {
  /// The estimate, from −1 / (size − 1) to 1.
  public let value: Double

  /// The size that groups of equal size would have.
  public let groupSize: Double

  /// The factor by which groups enlarge the variance of a mean: 1 + (size − 1) · value, at least 1.
  public var designEffect: Double { max(1, 1 + (groupSize - 1) * value) }

  /// Estimates it; nil with fewer than 2 groups, without a group of several values, or when no value differs.
  ///
  /// - Parameters:
  ///   - values: Logarithms of latencies or their differences, as a rule.
  ///   - groups: The conversation of each value.
  public init?(_ values: [Double], groups: [Int]) {
    precondition(values.count == groups.count)
    let units = ConversationUnits(groups)
    guard units.count >= 2, values.count > units.count else { return nil }
    var sizes = Array(repeating: 0.0, count: units.count)
    var sums = sizes
    for (unit, value) in zip(units.unit, values) {
      sizes[unit] += 1
      sums[unit] += value
    }
    let total = Double(values.count)
    let mean = CompensatedSum.of(values) / total
    let between = CompensatedSum.of(
      zip(sums, sizes).map { $1 * ($0 / $1 - mean) * ($0 / $1 - mean) })
    let within = CompensatedSum.of(
      zip(units.unit, values).map { unit, value in
        let rest = value - sums[unit] / sizes[unit]
        return rest * rest
      })
    let betweenMean = between / Double(units.count - 1)
    let withinMean = within / (total - Double(units.count))
    let size = (total - sizes.reduce(0) { $0 + $1 * $1 } / total) / Double(units.count - 1)
    let all = betweenMean + (size - 1) * withinMean
    guard all > 0 else { return nil }
    groupSize = size
    value = (betweenMean - withinMean) / all
  }
}
