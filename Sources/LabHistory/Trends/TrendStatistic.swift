/// Which figure of a night a trend follows.
public enum TrendStatistic: String, Hashable, Sendable, CaseIterable {
  /// The median of the metric, in milliseconds.
  case p50
  /// The 90th percentile of the metric, in milliseconds.
  case p90
  /// Failed and missed turns over all turns.
  case errorRate = "error_rate"
  /// US dollars per hour of conversation.
  case usdPerHour = "usd_per_hour"

  /// Whether the figure is one of the metric's, and not of the cell as a whole.
  public var isOfMetric: Bool { self == .p50 || self == .p90 }

  /// Whether changes are shares of the figure: judged by its logarithm. An error rate, which may be 0, is
  /// judged as it is, and its changes are points.
  var isRelative: Bool { self != .errorRate }

  /// The smallest change worth a warning: 2 %, of an error rate one point in a hundred.
  var smallestChange: Double { isRelative ? 0.02 : 0.01 }

  /// The unit in words; empty for a share.
  public var unit: String {
    switch self {
    case .p50, .p90: "ms"
    case .errorRate: ""
    case .usdPerHour: "USD/h"
    }
  }
}
