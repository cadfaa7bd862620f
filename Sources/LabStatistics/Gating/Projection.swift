/// What more pairs would probably bring, from what was seen so far.
///
/// The estimate of a later look lies around the present one, by as much as the pairs that are still to come
/// can move it; the error of the estimate shrinks with the square root of the pairs. Both are held against
/// the levels of that look, so that a sequence of looks is told what its last one may decide.
struct Projection {
  let judgement: RelativeJudgement
  let design: TestDesign
  let look: Look
  /// The pairs measured so far, lost ones included.
  let measured: Int
  /// The share of the estimate's variance that more pairs do not shrink: the difference between two runs.
  var fixedShare = 0.0

  /// In how many steps what may still be measured is searched: nobody plans a run to the pair.
  private static let steps = 8
  /// How probable it must be that a number of pairs decides to be recommended.
  private static let recommended = 0.8
  /// From here on the most pairs decide rather than not.
  private static let likely = 0.5

  /// The fewest pairs that would probably decide; nil when even the most would probably not.
  var pairsNeeded: Int? {
    let most = design.maximumPairs
    guard measured > 0, measured < most else { return nil }
    let chance = probabilityOfDecision(at: most)
    guard chance >= Self.likely else { return nil }
    guard chance >= Self.recommended else { return most }
    var (undecided, decided) = (0, Self.steps)
    while decided - undecided > 1 {
      let middle = (undecided + decided) / 2
      let isEnough = probabilityOfDecision(at: pairs(at: middle)) >= Self.recommended
      if isEnough { decided = middle } else { undecided = middle }
    }
    return pairs(at: decided)
  }

  private func pairs(at step: Int) -> Int {
    measured + max(1, (design.maximumPairs - measured) * step / Self.steps)
  }

  /// The probability that a look at a number of pairs decides.
  ///
  /// - Parameter pairs: More than were measured.
  func probabilityOfDecision(at pairs: Int) -> Double {
    let share = Double(measured) / Double(pairs)
    let drift = ((1 - fixedShare) * (1 - share)).squareRoot()
    let shrunk = ((1 - fixedShare) * share + fixedShare).squareRoot()
    return min(1, failing(at: pairs, drift, shrunk) + passing(at: pairs, drift, shrunk))
  }

  /// - Parameters:
  ///   - drift: The deviation of the later estimate from the present one, in present standard errors.
  ///   - shrunk: The later standard error, in present ones.
  private func failing(at pairs: Int, _ drift: Double, _ shrunk: Double) -> Double {
    guard let probability = judgement.probability else { return 0 }
    let score = -NormalDistribution.quantile(probability)
    let needed = -NormalDistribution.quantile(level(of: design.alpha, at: pairs))
    guard needed.isFinite else { return 0 }
    let significant = Self.below((score - needed * shrunk) / drift)
    guard let (estimate, error) = estimate else { return significant }
    return min(significant, Self.below((estimate - scaled(design.floor)) / (error * drift)))
  }

  private func passing(at pairs: Int, _ drift: Double, _ shrunk: Double) -> Double {
    let reach = -NormalDistribution.quantile(level(of: TestDesign.passAlpha, at: pairs))
    guard reach.isFinite, let (estimate, error) = estimate else { return 0 }
    return Self.below((scaled(design.limit) - reach * error * shrunk - estimate) / (error * drift))
  }

  private func level(of alpha: Double, at pairs: Int) -> Double {
    look.following(measured).level(alpha: alpha, measured: pairs, maximum: design.maximumPairs)
  }

  /// The present estimate with its standard error; nil when failed turns leave one of them without bound.
  private var estimate: (value: Double, error: Double)? {
    guard let shift = judgement.shift, let interval = judgement.interval else { return nil }
    let error =
      (scaled(interval.upper) - scaled(interval.lower)) / (2 * NormalDistribution.quantile(0.975))
    return error > 0 ? (scaled(shift), error) : nil
  }

  /// A change on the scale on which estimates spread evenly.
  private func scaled(_ change: Double) -> Double {
    judgement.scale == .share ? change : PortableMath.log1p(change)
  }

  private static func below(_ score: Double) -> Double { NormalDistribution.upperTail(-score) }
}
