public import LabStatistics
public import LabTimeline

/// One metric over the pairs of a pairing.
public struct PairedMetric: Sendable, Hashable {
  public let metric: LatencyMetric
  /// The pairs that the metric applies to, in milliseconds, `nil` for a turn that failed or was missed before
  /// it had a value. Some metrics can be zero or negative.
  public let latencies: PairedLatencies
  /// Pairs that are left out because the metric applies to neither turn, and neither failed.
  public let inapplicable: Int
  /// Pairs that are left out because the metric applies to one turn only, though the other did not fail: a
  /// connection that was set up on one side and reused on the other, for instance.
  public let onOneSideOnly: Int

  /// The pairs in which both turns have a value.
  public var complete: [(baseline: Double, candidate: Double)] {
    latencies.pairs.compactMap { pair in
      guard let baseline = pair.baseline, let candidate = pair.candidate else { return nil }
      return (baseline, candidate)
    }
  }
}

extension TurnPairing {
  /// The latencies of all pairs that a metric applies to.
  public func latencies(of metric: LatencyMetric) -> PairedLatencies {
    measure(metric).latencies
  }

  /// The latencies of all pairs that a metric applies to, and how many it does not apply to.
  ///
  /// - Parameter metric: One of `MetricCatalogue.all`; no turn has a value of another.
  public func measure(_ metric: LatencyMetric) -> PairedMetric {
    guard let index = MetricCatalogue.all.firstIndex(of: metric) else {
      return PairedMetric(
        metric: metric, latencies: PairedLatencies([]), inapplicable: pairs.count, onOneSideOnly: 0)
    }
    var found: [PairedLatencies.Pair] = []
    var inapplicable = 0
    var onOneSideOnly = 0
    for pair in pairs {
      let baseline = pair.baseline.measurements[index].value
      let candidate = pair.candidate.measurements[index].value
      let lacksBaseline = baseline == nil && !pair.baseline.hasFailed
      let lacksCandidate = candidate == nil && !pair.candidate.hasFailed
      if lacksBaseline || lacksCandidate {
        if baseline == nil, candidate == nil { inapplicable += 1 } else { onOneSideOnly += 1 }
        continue
      }
      found.append(
        PairedLatencies.Pair(
          conversation: pair.conversation, baseline: baseline?.milliseconds,
          candidate: candidate?.milliseconds))
    }
    return PairedMetric(
      metric: metric, latencies: PairedLatencies(found), inapplicable: inapplicable,
      onOneSideOnly: onOneSideOnly)
  }
}

extension MeasuredTurn {
  /// Whether the turn failed or was missed.
  package var hasFailed: Bool {
    switch outcome {
    case .failed, .missed: true
    case .completed, .interrupted: false
    }
  }
}
