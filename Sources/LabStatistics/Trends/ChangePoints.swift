/// Where a series of nightly results changed, found by splitting it where the two sides differ most.
///
/// E-divisive: D. S. Matteson and N. A. James, "A nonparametric approach for multiple change point analysis
/// of multivariate data", Journal of the American Statistical Association 109, 2014, with distances to the
/// power 1. Each split is kept if its energy statistic is rarely reached when the nights of every segment are
/// shuffled. For history, not for gates: it says which night, and it is late by a few nights.
public struct ChangePoints: Sendable {
  /// The fewest values on either side of a change.
  public let minimumSegment: Int

  /// The largest probability with which a split is kept.
  public let significance: Double

  /// How often a segment is shuffled; no probability falls below one in as many.
  public let shuffles: Int

  private let generator: SeededGenerator

  /// Makes a finder.
  ///
  /// - Parameters:
  ///   - generator: Where the shuffles come from.
  ///   - significance: More than one in the number of shuffles.
  public init(
    generator: SeededGenerator, minimumSegment: Int = 3, significance: Double = 0.001, shuffles: Int = 9_999
  ) {
    precondition(minimumSegment >= 2 && significance * Double(shuffles + 1) >= 1)
    self.generator = generator
    self.minimumSegment = minimumSegment
    self.significance = significance
    self.shuffles = shuffles
  }

  /// The indices of the first values after each change, rising.
  ///
  /// - Complexity: The square of the number of values per shuffle; segments without a change stop early.
  public func find(in series: [Double]) -> [Int] {
    var generator = generator
    var changes: [Int] = []
    // Segments are split until no split of any is significant.
    var open = [0..<series.count]
    while let segment = open.popLast() {
      guard let split = bestSplit(of: Array(series[segment])) else { continue }
      guard isSignificant(split.statistic, in: Array(series[segment]), &generator) else { continue }
      let change = segment.lowerBound + split.index
      changes.append(change)
      open += [segment.lowerBound..<change, change..<segment.upperBound]
    }
    return changes.sorted()
  }

  private func isSignificant(
    _ statistic: Double, in segment: [Double], _ generator: inout SeededGenerator
  ) -> Bool {
    var shuffled = segment
    let allowed = Int(significance * Double(shuffles + 1)) - 1
    let threshold = statistic * (1 - 1e-12)
    var reached = 0
    for _ in 0..<shuffles {
      generator.shuffle(&shuffled)
      if let split = bestSplit(of: shuffled), split.statistic >= threshold { reached += 1 }
      if reached > allowed { return false }
    }
    return true
  }

  /// The split with the largest energy statistic; nil when the segment is too short for one.
  func bestSplit(of values: [Double]) -> (index: Int, statistic: Double)? {
    guard values.count >= 2 * minimumSegment else { return nil }
    // Sums of distances within the left part, within the right part and between them, moved on value by
    // value.
    var left = 0.0
    var right = Self.distances(values)
    var between = 0.0
    var best: (index: Int, statistic: Double)?
    for index in 0..<(values.count - minimumSegment) {
      let toLeft = Self.distance(from: values[index], to: values[..<index])
      let toRight = Self.distance(from: values[index], to: values[(index + 1)...])
      left += toLeft
      right -= toRight
      between += toRight - toLeft
      guard index + 1 >= minimumSegment else { continue }
      let m = Double(index + 1)
      let n = Double(values.count - index - 1)
      let energy = 2 * between / (m * n) - 2 * left / (m * (m - 1)) - 2 * right / (n * (n - 1))
      let statistic = m * n / (m + n) * energy
      if statistic > best?.statistic ?? 0 { best = (index + 1, statistic) }
    }
    return best
  }

  private static func distance(from value: Double, to others: ArraySlice<Double>) -> Double {
    others.reduce(0) { $0 + abs($1 - value) }
  }

  private static func distances(_ values: [Double]) -> Double {
    values.indices.reduce(0) { $0 + distance(from: values[$1], to: values[($1 + 1)...]) }
  }
}
