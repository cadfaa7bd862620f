import Testing

@testable import LabStatistics

@Suite("Relative rule")
struct RelativeRuleTests {
  private let generator = SeededGenerator(seed: 1)

  /// Lognormal latencies around 800 ms on both arms, the candidate's times `1 + slowdown`.
  static func latencies(
    _ count: Int, slowdown: Double = 0, deviation: Double = 0.08, perConversation: Int = 1, seed: UInt64 = 7
  ) -> PairedLatencies {
    var generator = SeededGenerator(seed: seed)
    return PairedLatencies(
      (0..<count).map { index in
        PairedLatencies.Pair(
          conversation: index / perConversation,
          baseline: generator.lognormal(median: 800, sigma: deviation),
          candidate: generator.lognormal(median: 800 * (1 + slowdown), sigma: deviation))
      })
  }

  @Test("a clear slowdown fails, equal arms pass")
  func verdicts() throws {
    let slower = RelativeRule().judge(Self.latencies(200, slowdown: 0.08), generator: generator)
    #expect(slower.verdict == .fail)
    #expect(slower.reason == .slower)
    #expect(try #require(slower.interval).contains(0.08))
    #expect(try #require(slower.probability) < 1e-6)
    let equal = RelativeRule().judge(Self.latencies(200), generator: generator)
    #expect(equal.verdict == .pass)
    #expect(try #require(equal.upperBound) < 0.05)
    #expect(abs(try #require(equal.logDeviation) - 0.08) < 0.012)
  }

  @Test("no pairs are an error, never a pass")
  func noPairs() {
    #expect(RelativeRule().judge(PairedLatencies([]), generator: generator).reason == .noPairs)
    let failed = PairedLatencies(
      (0..<50).map { PairedLatencies.Pair(conversation: $0, baseline: nil, candidate: nil) })
    let judgement = RelativeRule().judge(failed, generator: generator)
    #expect(judgement.verdict == .error)
    #expect(judgement.reason == .noPairs)
    #expect(judgement.lost.both == 50)
  }

  @Test("a latency without a logarithm is an error that counts them")
  func notPositive() {
    var latencies = Self.latencies(60)
    latencies.pairs[3].candidate = 0
    latencies.pairs[9].baseline = -4
    let judgement = RelativeRule().judge(latencies, generator: generator)
    #expect(judgement.verdict == .error)
    #expect(judgement.reason == .notPositive(count: 2))
  }

  @Test("fewer pairs than the rule judges are inconclusive, with the figures there are")
  func tooFewPairs() {
    let judgement = RelativeRule().judge(Self.latencies(29, slowdown: 0.5), generator: generator)
    #expect(judgement.verdict == .inconclusive)
    #expect(judgement.reason == .tooFewPairs(needed: 30))
    #expect(judgement.shift != nil)
  }

