import LabStatistics
import Testing

@Suite("The rank-sum test")
struct RankSumTests {
  @Test("agrees with scipy.stats.mannwhitneyu(method='exact')")
  func agreesWithExact() throws {
    let apart = try #require(RankSumTest([1, 2, 3, 4], [5, 6, 7, 8, 9.5, 10]))
    #expect(abs(apart.probability - 0.009523809523809525) < 1e-15)
    let mixed = try #require(RankSumTest([5, 6, 7, 8, 9.5, 10], [1, 5.5, 3, 12]))
    #expect(abs(mixed.probability - 0.35238095238095235) < 1e-15)
  }

  @Test("agrees with scipy.stats.mannwhitneyu(method='asymptotic') in large groups")
  func agreesWithNormal() throws {
    let first = stride(from: 0.0, to: 60, by: 3).map { $0 }
    let second = (10..<40).map { Double($0) * 1.3 + 4 }
    let test = try #require(RankSumTest(first, second))
    #expect(abs(test.probability - 0.1482753605850797) < 1e-12)
  }

  @Test("counts equal values as the ways to place them")
  func countsTies() throws {
    // Three of seven are high: one placement of 35 is as extreme on this side.
    let test = try #require(RankSumTest([1, 1, 1, 1], [2, 2, 2]))
    #expect(abs(test.probability - 2.0 / 35) < 1e-15)
    #expect(RankSumTest([1, 1, 1], [1, 1, 1])?.probability == 1)
    #expect(RankSumTest(Array(repeating: 1, count: 20), Array(repeating: 1, count: 20))?.probability == 1)
    #expect(RankSumTest([], [1]) == nil)
  }
}
