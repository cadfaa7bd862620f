import Testing

@testable import LabStatistics

@Suite("Cluster bootstrap")
struct ClusterBootstrapTests {
  private let bootstrap = ClusterBootstrap(generator: SeededGenerator(seed: 1))

  /// Conversations whose turns share an offset.
  private func conversations(_ count: Int, turns: Int, between: Double, seed: UInt64) -> [[Double]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let offset = generator.normal(standardDeviation: between)
      return (0..<turns).map { _ in 100 + offset + generator.normal() }
    }
  }

  @Test("gives the same interval for the same seed and another for another")
  func seed() {
    let clusters = conversations(12, turns: 10, between: 2, seed: 1)
    let again = ClusterBootstrap(generator: SeededGenerator(seed: 1))
    let other = ClusterBootstrap(generator: SeededGenerator(seed: 2))
    #expect(bootstrap.intervals(of: [.p50], in: clusters) == again.intervals(of: [.p50], in: clusters))
    #expect(bootstrap.intervals(of: [.p50], in: clusters) != other.intervals(of: [.p50], in: clusters))
  }

  @Test("gives no interval for fewer than five conversations, or a quantile without support")
  func support() {
    let clusters = conversations(8, turns: 2, between: 1, seed: 2)
    let intervals = bootstrap.intervals(of: [.p50, .p90, .p95], in: clusters)
    #expect(intervals.map { $0 == nil } == [false, false, true])
    #expect(bootstrap.intervals(of: [.p50], in: Array(clusters.prefix(4))) == [nil])
    #expect(bootstrap.intervals(of: [.p50], in: Array(clusters.prefix(4)) + [[], []]) == [nil])
  }

  @Test("is wider when the turns of a conversation are alike")
  func clustering() throws {
    let alike = conversations(20, turns: 10, between: 3, seed: 3)
    let apart = alike.flatMap { $0 }.map { [$0] }
    let clustered = try #require(bootstrap.intervals(of: [.p50], in: alike)[0])
    let naive = try #require(bootstrap.intervals(of: [.p50], in: apart)[0])
    #expect(clustered.upper - clustered.lower > 1.7 * (naive.upper - naive.lower))
  }

  @Test("covers the true median about as often as it says")
  func coverage() throws {
    let quick = ClusterBootstrap(generator: SeededGenerator(seed: 9), resamples: 200)
    let covered = (0..<200).count { round in
      let clusters = conversations(25, turns: 4, between: 1, seed: UInt64(1_000 + round))
      return quick.intervals(of: [.p50], in: clusters)[0]?.contains(100) == true
    }
    #expect((178...200).contains(covered))
  }

  @Test("resamples a value as often as its conversation was drawn")
  func constant() {
    let clusters = Array(repeating: [5.0, 5, 5], count: 6)
    let interval = bootstrap.intervals(of: [.p50], in: clusters)[0]
    #expect(interval == ConfidenceInterval(lower: 5, upper: 5, level: 0.95))
  }
}
