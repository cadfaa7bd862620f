import Testing

@testable import LabStatistics

/// Reference values from NumPy and SciPy 1.17.1: every set of signs enumerated, Walsh averages sorted.
@Suite("Comparison of turns that come in conversations")
struct ClusteredComparisonTests {
  private let differences = [
    0.031, -0.012, 0.054, 0.022, -0.007, 0.041, 0.018, 0.063, -0.025, 0.037, 0.009, 0.048, 0.011, -0.004,
    0.027, 0.02,
  ]
  private let conversations = [0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 6, 7, 7]
  private let alike = [
    0.05, 0.06, 0.055, -0.02, -0.018, -0.025, 0.03, 0.033, 0.028, -0.01, 0.002, -0.006, 0.07, 0.075, 0.066,
    0.012, 0.02, 0.018, -0.04, -0.035, -0.03, 0.022, 0.024, 0.019,
  ]
  private var triples: [Int] { alike.indices.map { $0 / 3 } }

  @Test("signs of a conversation flip together, and every flip counts")
  func flips() {
    let all = SignedRankTest(differences: differences, conversations: conversations)
    #expect(all.greater == 0.00390625)
    #expect(all.less == 1)
    #expect(all.units == 8)
    let mixed = SignedRankTest(differences: alike, conversations: triples)
    #expect(mixed.greater == 0.140625)
    #expect(mixed.less == 0.86328125)
    // Taken for independent, the same turns would raise an alarm that they do not support.
    #expect(SignedRankTest(differences: alike).greater < 0.03)
  }

  @Test("conversations of one turn each are plain signed ranks")
  func singles() {
    let plain = SignedRankTest(differences: differences)
    #expect(SignedRankTest(differences: differences, conversations: Array(differences.indices)) == plain)
    #expect(
      Dependence(differences: differences, conversations: Array(differences.indices), shift: 0) == nil)
  }

  @Test("the design effect is the ratio of the clustered to the independent variance, at least 1")
  func designEffect() throws {
    let dependence = try #require(Dependence(differences: alike, conversations: triples, shift: 0.0175))
    #expect(abs(dependence.designEffect - 2.951219512195122) < 1e-12)
    #expect(dependence.conversations == 8)
    let balanced = try #require(
      Dependence(differences: differences, conversations: conversations, shift: 0.021))
    #expect(balanced.designEffect == 1)
  }

  /// Student's t with 7 degrees of freedom, variance times 2.951: the 7th and 36th of the 300 Walsh averages.
  @Test("dependence widens the interval and the bound")
  func widening() throws {
    let shift = try #require(HodgesLehmannShift(differences: alike))
    #expect(abs(shift.estimate - 0.0175) < 1e-12)
    let dependence = Dependence(differences: alike, conversations: triples, shift: shift.estimate)
    let interval = try #require(shift.interval(dependence: dependence))
    #expect(abs(interval.lower - -0.030) < 1e-12)
    #expect(abs(interval.upper - 0.066) < 1e-12)
    #expect(abs(try #require(shift.upperBound(dependence: dependence)) - 0.0465) < 1e-12)
  }

  @Test("order statistics of sums are those of the sorted sums, ties included")
  func sortedSums() {
    var generator = SeededGenerator(seed: 4)
    let row = (0..<70).map { _ in (generator.normal() * 20).rounded() / 20 }.sorted()
    let other = (0..<45).map { _ in (generator.normal() * 20).rounded() / 20 }.sorted()
    let averages = row.indices.flatMap { i in (i..<70).map { (row[i] + row[$0]) / 2 } }.sorted()
    let sums = SortedSums(averagesOf: row)
    #expect(averages.indices.allSatisfy { abs(sums[$0] - averages[$0]) < 1e-15 })
    let differences = row.flatMap { value in other.map { value - $0 } }.sorted()
    let crossed = SortedSums(differencesOf: row, from: other)
    #expect(differences.indices.allSatisfy { abs(crossed[$0] - differences[$0]) < 1e-15 })
    #expect(SortedSums(averagesOf: Array(repeating: 2, count: 100))[3_000] == 2)
  }

  /// `stats.t.ppf`, `stats.t.sf`
  @Test("Student's distribution is SciPy's")
  func student() {
    #expect(abs(StudentDistribution.quantile(0.995, freedom: 3) - 5.840909309733355) < 1e-9)
    #expect(abs(StudentDistribution.quantile(0.025, freedom: 7) - -2.3646242515927844) < 1e-9)
    #expect(abs(StudentDistribution.quantile(0.95, freedom: 1.5) - 3.70518082009675) < 1e-9)
    #expect(abs(StudentDistribution.quantile(1e-5, freedom: 19) - -5.626766232724045) < 1e-9)
    #expect(abs(StudentDistribution.upperTail(2.5, freedom: 4) - 0.03338327240599407) < 1e-12)
    #expect(abs(StudentDistribution.upperTail(-1, freedom: 2.2) - 0.792827082114158) < 1e-12)
  }
}
