import Testing

@testable import LabStatistics

/// What a gate says of more pairs is held against what then happens: a run is simulated up to the most pairs, judged
/// half way, and judged again.
@Suite("What a gate says that more pairs would bring")
struct ProjectionTests {
  private let generator = SeededGenerator(seed: 1)

  /// How often a sentence was said, and how often a verdict came after all.
  private struct Tally {
    var said = 0
    var decided = 0
    var share: Double { said == 0 ? 0 : Double(decided) / Double(said) }
  }

  private struct Outcome {
    /// “More pairs would probably not decide.”
    var never = Tally()
    /// “So many pairs would probably decide.”
    var soMany = Tally()
  }

  private func simulated(
    _ rule: some PairedRule, slowdowns: [Double], deviation: Double = 0.1, runs: Int, first: Int, most: Int
  ) -> Outcome {
    var outcome = Outcome()
    for slowdown in slowdowns {
      for run in 0..<runs {
        let all = RelativeRuleTests.latencies(
          most, slowdown: slowdown, deviation: deviation, perConversation: 2, seed: UInt64(1_000 + run)
        ).pairs
        func judged(_ count: Int, look: Look) -> RelativeJudgement {
          rule.judge(PairedLatencies(Array(all.prefix(count))), look: look, generator: generator)
        }
        guard case .undecided(let needed) = judged(first, look: .after([])).reason else { continue }
        let verdict = judged(needed ?? most, look: .after([first])).verdict
        let isDecided = verdict == .pass || verdict == .fail
        let claim = needed == nil ? \Outcome.never : \Outcome.soMany
        outcome[keyPath: claim].said += 1
        if isDecided { outcome[keyPath: claim].decided += 1 }
      }
    }
    return outcome
  }

  /// These runs were told that 200 pairs would not decide either; at 200 they were a FAIL.
  @Test("Runs that are slower by twice the limit are not told that more pairs are of no use")
  func clearSlowdown() {
    let outcome = simulated(RelativeRule(), slowdowns: [0.1], runs: 50, first: 100, most: 200)
    #expect(outcome.never.said == 0)
    #expect(outcome.soMany.said > 3)
    #expect(outcome.soMany.share > 0.6)
  }

  @Test("A recommended number of pairs decides more often than not")
  func anySlowdown() {
    let outcome = simulated(RelativeRule(), slowdowns: [0, 0.03, 0.05], runs: 14, first: 60, most: 200)
    #expect(outcome.soMany.said > 20)
    #expect(outcome.soMany.share > 0.5)
  }

  @Test("Where few pairs are left, “would probably not decide” is followed by no verdict in most runs")
  func fewLeft() {
    // A gate that accepts so little power is not refused for its spread.
    let rule = RelativeRule(TestDesign(limit: 0.05, power: 0.3))
    let outcome = simulated(
      rule, slowdowns: [0.035], deviation: 0.15, runs: 24, first: 150, most: 200)
    #expect(outcome.never.said > 3)
    #expect(outcome.never.share < 0.5)
  }

  @Test("A rule for stalls recommends numbers that decide, too")
  func stalls() {
    let rule = StallRule(threshold: .above(1_000), TestDesign(limit: 0.1, alpha: 0.01, maximumPairs: 300))
    let outcome = simulated(rule, slowdowns: [0, 0.05, 0.1, 0.15], runs: 10, first: 60, most: 300)
    #expect(outcome.soMany.said > 10)
    #expect(outcome.soMany.share > 0.6)
  }

  @Test("At the most pairs nothing more can come")
  func atTheEnd() {
    let latencies = RelativeRuleTests.latencies(200, slowdown: 0.035, deviation: 0.12, seed: 5)
    let judgement = RelativeRule().judge(latencies, look: .after([100]), generator: generator)
    let projection = Projection(
      judgement: judgement, design: TestDesign(limit: 0.05), look: .after([100]), measured: 200)
    #expect(projection.pairsNeeded == nil)
  }
}
