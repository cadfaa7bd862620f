import LabStatistics

/// A night of 100 gates by the two-stage design: nights with a false alarm, and whether a planted slowdown is found.
///
/// Each gate is planned for a slowdown of 5 % at a log standard deviation of 0.10 by the default rule, alpha 0.05 % and
/// power 95 %: it takes as many pairs as the rule asks for after a pilot with the same stalls. A flagged gate is
/// measured again with as many and decided on both runs pooled.
enum NightSimulation {
  private static let deviation = 0.1
  private static let slowdown = 0.05
  private static let screening = TwoStageScreening(gates: 100)
  private static let pairs: Int = {
    var generator = SeededGenerator(seed: 4)
    let pilot = SimulatedLatencies(deviation: deviation).pairs(5_000, from: &generator)
    return RelativeRule(TestDesign(limit: slowdown)).judge(pilot, generator: generator).pairsNeeded ?? 0
  }()

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let falseNights = Simulation(seed: 4_000).percentage { generator in
      (0..<screening.gates).reduce(false) { alarm, _ in fails(slowdown: 0, &generator) || alarm }
    }
    let found = Simulation(seed: 5_000).percentage { generator in
      fails(slowdown: slowdown, &generator)
    }
    return [
      Figure(
        name: "night.false_alarm.gates\(screening.gates).n\(pairs)", value: falseNights, unit: "%",
        goal: .atMost(1)),
      Figure(
        name: "night.power.shift_5pct.n\(pairs)+\(pairs)", value: found, unit: "%", goal: .atLeast(95)),
    ]
  }

  private static func fails(slowdown: Double, _ generator: inout SeededGenerator) -> Bool {
    let latencies = SimulatedLatencies(deviation: deviation, slowdown: slowdown)
    let first = latencies.pairs(pairs, from: &generator)
    guard let probability = RelativeRule().probability(of: first), screening.isFlagged(probability) else {
      return false
    }
    let again = latencies.pairs(pairs, from: &generator, first: pairs)
    let rule = RelativeRule(
      TestDesign(limit: Self.slowdown, alpha: screening.decisionAlpha, maximumPairs: 2 * pairs))
    return rule.judge(PairedLatencies(first.pairs + again.pairs), generator: generator).verdict == .fail
  }
}
