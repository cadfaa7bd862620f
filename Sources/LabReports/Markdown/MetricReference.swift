import LabStatistics
public import LabTimeline

/// `Documentation/metrics.md`: what every number means, made from the catalogue that also makes the numbers.
public enum MetricReference {
  /// The page.
  public static func markdown() -> String {
    let groups = LatencyMetric.Group.allCases.map { group in
      "## \(title(of: group))\n\n"
        + MetricCatalogue.all.filter { $0.group == group }.map(entry).joined(separator: "\n")
    }
    return introduction + "\n" + groups.joined(separator: "\n")
  }

  /// The heading under which a group's metrics stand.
  public static func title(of group: LatencyMetric.Group) -> String {
    switch group {
    case .detector: "Voice activity detection"
    case .turn: "The turn"
    case .stt: "Speech to text"
    case .llm: "Context and language model"
    case .tts: "Speech synthesis"
    case .playout: "Playout"
    case .interruption: "Interruption"
    case .network: "Network"
    }
  }

  private static func entry(_ metric: LatencyMetric) -> String {
    """
    ### `\(metric.id)`

    \(metric.summary)

    | | | fact in the record |
    |---|---|---|
    | from | \(metric.start.text) | \(fact(metric.start)) |
    | to | \(metric.end.text) | \(fact(metric.end)) |

    \(metric.note)

    """
  }

  private static func fact(_ anchor: LatencyMetric.Anchor) -> String {
    "\(anchor.occurrence.rawValue) `\(anchor.kind.rawValue)`"
  }

  private static let introduction = """
    # How each number is made

    This page is generated from the metric catalogue; a test compares the two.

    Every latency is a question asked of a turn's events after the turn has ended: the time from one fact of
    the record to another. In `report.json` and in CSV files its key ends in its unit, as in `turn.v2v_ms`.

    - A turn that lacks one of the two facts has no value. It is counted under `missing` with the reason; it is
      never zero.
    - A negative value stays negative. It means that the second fact came first.
    - `n` is the number of turns with a value. Failed, missed and interrupted turns stay in: they give the values
      they have, and are missing from the others.
    - A quantile stands only where `n` supports it: at least one value is expected above it. The median needs \
    \(Quantile.p50.minimumCount)
      values, p90 \(Quantile.p90.minimumCount), p95 \(Quantile.p95.minimumCount) and p99 \
    \(Quantile.p99.minimumCount). Quantiles are interpolated linearly between neighbouring values.
    - The 95 % intervals of p50 and p90 come from resampling whole conversations, because turns of one
      conversation resemble each other. They need at least \(ClusterBootstrap.minimumClusters) conversations, and \
    enough values to bound the
      quantile at all: \(IntervalSupport.minimumCount(for: 0.5)) for the median, \
    \(IntervalSupport.minimumCount(for: 0.9)) for p90.
    - Turns of warm-up conversations and of conversations that were cut off are in no summary. They are
      counted under `discarded`.
    - `first_turn` holds the first turn of each conversation, which meets cold connections and caches;
      `later_turns` holds the others. `metrics` holds both, and alone has intervals.

    """
}
