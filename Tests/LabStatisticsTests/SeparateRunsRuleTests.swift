import Testing

@testable import LabStatistics

@Suite("Rule for separate runs")
struct SeparateRunsRuleTests {
  private let noise = BetweenRunNoise(logDeviation: 0.01, runs: 30)

  private func run(_ count: Int, slowdown: Double = 0, hasItems: Bool = false, seed: UInt64)
    -> [SeparateLatencies.Turn]
  {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      SeparateLatencies.Turn(
        item: hasItems ? "item-\(index)" : nil, conversation: index,
        latency: generator.lognormal(
          median: (1 + slowdown) * 800 * (hasItems ? 1 + Double(index % 10) / 5 : 1), sigma: 0.08))
    }
  }

  @Test("without the noise of runs, the best verdict is inconclusive, with its figures")
  func unknownNoise() throws {
    let rule = SeparateRunsRule()
    let slower = rule.judge(
      SeparateLatencies(baseline: run(200, seed: 1), candidate: run(200, slowdown: 0.2, seed: 2)))
    #expect(slower.verdict == .inconclusive)
    #expect(slower.reason == .betweenRunNoiseUnknown)
    #expect(try #require(slower.interval).contains(0.2))
    #expect(try #require(slower.probability) < 1e-9)
    let equal = rule.judge(SeparateLatencies(baseline: run(200, seed: 1), candidate: run(200, seed: 2)))
    #expect(equal.reason == .betweenRunNoiseUnknown)
  }

  @Test("with it, large changes fail and none passes", arguments: [false, true])
  func knownNoise(hasItems: Bool) throws {
    let rule = SeparateRunsRule(TestDesign(limit: 0.1), noise: noise)
    let baseline = run(200, hasItems: hasItems, seed: 1)
    let slower = rule.judge(
      SeparateLatencies(
        baseline: baseline, candidate: run(200, slowdown: 0.12, hasItems: hasItems, seed: 2)))
    #expect(slower.verdict == .fail)
    #expect(abs(try #require(slower.shift) - 0.12) < 0.03)
    let equal = rule.judge(
      SeparateLatencies(baseline: baseline, candidate: run(200, hasItems: hasItems, seed: 3)))
    #expect(equal.verdict == .pass)
  }

  @Test("noisy runs cannot see a small limit, whatever their size")
  func cannotSee() {
    let rule = SeparateRunsRule(noise: BetweenRunNoise(logDeviation: 0.05, runs: 30))
    let judgement = rule.judge(
      SeparateLatencies(baseline: run(200, seed: 1), candidate: run(200, slowdown: 0.03, seed: 2)))
    #expect(judgement.verdict == .error)
    #expect(judgement.reason == .cannotSee(pairsNeeded: nil))
  }

  @Test("a noise that few runs told makes wider bounds")
  func fewRuns() throws {
    let runs = SeparateLatencies(baseline: run(200, seed: 1), candidate: run(200, seed: 2))
    func width(_ count: Int) throws -> Double {
      let rule = SeparateRunsRule(noise: BetweenRunNoise(logDeviation: 0.03, runs: count))
      let interval = try #require(rule.judge(runs).interval)
      return interval.upper - interval.lower
    }
    #expect(try width(3) > 1.5 * width(100))
  }

  @Test("items are compared with themselves when the runs share enough of them")
  func items() throws {
    let rule = SeparateRunsRule(TestDesign(limit: 0.1), noise: noise)
    let judgement = rule.judge(
      SeparateLatencies(
        baseline: run(200, hasItems: true, seed: 1),
        candidate: run(150, hasItems: true, seed: 2).reversed()))
    #expect(judgement.pairs == 150)
    // The items' own differences, of some 0.3 in the logarithm, do not count.
    #expect(abs(try #require(judgement.logDeviation) - 0.08) < 0.02)
  }

  @Test("a run without values is an error")
  func empty() {
    let judgement = SeparateRunsRule(noise: noise)
      .judge(SeparateLatencies(baseline: run(50, seed: 1), candidate: []))
    #expect(judgement.verdict == .error)
    #expect(judgement.reason == .noPairs)
  }
}
