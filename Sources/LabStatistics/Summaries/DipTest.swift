/// Whether values come from a distribution with several modes.
///
/// J. A. Hartigan and P. M. Hartigan, "The dip test of unimodality", Annals of Statistics 13(1), 1985: the
/// dip is the largest distance between the empirical distribution and the nearest one with a single mode. Its
/// probability is held against seeded uniform samples, which among unimodal distributions have the largest
/// dips: the test errs on the quiet side. Above 1,000 values √n · dip is compared instead, which hardly
/// depends on n there.
public struct DipTest: Sendable, Hashable {
  /// The dip, from 1/(2n) to ¼.
  public let dip: Double

  /// The probability of a dip at least as large if there were one mode: small when there are several.
  public let probability: Double

  private static let largestSimulated = 1_000
  private static let enoughReached = 50

  /// Tests values; nil with fewer than 4 of them.
  ///
  /// Values on a grid, such as latencies that end with an audio frame, would make a dip at every step of it.
  /// Equal values are spread evenly over the smallest step between values, but over no more than 5 % of the
  /// median.
  ///
  /// - Parameters:
  ///   - values: Finite numbers in any order.
  ///   - generator: Where the uniform samples come from.
  ///   - samples: How many of them at most; no probability falls below one in as many.
  public init?(_ values: [Double], generator: SeededGenerator, samples: Int = 2_000) {
    guard values.count >= 4 else { return nil }
    let sorted = Self.spread(values.sorted())
    dip = HartiganDip.of(sorted)
    let count = min(values.count, Self.largestSimulated)
    let threshold = dip * (Double(values.count) / Double(count)).squareRoot()
    var generator = generator
    var reached = 0
    for drawn in 1...samples {
      // Spacings of uniform order statistics are exponential draws over their sum; no need to sort.
      var sum = 0.0
      let uniform = (0..<count).map { _ in
        sum += generator.exponential(mean: 1)
        return sum
      }
      if HartiganDip.of(uniform) >= threshold { reached += 1 }
      if reached == Self.enoughReached {
        probability = Double(reached) / Double(drawn)
        return
      }
    }
    probability = Double(reached + 1) / Double(samples + 1)
  }

  private static func spread(_ sorted: [Double]) -> [Double] {
    let steps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }.filter { $0 > 0 }
    guard let smallest = steps.min(), steps.count + 1 < sorted.count else { return sorted }
    let width = min(smallest, 0.05 * abs(Median.ofSorted(sorted)))
    var spread = sorted
    var start = 0
    while start < sorted.count {
      var end = start
      while end < sorted.count, sorted[end] == sorted[start] { end += 1 }
      for index in start..<end where end - start > 1 {
        let place = (Double(index - start) + 0.5) / Double(end - start) - 0.5
        spread[index] = sorted[start] + place * width
      }
      start = end
    }
    return spread
  }
}
