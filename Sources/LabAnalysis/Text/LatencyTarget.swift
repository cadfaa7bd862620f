public import LabTimeline

/// A latency that a conversation should keep, for its median and for its slowest hundredth.
///
/// The targets colour reports; they decide nothing. Gates do.
public struct LatencyTarget: Hashable, Sendable {
  /// The stage as table headings name it.
  public let title: String
  public let metric: LatencyMetric
  /// The median must be below this.
  public let medianMilliseconds: Double
  /// p99 must be below this.
  public let p99Milliseconds: Double

  /// The targets of the four latencies that every table shows.
  public static let all: [LatencyTarget] = [
    ("STT", "stt.ttfs", 300.0, 1000.0), ("LLM", "llm.ttft", 200, 500), ("TTS", "tts.ttfb", 200, 400),
    ("voice to voice", "turn.v2v", 500, 1000),
  ].compactMap { title, id, median, p99 in
    MetricCatalogue.metric(id).map {
      LatencyTarget(title: title, metric: $0, medianMilliseconds: median, p99Milliseconds: p99)
    }
  }

  /// Whether a target was kept.
  public enum Verdict: String, Hashable, Sendable {
    case kept, missed
    /// The sample is too small to tell.
    case unknown
  }

  /// A quantile that tables show.
  package enum Column: String, CaseIterable {
    case p50, p90, p95
  }

  /// A shown quantile of a summary.
  package static func figure(_ column: Column, of summary: MetricSummary) -> Double? {
    switch column {
    case .p50: summary.p50
    case .p90: summary.p90
    case .p95: summary.p95
    }
  }

  /// Judges a shown quantile.
  ///
  /// The median has a target of its own. p90 and p95 can break the target of p99, because p99 is no smaller;
  /// they keep it only when p99 itself is known and does.
  package func verdict(_ column: Column, of summary: MetricSummary) -> Verdict {
    guard let value = Self.figure(column, of: summary) else { return .unknown }
    guard column != .p50 else { return value < medianMilliseconds ? .kept : .missed }
    guard value < p99Milliseconds else { return .missed }
    guard let p99 = summary.p99, p99 < p99Milliseconds else { return .unknown }
    return .kept
  }
}
