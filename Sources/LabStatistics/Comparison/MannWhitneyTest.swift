/// Whether the candidate's values lie above the baseline's when there are no pairs.
///
/// H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is stochastically larger
/// than the other", Annals of Mathematical Statistics 18(1), 1947. Up to 60 values together the probabilities
/// are exact, ties included; beyond, normal with the variance that ties leave and half a step towards the
/// middle.
public struct MannWhitneyTest: Sendable, Hashable {
  /// The most values of both samples together for which every division into two is counted.
  public static let exactLimit = 60

  /// In how many pairs of a candidate's and a baseline's value the candidate's is larger; equal ones count
  /// half.
  public let larger: Double

  /// The share of such pairs: ½ when neither arm tends to be larger.
  public let share: Double

  /// The probability of as many or more if the arms did not differ: small when the candidate's values are
  /// larger.
  public let greater: Double

  /// The probability of as many or fewer if the arms did not differ: small when the candidate's values are
  /// smaller.
  public let less: Double

  /// The probability of a count at least this far out on either side.
  public var twoSided: Double { min(1, 2 * min(greater, less)) }

  /// Tests two samples; nil when one of them is empty.
  public init?(baseline: [Double], candidate: [Double]) {
    guard !baseline.isEmpty, !candidate.isEmpty else { return nil }
    let ranks = Ranks.doubled(baseline + candidate)
    let sum = ranks[baseline.count...].reduce(0, +)
    let pairs = Double(baseline.count * candidate.count)
    larger = Double(sum) / 2 - Double(candidate.count * (candidate.count + 1)) / 2
    share = larger / pairs
    if ranks.count <= Self.exactLimit {
      let distribution = Self.distribution(ranks, chosen: candidate.count)
      greater = min(1, distribution[sum...].reversed().reduce(0, +))
      less = min(1, distribution[...sum].reduce(0, +))
    } else {
      let total = Double(ranks.count)
      let ties = Ranks.tieSizes(baseline + candidate).reduce(0.0) {
        $0 + Double($1) * (Double($1) * Double($1) - 1)
      }
      let variance = pairs / 12 * (total + 1 - ties / (total * (total - 1)))
      let centred = larger - pairs / 2
      guard variance > 0 else {
        (greater, less) = (1, 1)
        return
      }
      greater = min(1, NormalDistribution.upperTail((centred - 0.5) / variance.squareRoot()))
      less = min(1, NormalDistribution.upperTail((-centred - 0.5) / variance.squareRoot()))
    }
  }

  /// The probability of each doubled rank sum when any `chosen` of the ranks may be the candidate's.
  private static func distribution(_ ranks: [Int], chosen: Int) -> [Double] {
    let total = ranks.reduce(0, +)
    // ways[k][s]: the probability that a random half-way choice took k of the ranks so far, with sum s.
    var ways = Array(repeating: [Double](repeating: 0, count: total + 1), count: chosen + 1)
    ways[0][0] = 1
    var reached = 0
    for (index, rank) in ranks.enumerated() {
      reached += rank
      let open = ranks.count - index
      for taken in stride(from: min(index + 1, chosen), through: 0, by: -1) {
        // Of the ranks that are left, those still to be taken are equally likely to be any.
        let skip = max(0, Double(open - (chosen - taken)) / Double(open))
        let take = taken > 0 ? Double(chosen - taken + 1) / Double(open) : 0
        for sum in stride(from: reached, through: 0, by: -1) {
          let with = taken > 0 && sum >= rank ? take * ways[taken - 1][sum - rank] : 0
          ways[taken][sum] = skip * ways[taken][sum] + with
        }
      }
    }
    return ways[chosen]
  }
}
