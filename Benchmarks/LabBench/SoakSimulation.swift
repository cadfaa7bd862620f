import LabStatistics

/// Ninety minutes of soak: how often a run without drift is said to drift, and how often a drift of 10 % is found.
enum SoakSimulation {
  /// Twenty items again and again, a turn every nine seconds.
  private static let items = 20
  private static let cycles = 30

  static func run(_ workshop: Workshop) throws -> [Figure] {
    [
      figure("false_drift", drift: 0, wander: 0, goal: .atMost(1)),
      figure("false_drift.wander_2pct", drift: 0, wander: 0.02, goal: .atMost(1)),
      figure("power.drift_10pct", drift: 0.1, wander: 0, goal: .atLeast(95)),
    ]
  }

  private static func figure(_ name: String, drift: Double, wander: Double, goal: Figure.Goal) -> Figure {
    let drifted = Simulation(seed: 6_000).percentage { generator in
      SoakTrend(series(drift: drift, wander: wander, &generator))?.drifts() ?? false
    }
    return Figure(name: "soak.\(name)", value: drifted, unit: "%", goal: goal)
  }

  /// Item medians spread by 0.28, turns by 0.10, 2 % stalls of three times as long; the wander is one value per
  /// cycle that keeps half of the one before.
  static func series(
    drift: Double, wander: Double, correlation: Double = 0.5, items: Int = items, cycles: Int = cycles,
    _ generator: inout SeededGenerator
  ) -> ItemSeries {
    let medians = (0..<items).map { _ in generator.lognormal(median: 800, sigma: 0.28) }
    let fresh = (1 - correlation * correlation).squareRoot()
    var state = generator.normal()
    var turns: [ItemSeries.Turn] = []
    for cycle in 0..<cycles {
      if cycle > 0 { state = correlation * state + fresh * generator.normal() }
      let progress = Double(cycle) / Double(cycles - 1)
      let level = PortableMath.exp(wander * state + progress * PortableMath.log1p(drift))
      for item in 0..<items {
        let latency = generator.lognormal(median: medians[item] * level, sigma: 0.1)
        turns.append(
          ItemSeries.Turn(item: item, latency: latency * (generator.chance(0.02) ? 3 : 1)))
      }
    }
    return ItemSeries(turns)
  }
}
