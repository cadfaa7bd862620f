import LabStatistics

/// How often the gates' rules raise a false alarm, and how often they find a slowdown, by simulation at their
/// defaults.
enum GateSimulations {
  private static let sizes = [30, 50, 100, 200]

  private static func figure(_ name: String, _ value: Double, _ goal: Figure.Goal) -> Figure {
    Figure(name: "gates.\(name)", value: value, unit: "%", goal: goal)
  }

  static func falseAlarms(_ workshop: Workshop) throws -> [Figure] {
    let equal = SimulatedLatencies(itemDeviation: 0.28)
    let clustered = SimulatedLatencies(turnsPerConversation: 5, intraclassCorrelation: 0.3)
    var figures: [Figure] = []
    for (name, rule, latencies) in [
      ("shift", RelativeRule() as any PairedRule, equal), ("p90", TailRule(), equal),
      ("stalls", StallRule(), equal), ("shift_clustered", RelativeRule(), clustered),
      ("p90_clustered", TailRule(), clustered), ("stalls_clustered", StallRule(), clustered),
    ] {
      for size in sizes {
        let failed = Simulation(seed: UInt64(size)).percentage { generator in
          let pairs = latencies.pairs(size, from: &generator)
          return rule.judge(pairs, generator: generator).verdict == .fail
        }
        figures.append(figure("false_fail.\(name).n\(size)", failed, .atMost(1)))
      }
    }
    figures.append(figure("false_fail.shift.looks_30_60_100_150_200", looks(equal), .atMost(1)))
    return figures
  }

  /// A run that grows and is judged at each size: the share that fails at any look.
  private static func looks(_ latencies: SimulatedLatencies) -> Double {
    let looks = [30, 60, 100, 150, 200]
    return Simulation(seed: 2_000).percentage { generator in
      let all = latencies.pairs(200, from: &generator).pairs
      return looks.indices.contains { index in
        RelativeRule().judge(
          PairedLatencies(Array(all.prefix(looks[index]))), look: .after(Array(looks.prefix(index))),
          generator: generator
        ).verdict == .fail
      }
    }
  }

  static func power(_ workshop: Workshop) throws -> [Figure] {
    [
      (slowdown: 0.1, deviation: 0.1, pairs: 100), (slowdown: 0.05, deviation: 0.08, pairs: 200),
    ].map { planned in
      let rule = RelativeRule(TestDesign(limit: planned.slowdown))
      let latencies = SimulatedLatencies(deviation: planned.deviation, slowdown: planned.slowdown)
      let failed = Simulation(seed: 3_000).percentage { generator in
        let pairs = latencies.pairs(planned.pairs, from: &generator)
        return rule.judge(pairs, generator: generator).verdict == .fail
      }
      let percent = Int((planned.slowdown * 100).rounded())
      return figure("power.shift_\(percent)pct.n\(planned.pairs)", failed, .atLeast(95))
    }
  }
}
