public import LabTimeline

/// An absolute limit, such as `p90 < 1500 ms`.
public struct Budget: Hashable, Sendable {
  /// As the gate file writes it.
  public var text: String
  public var quantity: Quantity
  public var comparison: Comparison
  /// In the unit of the quantity: milliseconds for latencies, 0.01 for one per cent.
  public var limit: Double

  public init(text: String, quantity: Quantity, comparison: Comparison, limit: Double) {
    self.text = text
    self.quantity = quantity
    self.comparison = comparison
    self.limit = limit
  }

  /// How a value is held against the limit.
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    case atMost = "<="
    case below = "<"
    case atLeast = ">="
    case above = ">"

    /// Whether a value keeps the limit.
    public func holds(_ value: Double, _ limit: Double) -> Bool {
      switch self {
      case .atMost: value <= limit
      case .below: value < limit
      case .atLeast: value >= limit
      case .above: value > limit
      }
    }

    /// Whether smaller values are the better ones.
    public var limitsFromAbove: Bool { self == .atMost || self == .below }
  }

  /// What a budget limits.
  public enum Quantity: Hashable, Sendable {
    /// A statistic of a latency, in milliseconds (`n` is a number of turns).
    case latency(LatencyMetric, Statistic)
    /// A count over all turns of the cell, by its name in `TurnCounts.all`.
    case count(String)
    /// One count over another.
    case rate(CountRate)
    /// Failed and missed turns over all turns.
    case errorRate
    /// US dollars per hour of conversation, or for the whole cell.
    case usdPerHour, usdTotal
    /// How much the program's memory grew over the run, in megabytes.
    case memoryGrowth
  }

  /// A figure of a latency's distribution.
  public enum Statistic: String, Hashable, Sendable, CaseIterable {
    case p50, p90, p95, p99, max, mean
    /// How many turns have a value.
    case n

    /// The share of turns below it; `nil` when it is not a percentile.
    public var probability: Double? {
      switch self {
      case .p50: 0.5
      case .p90: 0.9
      case .p95: 0.95
      case .p99: 0.99
      case .max, .mean, .n: nil
      }
    }
  }
}

extension Budget.Quantity {
  /// The quantity's name in a gate file.
  public var name: String {
    switch self {
    case .latency(let metric, let statistic): "\(metric.id).\(statistic.rawValue)"
    case .count(let name): name
    case .rate(let rate): rate.name
    case .errorRate: "error_rate"
    case .usdPerHour: "usd_per_hour"
    case .usdTotal: "usd_total"
    case .memoryGrowth: "memory_growth_mb"
    }
  }

  /// What its numbers are counted in.
  var unit: BudgetUnit {
    switch self {
    case .latency(_, .n), .count: .number
    case .latency: .milliseconds
    case .rate(let rate): rate.isShare ? .share : .ratio
    case .errorRate: .share
    case .usdPerHour, .usdTotal: .dollars
    case .memoryGrowth: .megabytes
    }
  }
}

/// One count of a cell over another: how often something happened for each time that it could have.
public struct CountRate: Hashable, Sendable {
  /// Its name in a gate file.
  public let name: String
  /// The counts that are added up above the line, by their names in `TurnCounts.all`.
  public let parts: [String]
  /// The counts that are added up below it; empty for the number of turns.
  public let whole: [String]
  /// Whether it lies between 0 and 1; words can have more errors than there are words.
  public let isShare: Bool

  /// Every rate that a budget can limit.
  public static let all = [
    CountRate(name: "word_error_rate", parts: ["word_errors"], whole: ["words"], isShare: false),
    CountRate(name: "false_cutoff_rate", parts: ["false_cutoffs"], whole: [], isShare: false),
    CountRate(name: "false_start_rate", parts: ["false_starts"], whole: [], isShare: false),
    CountRate(name: "missed_turn_rate", parts: ["missed_turns"], whole: [], isShare: false),
    CountRate(
      name: "false_yield_rate",
      parts: ["false_yields_backchannel", "false_yields_noise", "false_yields_echo"], whole: [],
      isShare: false),
    CountRate(name: "underrun_rate", parts: ["underruns"], whole: [], isShare: false),
    CountRate(name: "retry_rate", parts: ["retries"], whole: [], isShare: false),
    CountRate(name: "late_frame_rate", parts: ["late_frames"], whole: ["frames"], isShare: true),
    CountRate(
      name: "interruption_success", parts: ["interruptions_succeeded"], whole: ["interruptions"],
      isShare: true),
    CountRate(
      name: "connection_reuse", parts: ["connections_reused"],
      whole: ["connections_opened", "connections_reused"], isShare: true),
  ]
}

/// What the numbers of a budget are counted in.
public enum BudgetUnit: String, Hashable, Sendable {
  case milliseconds = "ms"
  /// Between 0 and 1.
  case share
  /// From 0 on.
  case ratio
  case dollars = "usd"
  case megabytes = "mb"
  case number

  /// The units that may be written behind a number, and what one of each is in the unit of the quantity.
  var written: [(name: String, factor: Double)] {
    switch self {
    case .milliseconds: [("ms", 1), ("s", 1000)]
    case .share, .ratio: [("%", 0.01)]
    case .dollars: [("USD", 1), ("$", 1)]
    case .megabytes: [("MB", 1)]
    case .number: []
    }
  }
}
