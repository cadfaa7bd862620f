import LabAnalysis
import LabRecord
import LabStatistics
import LabTimeline
import Testing

@testable import AnalysisSupport

@Suite("Comparison of two cells")
struct CellComparisonTests {
  private func slower(_ turn: inout MadeRun.Turn) {
    turn.firstToken = Int64((Double(turn.firstToken) * 1.04).rounded())
    turn.firstByte += Int64(turn.number) * 3_000_000
  }

  @Test("Swapped sides give the mirrored shift")
  func mirrors() throws {
    let match = try MadeRun.match(slower)
    let forward = try CellComparison(match)
    let backward = try CellComparison(match.swapped)
    #expect(forward.metrics.count == backward.metrics.count)
    for (one, other) in zip(forward.metrics, backward.metrics) {
      #expect(one.baseline == other.candidate)
      let (shift, mirrored) = (try #require(one.milliseconds), try #require(other.milliseconds))
      #expect(shift.estimate == -mirrored.estimate)
      let (interval, reflected) = (try #require(shift.interval), try #require(mirrored.interval))
      #expect(interval.lower == -reflected.upper)
      #expect(interval.upper == -reflected.lower)
      let (relative, inverse) = (try #require(one.relative), try #require(other.relative))
      #expect(abs((1 + relative.estimate) * (1 + inverse.estimate) - 1) < 1e-12)
      #expect(one.probability == other.probability)
      #expect(one.movement?.slower == other.movement?.faster)
    }
    #expect(
      try #require(forward.attribution).totalNanoseconds
        == -(try #require(backward.attribution).totalNanoseconds))
  }

  @Test("The estimate lies where the change was planted, and its interval holds it")
  func findsChange() throws {
    let comparison = try CellComparison(
      MadeRun.match(mode: .live, seeds: (7, 8), iterations: 40) { turn in
        turn.firstToken = Int64((Double(turn.firstToken) * 1.3).rounded())
      }, metrics: [try #require(MetricCatalogue.metric("llm.ttft"))], turns: .later)
    let metric = try #require(comparison.metrics.first)
    #expect(metric.baseline.n == 480)
    let shift = try #require(metric.relative)
    #expect(try #require(shift.interval).contains(0.3))
    #expect(try #require(shift.interval).contains(shift.estimate))
    #expect(try #require(metric.probability) < 0.001)
    #expect(!comparison.isExact)
    #expect(metric.movement == nil)
  }

  @Test("Metrics without values are left out, unless they are asked for")
  func choosesMetrics() throws {
    let match = try MadeRun.match(slower)
    let stop = try #require(MetricCatalogue.metric("bargein.stop"))
    let standard = try CellComparison(match).metrics.map(\.metric.id)
    #expect(standard.first == "turn.v2v")
    #expect(standard.contains("llm.ttft"))
    #expect(!standard.contains("bargein.stop"))
    let asked = try CellComparison(match, metrics: [stop])
    #expect(asked.metrics.map(\.metric) == [stop])
    #expect(asked.metrics.first?.hasValues == false)
  }

  @Test("Only what shares seed, services and draws in virtual time is exact")
  func knowsExactness() throws {
    #expect(try CellComparison(MadeRun.match(slower)).isExact)
    #expect(try !CellComparison(MadeRun.match(seeds: (7, 8), slower)).isExact)
    #expect(try !CellComparison(MadeRun.match(mode: .loopback, slower)).isExact)
    var other = MadeRun()
    other.cells = [MadeRun.cell(llm: "openai/gpt-4.1")]
    #expect(try !CellComparison(MadeRun.match(baseline: other, slower)).isExact)
  }

  @Test("Arms that drew apart under one seed are not called exact")
  func noticesOwnDraws() throws {
    var run = MadeRun.withArms
    run.change = { turn in
      guard turn.cell.arm == .baseline else { return }
      var random = SeededGenerator(seed: 99)
        .derived(name: "\(turn.conversation.name)/\(turn.conversation.iteration)/\(turn.number)")
      func about(_ median: Double) -> Int64 { Int64(random.lognormal(median: median * 1e6, sigma: 0.3)) }
      turn.transcript = about(60)
      turn.firstToken = about(500)
      turn.sentence = about(80)
      turn.firstByte = about(300)
      turn.connection = turn.connection.map { _ in about(70) }
    }
    let match = try #require(try CellMatching.arms(of: .init(run.compared)).matches.first)
    let comparison = try CellComparison(match)
    #expect(!comparison.isExact)
  }

  @Test("A candidate that fails where it is slow does not look faster")
  func ranksLostTurnsLast() throws {
    // Turns beyond the median fail; those that are left are the fast ones, and 1 % faster.
    let comparison = try CellComparison(
      MadeRun.match { turn in
        turn.firstToken = Int64((Double(turn.firstToken) * 0.99).rounded())
        if turn.firstToken > 500_000_000 { turn.outcome = .failed(stage: .llm, reason: "overloaded") }
      })
    let metric = try #require(comparison.metrics.first)
    #expect(metric.lostOnCandidate > 15)
    #expect(metric.relative?.interval == nil || metric.relative?.estimate ?? 0 >= 0)
    #expect(comparison.lost.candidateOnly == metric.lostOnCandidate)
    #expect(comparison.lost.isCandidateWorse)
  }

  @Test("Lost turns are tested pair by pair: McNemar's exact probability")
  func testsLostTurns() throws {
    // Six turns are lost by the candidate alone: 2 · (1/2)^6.
    let comparison = try CellComparison(
      MadeRun.match { turn in
        if turn.conversation.iteration == 0, turn.number < 2, turn.conversation.name != "drama" {
          turn.outcome = .missed(reason: "silence")
        }
      })
    #expect(comparison.lost.candidateOnly == 6)
    #expect(comparison.lost.baselineOnly == 0)
    #expect(abs(comparison.lost.probability - 2 / 64) < 1e-12)
  }
}
