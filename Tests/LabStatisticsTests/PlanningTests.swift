import Testing

@testable import LabStatistics

@Suite("Planning of comparisons")
struct PlanningTests {
  /// `ceil(2 * ((norm.ppf(.99) + norm.ppf(.95)) * s / log1p(delta)) ** 2 / (3 / pi))`
  @Test(
    "the pairs needed follow from spread and effect",
    arguments: [(0.05, 0.05, 35), (0.1, 0.05, 139), (0.2, 0.1, 146), (0.3, 0.03, 3_403)])
  func pairs(deviation: Double, effect: Double, expected: Int) {
    #expect(PowerPlan().pairs(logDeviation: deviation, effect: effect) == expected)
  }

  @Test("the smallest effect is the one for which the pairs are just enough")
  func minimalEffect() {
    #expect(abs(PowerPlan().minimalEffect(logDeviation: 0.1, pairs: 139) - 0.04995419980400251) < 1e-10)
    #expect(PowerPlan().minimalEffect(logDeviation: 0.1, pairs: 138) > 0.05)
    #expect(PowerPlan(alpha: 0.005).minimalEffect(logDeviation: 0.1, pairs: 139) > 0.0505)
  }

  /// Bisection on `stats.multivariate_normal(cov).cdf` of the scores at all looks up to each.
  @Test(
    "the bounds of several looks are those of the multivariate normal distribution",
    arguments: [
      (0.01, [50, 100, 200], [5.020122470009731, 3.4604679586000464, 2.329830872068614]),
      (0.025, [1, 2], [2.9625880427275666, 1.968595674964705]),
      (0.05, [25, 50, 75], [3.2001019716267964, 2.1408153579633726, 1.6948119907344008]),
    ])
  func bounds(alpha: Double, looks: [Int], expected: [Double]) {
    let scores = SequentialBounds(alpha: alpha, looks: looks).scores
    #expect(scores.count == expected.count)
    for (score, expected) in zip(scores, expected) { #expect(abs(score - expected) < 2e-4) }
  }

  @Test("a single look has the bound of the plain test")
  func singleLook() {
    let score = SequentialBounds(alpha: 0.01, looks: [80]).scores[0]
    #expect(abs(score - NormalDistribution.quantile(0.99)) < 1e-9)
  }

  /// Simulated: looks at 30, 60, 100, 150 and 200 steps of a fair walk; 1 % should cross somewhere.
  @Test("five looks cross by chance as often as accepted")
  func falseAlarms() {
    let bounds = SequentialBounds(alpha: 0.05, looks: [30, 60, 100, 150, 200])
    var generator = SeededGenerator(seed: 6)
    let crossed = (0..<4_000).count { _ in
      var sum = 0.0
      var taken = 0
      return zip(bounds.looks, bounds.scores).reduce(false) { crossed, look in
        sum += generator.normal(standardDeviation: Double(look.0 - taken).squareRoot())
        taken = look.0
        return crossed || sum / Double(taken).squareRoot() >= look.1
      }
    }
    #expect((150...250).contains(crossed))
  }

  @Test("a night of gates flags at the screening level and fails at the night's level shared out")
  func screening() {
    let night = TwoStageScreening(gates: 20)
    #expect(night.decisionAlpha == 0.01 / 20)
    #expect(night.isFlagged(0.05))
    #expect(!night.isFlagged(0.051))
    #expect(night.fails(pooled: 0.0005))
    #expect(!night.fails(pooled: 0.0006))
  }
}
