/// How much less paired differences tell because several of them come from one conversation.
///
/// From the clustered signed-rank test of B. Rosner, R. J. Glynn and M.-L. T. Lee, "The Wilcoxon signed rank
/// test for paired comparisons of clustered data", Biometrics 62, 2006: with Sg the sum of the signed ranks
/// of conversation g, the statistic's variance is Σ Sg² where independent differences would have the sum of
/// the squared ranks. The ratio of the two, taken after the shift itself has been subtracted, is the design
/// effect.
public struct Dependence: Sendable, Hashable {
  /// The factor on the variance: 1 for independent differences; never below 1, because an estimate below it
  /// is chance more often than balance.
  public let designEffect: Double

  /// How many conversations there are.
  public let conversations: Int

  /// Estimates the dependence; nil unless there are two conversations and one of them has several
  /// differences.
  ///
  /// - Parameters:
  ///   - differences: Of logarithms as a rule.
  ///   - conversations: Which conversation each difference comes from.
  ///   - shift: What is subtracted from every difference: the estimate of their location.
  public init?(differences: [Double], conversations: [Int], shift: Double) {
    precondition(differences.count == conversations.count)
    let units = Set(conversations).count
    guard units >= 2, units < differences.count else { return nil }
    let sums = ConversationRankSums(differences: differences.map { $0 - shift }, conversations: conversations)
    let clustered = sums.signed.reduce(0.0) { $0 + Double($1) * Double($1) }
    let independent = sums.ranks.reduce(0.0) { $0 + Double($1) * Double($1) }
    designEffect = independent > 0 ? max(1, clustered / independent) : 1
    self.conversations = units
  }
}

/// The signed ranks of differences, doubled, summed by conversation.
struct ConversationRankSums {
  /// The doubled ranks of the differences that are not zero.
  let ranks: [Int]

  /// One sum per conversation, in the order in which conversations first come.
  let signed: [Int]

  init(differences: [Double], conversations: [Int]) {
    let nonZero = differences.indices.filter { differences[$0] != 0 }
    ranks = Ranks.doubled(nonZero.map { abs(differences[$0]) })
    signed = ConversationUnits(nonZero.map { conversations[$0] })
      .sums(zip(nonZero, ranks).map { differences[$0] > 0 ? $1 : -$1 })
  }
}
