/// Whether paired differences lie above zero, judged by the ranks of their sizes.
///
/// F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1(6), 1945. Differences of zero are
/// left out, equal sizes share their mean rank. Up to 200 differences the probabilities are exact, ties included;
/// beyond, they come from seeded sign flips and cannot fall below one in the number of flips.
public struct SignedRankTest: Sendable, Hashable {
  /// The most differences for which the exact distribution is computed.
  public static let exactLimit = 200

  /// How many differences were not zero.
  public let count: Int

  /// The sum of the ranks of the positive differences.
  public let positiveRankSum: Double

  /// The probability of a sum at least this high if there were no shift: small when differences lie above zero.
  public let greater: Double

  /// The probability of a sum at least this low if there were no shift: small when differences lie below zero.
  public let less: Double

  /// The probability of a sum at least this far out on either side.
  public var twoSided: Double { min(1, 2 * min(greater, less)) }

  /// Tests the differences. Both probabilities are 1 when every difference is zero.
  ///
  /// - Parameters:
  ///   - differences: Candidate minus baseline per pair, of logarithms as a rule.
  ///   - generator: Where the sign flips come from when there are too many differences to be exact.
  ///   - flips: How many times the signs are drawn then.
  public init(differences: [Double], generator: SeededGenerator, flips: Int = 20_000) {
    let nonZero = differences.filter { $0 != 0 }
    let ranks = Ranks.doubled(nonZero.map(abs))
    let sum = zip(nonZero, ranks).reduce(0) { $1.0 > 0 ? $0 + $1.1 : $0 }
    count = nonZero.count
    positiveRankSum = Double(sum) / 2
    if nonZero.count <= Self.exactLimit {
      let distribution = SignedRankDistribution(doubledRanks: ranks)
      greater = distribution.atLeast(sum)
      less = distribution.atMost(sum)
    } else {
      (greater, less) = Self.flipped(ranks, observed: sum, flips: flips, generator: generator)
    }
  }

  private static func flipped(
    _ ranks: [Int], observed: Int, flips: Int, generator: SeededGenerator
  ) -> (greater: Double, less: Double) {
    var generator = generator
    var atLeast = 1
    var atMost = 1
    for _ in 0..<flips {
      var sum = 0
      var coins: UInt64 = 0
      for (index, rank) in ranks.enumerated() {
        if index % 64 == 0 { coins = generator.next() }
        if coins & 1 == 1 { sum += rank }
        coins >>= 1
      }
      atLeast += sum >= observed ? 1 : 0
      atMost += sum <= observed ? 1 : 0
    }
    // The observed signs are one of the possible draws, so neither count starts at nothing.
    return (Double(atLeast) / Double(flips + 1), Double(atMost) / Double(flips + 1))
  }
}
