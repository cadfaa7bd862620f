/// Whether paired differences lie above zero, judged by the ranks of their sizes.
///
/// F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1(6), 1945. Differences of
/// zero are left out, equal sizes share their mean rank. The probabilities are exact, ties included, up to
/// some 500 differences and by Edgeworth's series beyond, so that levels of 1e-5 and less can be judged.
///
/// When several differences come from one conversation, their signs are flipped together: the order of the
/// arms was drawn per conversation, so under the null hypothesis each conversation may as well have come the
/// other way round (D. Larocque, "The Wilcoxon signed-rank test for cluster correlated data", 2005; Rosner,
/// Glynn and Lee, 2006). Every flip is counted, none is drawn.
public struct SignedRankTest: Sendable, Hashable {
  /// How many differences were not zero.
  public let count: Int

  /// How many units had their signs flipped: differences, or conversations with a rank sum that is not zero.
  public let units: Int

  /// The sum of the ranks of the positive differences.
  public let positiveRankSum: Double

  /// The probability of a sum at least this high if there were no shift: small when differences lie above
  /// zero.
  public let greater: Double

  /// The probability of a sum at least this low if there were no shift: small when differences lie below
  /// zero.
  public let less: Double

  /// The probability of a sum at least this far out on either side.
  public var twoSided: Double { min(1, 2 * min(greater, less)) }

  /// Tests differences. Both probabilities are 1 when every difference is zero.
  ///
  /// - Parameters:
  ///   - differences: Candidate minus baseline per pair, of logarithms as a rule.
  ///   - conversations: Which conversation each difference comes from; nil when each stands for itself.
  public init(differences: [Double], conversations: [Int]? = nil) {
    let nonZero = differences.filter { $0 != 0 }
    let ranks = Ranks.doubled(nonZero.map(abs))
    let signed: [Int]
    if let conversations, Set(conversations).count < conversations.count {
      signed = ConversationRankSums(differences: differences, conversations: conversations).signed
    } else {
      signed = zip(nonZero, ranks).map { $0 > 0 ? $1 : -$1 }
    }
    let weights = signed.map(abs)
    let distribution =
      Self.areUntiedRanks(weights)
      ? SignFlipDistribution.untiedRanks(weights.count) : SignFlipDistribution(weights: weights)
    let observed = signed.reduce(0) { $0 + max(0, $1) }
    count = nonZero.count
    units = signed.count { $0 != 0 }
    positiveRankSum = Double(zip(nonZero, ranks).reduce(0) { $1.0 > 0 ? $0 + $1.1 : $0 }) / 2
    greater = distribution.atLeast(observed)
    less = distribution.atMost(observed)
  }

  /// Whether the weights are the doubled ranks 2, 4 … 2n in some order.
  private static func areUntiedRanks(_ weights: [Int]) -> Bool {
    var seen = [Bool](repeating: false, count: weights.count + 1)
    for rank in weights {
      guard rank % 2 == 0, rank > 0, rank / 2 <= weights.count, !seen[rank / 2] else { return false }
      seen[rank / 2] = true
    }
    return true
  }
}
