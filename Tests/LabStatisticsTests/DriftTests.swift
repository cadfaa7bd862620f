import Testing

@testable import LabStatistics

@Suite("Drift")
struct DriftTests {
  /// Cycles of items that differ much among themselves, with noise, and a drift from the first turn to the last.
  static func series(
    cycles: Int, items: Int = 20, drift: Double = 0, deviation: Double = 0.1, seed: UInt64 = 3
  ) -> ItemSeries {
    var generator = SeededGenerator(seed: seed)
    let medians = (0..<items).map { _ in generator.lognormal(median: 800, sigma: 0.3) }
    return ItemSeries(
      (0..<cycles * items).map { turn in
        let progress = Double(turn) / Double(cycles * items)
        return ItemSeries.Turn(
          item: turn % items,
          latency: generator.lognormal(
            median: medians[turn % items] * PortableMath.pow(1 + drift, progress), sigma: deviation))
      })
  }

  @Test("a soak that slows by a tenth drifts, one that does not is steady")
  func soak() throws {
    let drifting = try #require(SoakTrend(Self.series(cycles: 60, drift: 0.1)))
    #expect(drifting.drifts())
    #expect(abs(drifting.change - 0.1) < 0.03)
    #expect(drifting.cycles == 60)
    #expect(drifting.blocks.count == 15)
    let steady = try #require(SoakTrend(Self.series(cycles: 60)))
    #expect(!steady.drifts())
    #expect(abs(steady.change) < 0.03)
  }

  @Test("a soak that becomes faster does not drift")
  func faster() throws {
    let trend = try #require(SoakTrend(Self.series(cycles: 60, drift: -0.2)))
    #expect(trend.change < -0.15)
    #expect(trend.probability > 0.99)
    #expect(!trend.drifts())
  }

  @Test("without noise the drift is exact to the spacing of blocks")
  func exact() throws {
    let trend = try #require(SoakTrend(Self.series(cycles: 48, drift: 0.1, deviation: 0)))
    #expect(abs(trend.change - 0.1) < 1e-3)
  }

  @Test("failed turns are missing from their cycle, and a broken last cycle is left out")
  func missing() throws {
    var series = Self.series(cycles: 40, drift: 0.1)
    for index in stride(from: 0, to: series.turns.count, by: 17) { series.turns[index].latency = nil }
    series.turns.removeLast(13)
    let trend = try #require(SoakTrend(series))
    #expect(trend.cycles == 39)
    #expect(trend.drifts())
  }

  @Test("a run of fewer than two cycles a block has no trend")
  func short() {
    #expect(SoakTrend(Self.series(cycles: 29)) == nil)
    #expect(SoakTrend(Self.series(cycles: 30)) != nil)
    #expect(SoakTrend(ItemSeries([])) == nil)
  }

  @Test("an ordinary run is tested in both directions, each item against itself")
  func withinRun() throws {
    let slower = try #require(DriftWithinRun(Self.series(cycles: 20, drift: 0.2)))
    #expect(slower.isCentredPerItem)
    #expect(slower.drifts())
    let faster = try #require(DriftWithinRun(Self.series(cycles: 20, drift: -0.2)))
    #expect(faster.drifts())
    #expect(faster.change < -0.1)
    #expect(try #require(DriftWithinRun(Self.series(cycles: 20))).drifts() == false)
  }

  @Test("items that come once cannot be centred, and few turns are not tested")
  func unbalanced() throws {
    let once = Self.series(cycles: 1, items: 80)
    #expect(try #require(DriftWithinRun(once)).isCentredPerItem == false)
    #expect(DriftWithinRun(Self.series(cycles: 7, items: 7)) == nil)
  }
}
