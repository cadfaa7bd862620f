/// The order in which every rule that tests comes to its verdict.
struct Decision {
  var design: TestDesign
  var look: Look
  /// The pairs measured so far, lost ones included.
  var measured: Int
  /// Whether the test flips the signs of conversations, so that few of them cannot reach a small level.
  var flipsConversations = true
  /// Whether the estimate reaches the floor.
  var reachesFloor: Bool
  /// The share of the estimate's variance that more pairs do not shrink.
  var fixedShare = 0.0

  /// Fills in verdict and reason from the figures of a judgement that has at least one pair.
  func decide(_ judgement: RelativeJudgement) -> RelativeJudgement {
    var judgement = judgement
    (judgement.verdict, judgement.reason) = verdict(judgement)
    return judgement
  }

  private func verdict(_ judgement: RelativeJudgement) -> (Verdict, RelativeJudgement.Reason) {
    if judgement.pairs < design.minimumPairs {
      return (.inconclusive, .tooFewPairs(needed: design.minimumPairs))
    }
    if let needed = conversationsNeeded(judgement) {
      return (.inconclusive, .tooFewConversations(needed: needed))
    }
    if let probability = judgement.probability, probability <= judgement.level, reachesFloor {
      return (.fail, .slower)
    }
    if let bound = judgement.upperBound, bound < design.limit { return (.pass, .withinLimit) }
    guard let needed = judgement.pairsNeeded,
      fewestNeeded(needed, judgement.pairs) <= Double(design.maximumPairs)
    else { return (.error, .cannotSee(pairsNeeded: judgement.pairsNeeded)) }
    let projection = Projection(
      judgement: judgement, design: design, look: look, measured: measured, fixedShare: fixedShare)
    return (.inconclusive, .undecided(pairsNeeded: projection.pairsNeeded))
  }

  /// The pairs needed at the smallest spread that the data do not rule out.
  ///
  /// A variance from the median absolute deviation of n differences errs by 2.33/√n of itself, 43 % at 30
  /// pairs. While more pairs may come, a gate is refused only if one that is 1.645 times as much too high
  /// would be refused too.
  private func fewestNeeded(_ needed: Int, _ pairs: Int) -> Double {
    pairs >= design.maximumPairs ? Double(needed) : Double(needed) / (1 + 3.84 / Double(pairs).squareRoot())
  }

  /// The conversations it takes to reach the level at all; nil when there are enough.
  ///
  /// k conversations have 2^k sets of signs, so no probability falls below 2^−k. Early looks of a sequence
  /// have levels that cannot be reached by design; they are held against the full alpha.
  private func conversationsNeeded(_ judgement: RelativeJudgement) -> Int? {
    guard flipsConversations else { return nil }
    let isLast = look.isLast(measured: measured, maximum: design.maximumPairs)
    let level = isLast ? judgement.level : design.alpha
    var needed = 0
    var smallest = 1.0
    while smallest > level, needed < 1_000 {
      smallest /= 2
      needed += 1
    }
    return judgement.conversations < needed ? needed : nil
  }
}
