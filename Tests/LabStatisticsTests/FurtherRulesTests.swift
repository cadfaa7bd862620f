import Testing

@testable import LabStatistics

@Suite("Tail, stall and exact rules")
struct FurtherRulesTests {
  private let generator = SeededGenerator(seed: 1)

  /// Pairs with a share of stalls three times as long on each arm.
  private func latencies(
    _ count: Int, slowdown: Double = 0, stalls: (Double, Double) = (0, 0), perConversation: Int = 1
  ) -> PairedLatencies {
    var draws = SeededGenerator(seed: 21)
    var pairs = RelativeRuleTests.latencies(
      count, slowdown: slowdown, perConversation: perConversation, seed: 9
    ).pairs
    for index in pairs.indices {
      if draws.chance(stalls.0) { pairs[index].baseline? *= 3 }
      if draws.chance(stalls.1) { pairs[index].candidate? *= 3 }
    }
    return PairedLatencies(pairs)
  }

  @Test("a longer tail fails, equal tails pass")
  func tail() throws {
    let rule = TailRule()
    let slower = rule.judge(latencies(200, slowdown: 0.2), generator: generator)
    #expect(slower.verdict == .fail)
    #expect(try #require(slower.interval).contains(0.2))
    #expect(rule.judge(latencies(200), generator: generator).verdict == .pass)
    #expect(slower == rule.judge(latencies(200, slowdown: 0.2), generator: generator))
  }

  @Test("p95 takes 500 pairs unless its limit is wide")
  func thinTail() {
    let few = TailRule(quantile: .p95, TestDesign(limit: 0.2, maximumPairs: 400))
    #expect(few.judge(latencies(200), generator: generator).reason == .tailTooThin(pairsNeeded: 500))
    #expect(few.judge(latencies(200), generator: generator).verdict == .error)
    let patient = TailRule(quantile: .p95, TestDesign(limit: 0.2, maximumPairs: 800))
    #expect(patient.judge(latencies(200), generator: generator).reason == .tooFewPairs(needed: 500))
    let wide = TailRule(quantile: .p95, TestDesign(limit: 0.25, maximumPairs: 400))
    #expect(wide.judge(latencies(200), generator: generator).verdict == .pass)
  }

  @Test("turns of a conversation are exchanged together, so a few conversations decide nothing")
  func tailConversations() {
    let judgement = TailRule().judge(
      latencies(70, slowdown: 0.5, perConversation: 10), generator: generator)
    #expect(judgement.reason == .tooFewConversations(needed: 11))
  }

  @Test("a failed turn counts in the tail as the longest latency of all")
  func tailFailures() {
    var pairs = latencies(100).pairs
    for index in 0..<15 { pairs[index * 6].candidate = nil }
    let failing = TailRule().judge(PairedLatencies(pairs), generator: generator)
    #expect(failing.lost.candidateOnly == 15)
    #expect((failing.probability ?? 1) < 0.01)
  }

  @Test("more stalls fail by their share, equal ones pass")
  func stalls() throws {
    let rule = StallRule(threshold: .above(1_600))
    let more = rule.judge(latencies(200, stalls: (0.02, 0.2)), generator: generator)
    #expect(more.verdict == .fail)
    #expect(more.scale == .share)
    #expect(try #require(more.interval).contains(0.18))
    let equal = rule.judge(latencies(200, stalls: (0.03, 0.03)), generator: generator)
    #expect(equal.verdict == .pass)
    #expect(StallRule().judge(PairedLatencies([]), generator: generator).reason == .noPairs)
  }

  /// 9 against 3: `stats.binomtest(9, 12, 0.5, alternative='greater')`; (c − b) / (n + 2) ± 1.96 · its deviation.
  @Test("stalls of single turns are McNemar's exact test with Agresti and Min's interval")
  func mcNemar() throws {
    let pairs = (0..<100).map { index in
      PairedLatencies.Pair(
        conversation: index, baseline: (9..<12).contains(index) ? 3 : 1, candidate: index < 9 ? 3 : 1)
    }
    let judgement = StallRule(threshold: .above(2)).judge(PairedLatencies(pairs), generator: generator)
    #expect(abs(try #require(judgement.probability) - 0.072998046875) < 1e-12)
    #expect(judgement.shift == 0.06)
    let interval = try #require(judgement.interval)
    #expect(abs(interval.lower - -0.00951139030530121) < 1e-9)
    #expect(abs(interval.upper - 0.12715844912883062) < 1e-9)
  }

  @Test("a failed turn is a stall, and stalls of one conversation count together")
  func stallConversations() throws {
    var pairs = latencies(100, perConversation: 5).pairs
    for index in 0..<10 { pairs[index].candidate = nil }
    let judgement = StallRule(threshold: .above(4_000)).judge(PairedLatencies(pairs), generator: generator)
    #expect(judgement.shift == 0.1)
    // Two conversations of five failed turns each: one of four sets of signs.
    #expect(judgement.probability == 0.25)
    #expect(try #require(judgement.designEffect) > 4)
  }

  private func exact(_ pairs: [(Double?, Double?)], limit: Double = 0) -> RelativeJudgement {
    ExactRule(limit: limit).judge(
      PairedLatencies(
        pairs.enumerated().map { PairedLatencies.Pair(conversation: $0, baseline: $1.0, candidate: $1.1) }),
      generator: generator)
  }

  @Test("offline, any median change beyond the limit fails, and equality passes")
  func exactRule() throws {
    #expect(exact([(100, 100), (200, 200), (300, 300)]).verdict == .pass)
    let moved = exact([(100, 101), (200, 201), (300, 301)])
    #expect(moved.verdict == .fail)
    #expect(abs(try #require(moved.shift) - 0.005) < 1e-12)
    #expect(moved.movement?.slower == 3)
    #expect(moved.movement?.isUniform == true)
    #expect(exact([(100, 101), (200, 202), (300, 303)], limit: 0.01).verdict == .pass)
    #expect(exact([(100, 101), (200, 202), (300, 303)], limit: 0.0099).verdict == .fail)
    #expect(exact([(100, 99), (200, 198)]).verdict == .pass)
  }

  @Test("pairs that move apart from the median are told")
  func partly() {
    let partly = exact([(100, 100), (200, 200), (300, 330)])
    #expect(partly.verdict == .pass)
    #expect(partly.movement?.slower == 1)
    #expect(partly.movement?.isUniform == false)
    #expect(partly.movement?.largest == 30)
  }

  @Test("offline, nothing to compare is an error, and failures outrank every change")
  func exactFailures() {
    #expect(exact([]).reason == .noPairs)
    #expect(exact([(nil, nil)]).verdict == .error)
    #expect(exact([(0, 5)]).reason == .notPositive(count: 1))
    #expect(exact([(0, 0), (5, 5)]).verdict == .pass)
    #expect(exact([(100, nil), (100, nil), (100, 100)]).verdict == .fail)
    #expect(exact([(100, nil), (nil, 100)]).verdict == .pass)
  }
}
