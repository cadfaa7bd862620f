import LabRecord
import LabStatistics
import LabTimeline

extension MetricComparison {
  /// Compares two heaps of turns that have nothing to do with each other.
  ///
  /// The turns of one conversation depend on each other, so that each conversation counts once, with its
  /// median turn, in the shift, its interval and the test; the quantiles are of turns. A turn that was lost
  /// counts as longer than any other. A conversation in which the metric applies to no turn is left out.
  init?(_ metric: LatencyMetric, baseline: [MeasuredTurn], candidate: [MeasuredTurn]) {
    guard let index = MetricCatalogue.all.firstIndex(of: metric) else { return nil }
    let (one, other) = (TurnHeap(baseline, metricAt: index), TurnHeap(candidate, metricAt: index))
    let (medians, others) = (one.conversationMedians, other.conversationMedians)
    let hasLogarithms = (medians + others).allSatisfy { $0 > 0 }
    let logarithms =
      hasLogarithms
      ? Self.shift(medians.map(PortableMath.log), others.map(PortableMath.log), isBounded: { abs($0) < 10 })
      : nil
    self.init(
      metric: metric, isPaired: false, baseline: Figures(one.values), candidate: Figures(other.values),
      relative: LatencyShift.relative(logarithms: logarithms),
      milliseconds: Self.shift(medians, others, isBounded: { abs($0) < TurnHeap.beyond / 4 }),
      probability: MannWhitneyTest(baseline: medians, candidate: others)?.twoSided,
      lostOnBaseline: one.lost, lostOnCandidate: other.lost, lostOnBoth: 0,
      inapplicable: one.inapplicable + other.inapplicable, onOneSideOnly: 0, movement: nil)
  }

  private static func shift(
    _ baseline: [Double], _ candidate: [Double], isBounded: (Double) -> Bool
  ) -> LatencyShift? {
    guard let shift = TwoSampleShift(baseline: baseline, candidate: candidate), isBounded(shift.estimate)
    else {
      return nil
    }
    let interval = shift.interval().flatMap { isBounded($0.lower) && isBounded($0.upper) ? $0 : nil }
    return LatencyShift(estimate: shift.estimate, interval: interval)
  }
}

/// One metric over the turns of one side.
private struct TurnHeap {
  /// Milliseconds that stand in for a lost turn: eleven days, which no latency reaches.
  static let beyond = 1e9

  /// The values in milliseconds.
  var values: [Double] = []
  /// One value per conversation in the order of work.
  var conversationMedians: [Double] = []
  /// Turns without a value because they failed or were missed.
  var lost = 0
  /// Turns that the metric does not apply to.
  var inapplicable = 0

  init(_ turns: [MeasuredTurn], metricAt index: Int) {
    var order: [Int] = []
    var conversations: [Int: [Double]] = [:]
    for turn in turns {
      let value = turn.measurements[index].value?.milliseconds
      if let value { values.append(value) }
      guard value != nil || turn.hasFailed else {
        inapplicable += 1
        continue
      }
      if value == nil { lost += 1 }
      let position = turn.conversation.position
      if conversations[position] == nil { order.append(position) }
      conversations[position, default: []].append(value ?? Self.beyond)
    }
    conversationMedians = order.map { Sample.median(of: conversations[$0] ?? []) }
  }
}