  @Test("few conversations cannot reach the level, however many turns they have")
  func tooFewConversations() {
    let latencies = Self.latencies(70, slowdown: 0.5, perConversation: 10)
    let judgement = RelativeRule(TestDesign(limit: 0.05, alpha: 0.005)).judge(latencies, generator: generator)
    #expect(judgement.reason == .tooFewConversations(needed: 8))
    #expect(judgement.verdict == .inconclusive)
    let enough = Self.latencies(80, slowdown: 0.5, perConversation: 10)
    #expect(
      RelativeRule(TestDesign(limit: 0.05, alpha: 0.005)).judge(enough, generator: generator).verdict == .fail
    )
    #expect(
      RelativeRule(TestDesign(limit: 0.05, alpha: 1e-4)).judge(enough, generator: generator).reason
        == .tooFewConversations(needed: 14))
  }

  @Test("a certain slowdown below the floor does not fail")
  func floor() throws {
    let judgement = RelativeRule(TestDesign(limit: 0.05, floor: 0.025, maximumPairs: 400))
      .judge(Self.latencies(400, slowdown: 0.015, deviation: 0.02), generator: generator)
    #expect(try #require(judgement.probability) < 1e-6)
    #expect(judgement.verdict == .pass)
  }

  @Test("a gate that could not see its limit is refused, one that needs more pairs asks for them")
  func refusal() throws {
    let noisy = RelativeRule().judge(Self.latencies(60, deviation: 0.3, seed: 3), generator: generator)
    #expect(noisy.verdict == .error)
    let needed = try #require(noisy.pairsNeeded)
    #expect(noisy.reason == .cannotSee(pairsNeeded: needed))
    #expect(needed > 200)
    let patient = RelativeRule(TestDesign(limit: 0.05, maximumPairs: 5_000))
      .judge(Self.latencies(60, deviation: 0.3, seed: 3), generator: generator)
    #expect(patient.verdict == .inconclusive)
    guard case .undecided(let more?) = patient.reason else {
      Issue.record("\(patient.reason)")
      return
    }
    #expect((60...needed).contains(more))
    #expect(try #require(patient.minimalEffect) > 0.05)
  }

  @Test("a spread that few pairs may overrate does not refuse a gate; at the most pairs it does")
  func earlySpread() {
    let early = RelativeRule().judge(
      Self.latencies(30, slowdown: 0.03, deviation: 0.14), generator: generator)
    #expect((early.pairsNeeded ?? 0) > 200)
    #expect(early.reason == .undecided(pairsNeeded: 200))
    let full = RelativeRule(TestDesign(limit: 0.05, maximumPairs: 30)).judge(
      Self.latencies(30, slowdown: 0.03, deviation: 0.14), generator: generator)
    #expect(full.verdict == .error)
  }

  @Test("turns that failed on one arm rank as its longest; on both they are left out and counted")
  func failures() {
    var latencies = Self.latencies(100)
    for index in 0..<12 { latencies.pairs[index * 8].candidate = nil }
    latencies.pairs[1].baseline = nil
    latencies.pairs[2] = PairedLatencies.Pair(conversation: 2, baseline: nil, candidate: nil)
    let judgement = RelativeRule().judge(latencies, generator: generator)
    #expect(judgement.pairs == 99)
    #expect(judgement.lost.candidateOnly == 12)
    #expect(judgement.lost.baselineOnly == 1)
    #expect(judgement.lost.both == 1)
    let reversed = PairedLatencies(
      latencies.pairs.map {
        PairedLatencies.Pair(conversation: $0.conversation, baseline: $0.candidate, candidate: $0.baseline)
      })
    let mirrored = RelativeRule().judge(reversed, generator: generator)
    #expect((judgement.probability ?? 1) < (mirrored.probability ?? 0))
  }

  @Test("when most candidate turns fail, the shift has no bound and the gate fails")
  func mostFail() {
    var latencies = Self.latencies(60)
    for index in 0..<50 { latencies.pairs[index].candidate = nil }
    let judgement = RelativeRule().judge(latencies, generator: generator)
    #expect(judgement.verdict == .fail)
    #expect(judgement.shift == nil)
    #expect(judgement.interval == nil)
    #expect(judgement.upperBound == nil)
  }

  @Test("arms that measure the same pass")
  func identical() {
    let pairs = (0..<40).map {
      PairedLatencies.Pair(conversation: $0, baseline: Double($0 + 1), candidate: Double($0 + 1))
    }
    let judgement = RelativeRule().judge(PairedLatencies(pairs), generator: generator)
    #expect(judgement.verdict == .pass)
    #expect(judgement.shift == 0)
    #expect(judgement.probability == 1)
  }

  @Test("screening sees the same probability as the judgement")
  func screening() {
    let latencies = Self.latencies(120, slowdown: 0.02, perConversation: 3)
    let rule = RelativeRule()
    #expect(rule.probability(of: latencies) == rule.judge(latencies, generator: generator).probability)
    #expect(rule.probability(of: PairedLatencies([])) == nil)
  }

  @Test("a run that is extended is held against stricter levels, which sum to no more than alpha")
  func looks() {
    let rule = RelativeRule(TestDesign(limit: 0.05, alpha: 0.01))
    #expect(Look.only.level(alpha: 0.01, measured: 60, maximum: 200) == 0.01)
    let first = Look.after([]).level(alpha: 0.01, measured: 60, maximum: 200)
    // Lan and DeMets' scores for looks at 30, 60, 100, 150 and 200, simulated in NumPy.
    let levels = [
      Look.after([30]).level(alpha: 0.01, measured: 60, maximum: 200),
      Look.after([30, 60]).level(alpha: 0.01, measured: 100, maximum: 200),
      Look.after([30, 60, 100]).level(alpha: 0.01, measured: 150, maximum: 200),
      Look.after([30, 60, 100, 150]).level(alpha: 0.01, measured: 200, maximum: 200),
    ]
    let scores = [4.566, 3.459, 2.772, 2.367]
    for (level, score) in zip(levels, scores) {
      #expect(abs(-NormalDistribution.quantile(level) - score) < 8e-3)
    }
    #expect(abs(first - levels[0]) < 1e-7)
    #expect(Look.after([60]).level(alpha: 0.01, measured: 60, maximum: 200) == 0)
    let early = Self.latencies(30, slowdown: 0.06)
    #expect(rule.judge(early, generator: generator).verdict == .fail)
    #expect(rule.judge(early, look: .after([]), generator: generator).verdict == .inconclusive)
  }
}
