/// Whether the values of one group tend to lie above those of another.
///
/// F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1, 1945; H. B. Mann and D.
/// R. Whitney, Annals of Mathematical Statistics 18, 1947. With up to 12 values in the smaller group the
/// distribution is exact, given the ties; beyond, it is normal with the variance that the ties leave and half
/// a step of continuity.
public struct RankSumTest: Sendable, Hashable {
  /// The probability of a rank sum at least this far from its middle, on either side, if both groups were
  /// alike.
  public let probability: Double

  /// Compares two groups; nil when one is empty.
  ///
  /// - Complexity: Exact: the number of values, times that of the smaller group, times its greatest rank sum.
  public init?(_ first: [Double], _ second: [Double]) {
    guard !first.isEmpty, !second.isEmpty else { return nil }
    let values = first + second
    let ranks = Ranks.doubled(values)
    let smaller = first.count <= second.count ? ranks[..<first.count] : ranks[first.count...]
    probability =
      smaller.count <= Self.exactLimit
      ? Self.exact(sum: smaller.reduce(0, +), of: smaller.count, from: ranks)
      : Self.normal(sum: smaller.reduce(0, +), of: smaller.count, ranks: ranks, values: values)
  }

  private static let exactLimit = 12

  /// Counts the ways to draw as many ranks with each sum.
  private static func exact(sum: Int, of size: Int, from ranks: [Int]) -> Double {
    let largest = ranks.sorted().suffix(size).reduce(0, +)
    let width = largest + 1
    var ways = [Double](repeating: 0, count: (size + 1) * width)
    ways[0] = 1
    for (seen, rank) in ranks.enumerated() {
      for drawn in stride(from: min(size, seen + 1), through: 1, by: -1) where rank <= largest {
        for total in rank...largest {
          ways[drawn * width + total] += ways[(drawn - 1) * width + total - rank]
        }
      }
    }
    let last = ways[(size * width)...]
    let all = last.reduce(0, +)
    let atMost = last.prefix(sum + 1).reduce(0, +) / all
    let atLeast = last.dropFirst(sum).reversed().reduce(0, +) / all
    return min(1, 2 * min(atMost, atLeast))
  }

  private static func normal(sum: Int, of size: Int, ranks: [Int], values: [Double]) -> Double {
    let (m, total) = (Double(size), Double(ranks.count))
    let ties = Ranks.tieSizes(values).reduce(0.0) { $0 + Double($1) * (Double($1) * Double($1) - 1) }
    let variance = m * (total - m) / 12 * (total + 1 - ties / (total * (total - 1)))
    guard variance > 0 else { return 1 }
    let distance = abs(Double(sum) / 2 - m * (total + 1) / 2)
    return min(1, 2 * NormalDistribution.upperTail(max(0, distance - 0.5) / variance.squareRoot()))
  }
}
